import { withoutValues } from '../contract-docs/value-lines.ts';

const FENCE = /^\s*(`{3,}|~{3,})/;
/** Lines for layout, or with content from elsewhere. */
const DIRECTIVE = /^\s*:{3,}/;
const HEADING = /^#{1,6}\s/;
const TABLE_RULE = /^[\s|:-]+$/;
/** A row of a table, or a quotation. */
const QUOTED = /^\s*[|>]/;
const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

/** Lines of Markdown that are not code and not layout. */
function textLines(markdown: string): string[] {
  let fence = '';
  return withoutValues(markdown)
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (mark !== undefined && (fence === '' || line.trim().startsWith(fence))) {
        fence = fence === '' ? mark : '';
        return '';
      }
      return fence !== '' || DIRECTIVE.test(line) || TABLE_RULE.test(line) ? '' : line;
    });
}

/** Visible words: code blocks, addresses and markup do not count. */
export function countWords(markdown: string): number {
  const text = textLines(markdown)
    .join('\n')
    .replaceAll(/\]\([^)]*\)/g, ']');
  return text.split(/[\s|]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** A list of names and values: a table in another form. */
const FACTS = /^:{3,} section facts\n[\s\S]*?^:{3,}$/gm;

/** Paragraphs and list items without their markup, with the line that each begins at (0-based); tables, facts and quotations are left out. */
export function paragraphsOf(markdown: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  let isOpen = false;
  const text = markdown.replaceAll(FACTS, (facts) => facts.replaceAll(/[^\n]/g, ''));
  textLines(text).forEach((line, index) => {
    if (line.trim() === '' || HEADING.test(line) || QUOTED.test(line)) isOpen = false;
    else if (isOpen && !ITEM.test(line)) {
      const last = found.at(-1);
      if (last) last.text += ` ${line}`;
    } else {
      found.push({ text: line.replace(ITEM, ''), line: index });
      isOpen = true;
    }
  });
  return found.map(({ text, line }) => ({ text: normalize(text), line }));
}

function normalize(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[^\p{L}\p{N}{}#]+/gu, ' ')
    .trim()
    .toLowerCase();
}
