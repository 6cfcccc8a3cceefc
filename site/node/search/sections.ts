import { scanTags } from '../output/html-scan.ts';
import { namesIn } from './names.ts';
import { markdownOf } from './section-markdown.ts';
import { textOf } from './text-of.ts';

/** A part of an article: from one heading of the first three levels to the next. */
export interface Section {
  readonly title: string;
  /** Null before the first heading with an id. */
  readonly id: string | null;
  readonly text: string;
  /** The text as Markdown; absent without a table, a list or a block of code. */
  readonly markdown?: string;
  /** The names in its code, and the weight of each here. */
  readonly names: ReadonlyMap<string, number>;
}

const LEFT_OUT =
  /<a class="anchor"[\s\S]*?<\/a>|<span role="tooltip"[\s\S]*?<\/span>|<button[\s\S]*?<\/button>|<script[\s\S]*?<\/script>/g;
/** Sections that lead to other pages: a search finds those pages. */
const LINK_LIST = /^(?:next(?: steps)?|related(?: pages)?|see also)$/i;
const SPLIT = /<h([123])\b[^>]*>[\s\S]*?<\/h\1>/g;

/** Splits an article at its headings of level 1 to 3, without lists of links; deeper headings belong to the text. */
export function readSections(html: string): Section[] {
  const visible = html.replaceAll(LEFT_OUT, '');
  const sections: Section[] = [];
  let heading: { title: string; id: string | null } = { title: '', id: null };
  let from = 0;
  let body = 0;
  const addUntil = (end: number) => {
    const html = visible.slice(body, end);
    const markdown = markdownOf(html);
    sections.push({
      ...heading,
      text: textOf(html),
      ...(markdown === undefined ? {} : { markdown }),
      names: namesIn(visible.slice(from, end)),
    });
  };
  for (const match of visible.matchAll(SPLIT)) {
    addUntil(match.index);
    const [tag] = scanTags(match[0]);
    heading = { title: textOf(match[0]), id: tag?.attributes.get('id') ?? null };
    from = match.index;
    body = match.index + match[0].length;
  }
  addUntil(visible.length);
  return sections.filter(({ title, text, id }) => (text !== '' || id !== null) && !LINK_LIST.test(title));
}
