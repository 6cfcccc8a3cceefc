import path from 'node:path';
import type { Content, Source } from './load.ts';

/** Titles of pages in a list with several folders: "Overview" alone would be ambiguous. */
export function distinctTitles<Page>(
  pages: readonly Page[],
  titleOf: (page: Page) => string,
  folderOf: (page: Page) => string | undefined,
): ReadonlyMap<Page, string> {
  const counts = new Map<string, number>();
  for (const page of pages) counts.set(titleOf(page), (counts.get(titleOf(page)) ?? 0) + 1);
  return new Map(
    pages.map((page) => {
      const title = titleOf(page);
      const folder = (counts.get(title) ?? 0) > 1 ? folderOf(page) : undefined;
      return [page, folder === undefined ? title : `${folder}: ${title}`];
    }),
  );
}

/** The same for documents that have not been compiled: the label of their folder is added. */
export function titlesOfDocuments({ sources, categories }: Content): ReadonlyMap<Source, string> {
  const documents = sources.filter(({ area }) => area === 'docs');
  return distinctTitles(
    documents,
    ({ frontMatter }) => frontMatter.title,
    ({ area, id }) => categories.get(path.posix.dirname(`${area}/${id}`))?.label,
  );
}

const titles = new WeakMap<Content, ReadonlyMap<string, string>>();

/** The same by route; cached, because all pages of an edition need it. */
export function titlesByRoute(content: Content): ReadonlyMap<string, string> {
  const known = titles.get(content);
  if (known) return known;
  const made = new Map([...titlesOfDocuments(content)].map(([{ route }, title]) => [route, title]));
  titles.set(content, made);
  return made;
}
