import { unescapeHtml } from '../output/html-scan.ts';

/** Elements that are apart from the text before and after them. */
export const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  'li',
  'tr',
  'td',
  'th',
  'div',
  'pre',
  'dd',
  'dt',
  'h1',
  'h4',
  'h5',
  'h6',
  'figcaption',
  'summary',
  // Labels of a diagram.
  'text',
]);

/** The text a reader sees; block elements are kept apart by spaces. */
export function textOf(html: string): string {
  const spaced = html.replace(/<\/?([a-z][a-z\d]*)\b[^>]*>/gi, (_, name: string) =>
    BLOCKS.has(name.toLowerCase()) ? ' ' : '',
  );
  return unescapeHtml(spaced).replaceAll(/\s+/g, ' ').trim();
}
