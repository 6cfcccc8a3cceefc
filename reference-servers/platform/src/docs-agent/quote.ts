import { stemsOf } from '../text/words.ts';

/** The smallest part of a passage that makes sense alone. */
interface Unit {
  /** Units of one block are together in the quote, as they are in the passage. */
  readonly block: Block;
  readonly text: string;
}

interface Block {
  readonly kind: 'paragraph' | 'list' | 'table' | 'code';
  /** Head of a table. */
  readonly head: readonly string[];
}

/** Size of a unit of each kind. */
const SIZES: Readonly<Record<Block['kind'], number>> = { paragraph: 2, list: 1, table: 1, code: 2 };

/** Maximum size of a quote: three sentences, or six rows. */
const LARGEST = 6;

/** Maximum length of a sentence or item in characters, and of a block of code in lines. */
const LONGEST_SENTENCE = 700;
const LONGEST_CODE = 20;

/** Lines of Markdown that belong together: a block of code, a table, a list, or a paragraph. */
const BLOCKS = /^(`{3,})[^\n]*\n[\s\S]*?\n\1$|(?:^\|.*\n?)+|(?:^- .*\n?)+|(?:^(?!`{3}|\||- ).+\n?)+/gm;

/** A sentence; a colon may end it, and code within it may contain anything. */
const SENTENCE = /(?:`[^`]*`|.)+?(?:[.!?](?=\s+[\p{Lu}`])|:(?=\s+\p{Lu})|$)/gsu;

/**
 * The part of a Markdown text that has the most words of a question, by their stems: neighboring sentences, rows, items
 * and blocks of code, in Markdown.
 */
export function quote(markdown: string, asked: ReadonlySet<string>): string {
  const units = [...markdown.matchAll(BLOCKS)].flatMap(([text]) => unitsOf(text.trimEnd()));
  const scores = units.map(({ text }) => new Set(stemsOf(text).filter((stem) => asked.has(stem))).size);
  const first = scores.indexOf(Math.max(...scores));
  let size = 0;
  const quoted = units.slice(first).filter(({ block }) => {
    size += SIZES[block.kind];
    return size <= LARGEST;
  });
  const blocks = [...new Set(quoted.map(({ block }) => block))];
  return blocks
    .map((block) => {
      const texts = quoted.flatMap((unit) => (unit.block === block ? unit.text : []));
      return [...block.head, ...texts].join(block.kind === 'paragraph' ? ' ' : '\n');
    })
    .join('\n\n');
}

function unitsOf(text: string): Unit[] {
  const lines = text.split('\n');
  if (text.startsWith('```')) return [{ block: { kind: 'code', head: [] }, text: shorten(lines) }];
  if (text.startsWith('|')) {
    const block: Block = { kind: 'table', head: lines.slice(0, 2) };
    return lines.slice(2).map((line) => ({ block, text: line }));
  }
  const isList = text.startsWith('- ');
  const block: Block = { kind: isList ? 'list' : 'paragraph', head: [] };
  const parts = isList ? lines : [...text.matchAll(SENTENCE)].map(([sentence]) => sentence.trim());
  return parts.map((part) => ({ block, text: part.slice(0, LONGEST_SENTENCE) }));
}

/** A block of code with its fences; a long one is cut. */
function shorten(lines: readonly string[]): string {
  if (lines.length - 2 <= LONGEST_CODE) return lines.join('\n');
  return [...lines.slice(0, LONGEST_CODE + 1), '…', ...lines.slice(-1)].join('\n');
}
