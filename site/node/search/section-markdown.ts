import { unescapeHtml } from '../output/html-scan.ts';
import { BLOCKS, textOf } from './text-of.ts';

/** Elements that one line of text cannot show. */
const FORMED = /<(?:table|pre|li)\b/;
const TABLE_OR_CODE = /<table\b[\s\S]*?<\/table>|<pre\b[\s\S]*?<\/pre>/g;
const ROW = /<tr\b[^>]*>([\s\S]*?)<\/tr>/g;
const CELL = /<(t[hd])\b[^>]*>([\s\S]*?)<\/\1>/g;
const ITEM = /<li\b[^>]*>\s*(?:<p\b[^>]*>)?/g;
const INLINE_CODE = /<code\b[^>]*>([\s\S]*?)<\/code>/g;
/** The label of a block of code without a title. */
const LANGUAGE = /aria-label="Code, ([\w-]+)"/;

/** Rendered HTML as Markdown; undefined without a table, a list or a block of code. */
export function markdownOf(html: string): string | undefined {
  if (!FORMED.test(html)) return undefined;
  const blocks: string[] = [];
  let from = 0;
  for (const { 0: element, index } of html.matchAll(TABLE_OR_CODE)) {
    blocks.push(proseOf(html.slice(from, index)));
    blocks.push(element.startsWith('<pre') ? codeOf(element) : tableOf(element));
    from = index + element.length;
  }
  blocks.push(proseOf(html.slice(from)));
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Paragraphs, and lists with one line for each item; diagrams are left out. */
function proseOf(html: string): string {
  const lines = html
    .replaceAll(/<svg\b[\s\S]*?<\/svg>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(ITEM, '\n- ')
    .replaceAll(/<\/?([a-z][a-z\d]*)\b[^>]*>/gi, (tag, name: string) =>
      BLOCKS.has(name.toLowerCase()) ? '\n' : tag,
    )
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== '' && line !== '-');
  return lines
    .map((line, at) => {
      const isNextItem = line.startsWith('- ') && lines[at - 1]?.startsWith('- ') === true;
      return at === 0 || isNextItem ? line : `\n${line}`;
    })
    .join('\n');
}

function tableOf(html: string): string {
  const rows = [...html.matchAll(ROW)].map(([, row = '']) =>
    [...row.matchAll(CELL)].map(([, , cell = '']) => lineOf(cell).replaceAll('|', '\\|')),
  );
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const empty = Array.from({ length: columns }, () => '');
  const [head = empty, ...body] = html.includes('<thead') ? rows : [empty, ...rows];
  return [head, empty.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function codeOf(html: string): string {
  const [, language = ''] = LANGUAGE.exec(html) ?? [];
  const text = unescapeHtml(html.replaceAll(/<[^>]*>/g, '')).trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Inline content in one line. */
function lineOf(html: string): string {
  const marked = html.replaceAll(INLINE_CODE, (_, code: string) =>
    code.includes('`') ? code : `\`${code}\``,
  );
  return textOf(marked.replaceAll('<br>', ' '));
}
