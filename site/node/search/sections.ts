import { scanTags, unescapeHtml } from '../output/html-scan.ts';
import { namesIn } from './names.ts';

/** A part of an article: from one heading of the first three levels to the next. */
export interface Section {
  readonly title: string;
  /** Null before the first heading with an id. */
  readonly id: string | null;
  readonly text: string;
  /** The names in its code, and the weight of each here. */
  readonly names: ReadonlyMap<string, number>;
}

const BLOCKS = new Set([
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
]);
const LEFT_OUT =
  /<a class="anchor"[\s\S]*?<\/a>|<span role="tooltip"[\s\S]*?<\/span>|<button[\s\S]*?<\/button>|<script[\s\S]*?<\/script>/g;
const SPLIT = /<h([123])\b[^>]*>[\s\S]*?<\/h\1>/g;

/** Splits an article at its headings of level 1 to 3; deeper headings belong to the text. */
export function readSections(html: string): Section[] {
  const visible = html.replaceAll(LEFT_OUT, '');
  const sections: Section[] = [];
  let heading: { title: string; id: string | null } = { title: '', id: null };
  let from = 0;
  let body = 0;
  const addUntil = (end: number) =>
    sections.push({
      ...heading,
      text: textOf(visible.slice(body, end)),
      names: namesIn(visible.slice(from, end)),
    });
  for (const match of visible.matchAll(SPLIT)) {
    addUntil(match.index);
    const [tag] = scanTags(match[0]);
    heading = { title: textOf(match[0]), id: tag?.attributes.get('id') ?? null };
    from = match.index;
    body = match.index + match[0].length;
  }
  addUntil(visible.length);
  return sections.filter((section) => section.text !== '' || section.id !== null);
}

/** The text a reader sees; block elements are kept apart by spaces. */
export function textOf(html: string): string {
  const spaced = html.replace(/<\/?([a-z][a-z\d]*)\b[^>]*>/gi, (_, name: string) =>
    BLOCKS.has(name.toLowerCase()) ? ' ' : '',
  );
  return unescapeHtml(spaced).replaceAll(/\s+/g, ' ').trim();
}
