import createParser, { type Token } from 'markdown-it';
import { withoutValues } from '../contract-docs/value-lines.ts';

/** A code span within a sentence. */
export interface InlineCode {
  readonly code: string;
  /** 1-based line of the file. */
  readonly line: number;
}

/** A heading, a paragraph, an item or a cell, as a reader sees it. */
export interface ProseBlock {
  readonly kind: 'heading' | 'text';
  /** Level of a heading, else 0. */
  readonly level: number;
  /** 1-based line of the file that the block begins in. */
  readonly line: number;
  /** The words, with the source's line breaks; every code span is the character CODE. */
  readonly text: string;
  /** The same with the code spans; values of the contracts are the character VALUE. */
  readonly full: string;
  readonly codes: readonly InlineCode[];
  readonly links: readonly { readonly text: string; readonly line: number }[];
  readonly images: readonly { readonly alt: string; readonly line: number }[];
  /** Number of the table, list or paragraph that the block is part of. */
  readonly group: number;
}

/** Replaces a code span; not a letter, so that rules about words ignore it. */
const CODE = '\u25A1';
/** Replaces `{{...}}`, a value from the contracts. */
const VALUE = '\u25C7';

const md = createParser({ html: false, linkify: false });
const VALUE_OR_CODE = /(`+)(?:(?!\1).)*\1|\{\{[^{}\n]+\}\}/g;
const GROUPS = new Set(['table_open', 'bullet_list_open', 'ordered_list_open']);

/** The prose of a Markdown body, without fenced code and lines that begin with `:::`. */
export function proseOf(body: string, bodyOffset: number): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  let depth = 0;
  let group = 0;
  let heading = 0;
  for (const token of md.parse(prepare(body), {})) {
    if (GROUPS.has(token.type) && depth++ === 0) group += 1;
    else if (GROUPS.has(token.type.replace(/_close$/, '_open')) && token.nesting === -1) depth -= 1;
    else if (token.type === 'heading_open') heading = Number(token.tag.slice(1));
    else if (token.type === 'inline') {
      if (depth === 0) group += 1;
      blocks.push(readBlock(token, bodyOffset, heading, group));
      heading = 0;
    }
  }
  return blocks;
}

/** Keeps the lines, and removes syntax that only this site's Markdown has. */
function prepare(body: string): string {
  return withoutValues(body)
    .split('\n')
    .map((line) => {
      if (/^\s*:{3,}/.test(line)) return '';
      const bare = line.replace(/\s*\{#[\w-]+\}\s*$/, '');
      return bare.replaceAll(VALUE_OR_CODE, (whole) => (whole.startsWith('{{') ? VALUE : whole));
    })
    .join('\n');
}

function readBlock(token: Token, bodyOffset: number, level: number, group: number): ProseBlock {
  const first = bodyOffset + (token.map?.[0] ?? 0) + 1;
  let line = first;
  let text = '';
  let full = '';
  const codes: InlineCode[] = [];
  const links: { text: string; line: number }[] = [];
  const images: { alt: string; line: number }[] = [];
  let linkFrom: number | null = null;
  for (const child of token.children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') {
      line += 1;
      text += '\n';
      full += '\n';
    } else if (child.type === 'text') {
      text += child.content;
      full += child.content;
    } else if (child.type === 'code_inline') {
      codes.push({ code: child.content, line });
      text += CODE;
      full += child.content;
    } else if (child.type === 'image') images.push({ alt: child.content, line });
    else if (child.type === 'link_open') linkFrom = full.length;
    else if (child.type === 'link_close' && linkFrom !== null) {
      links.push({ text: full.slice(linkFrom), line });
      linkFrom = null;
    }
  }
  const kind = level > 0 ? 'heading' : 'text';
  return { kind, level, line: first, text, full, codes, links, images, group };
}

/** The line of the file for a position in a block's text. */
export function lineAt({ line }: ProseBlock, text: string, index: number): number {
  return line + text.slice(0, index).split('\n').length - 1;
}
