import { countWords } from '../../shared/search/count-words.ts';
import {
  PART_NAMES,
  type PartName,
  type SearchDocument,
  type SearchPart,
} from '../../shared/search/format.ts';
import { stemOf } from '../../shared/search/load-part.ts';
import { type Counts, joinByStem, storedIndex } from '../../shared/search/stored-index.ts';
import type { Page } from '../../shared/site.ts';
import { readSections } from './sections.ts';

/** A page as far as search is concerned. */
export interface IndexedPage {
  readonly page: Page;
  readonly html: string;
  /** Further things to be found on the page, such as operations; each becomes a section of its own. */
  readonly entries: readonly IndexedEntry[];
  /** The page lists what others explain. */
  readonly isAside?: boolean;
}

export interface IndexedEntry {
  readonly title: string;
  readonly hash: string;
  readonly text: string;
  /** The name by which programs know it, such as an operation's id. */
  readonly name?: string;
  /** What it belongs to, for readers who find several of the same title. */
  readonly group?: string;
}

/** A part and, not stored in it, the words that it was made of. */
export interface BuiltPart {
  readonly part: SearchPart;
  readonly words: Counts;
}

/** The five parts of the index over these pages. */
export function buildSearchIndex(pages: readonly IndexedPage[]): BuiltPart[] {
  const documents: Record<PartName, SearchDocument[]> = {
    title: [],
    heading: [],
    description: [],
    keywords: [],
    content: [],
  };
  let next = 0;
  for (const { page, html, entries, isAside } of pages) {
    const id = next++;
    const aside = isAside ? { a: 1 as const } : {}; // the format has no other value
    const b = page.breadcrumbs.slice(0, -1).map((crumb) => crumb.label);
    const u = page.route;
    documents.title.push({ i: id, t: page.title, u, b, ...aside });
    if (page.description !== '')
      documents.description.push({ i: id, t: page.description, s: page.title, u, p: id, ...aside });
    const sections: { title: string; id: string | null; text: string; name?: string; group?: string }[] = [
      ...readSections(html),
      ...entries.map(({ hash, ...entry }) => ({ ...entry, id: hash })),
    ];
    for (const section of sections) {
      const h = section.id === null ? '' : `#${section.id}`;
      if (section.id !== null) {
        const i = next++;
        documents.heading.push({
          i,
          t: section.title,
          s: section.group ?? page.title,
          u,
          h,
          p: id,
          ...aside,
        });
        if (section.name !== undefined)
          documents.keywords.push({ i, t: section.name, s: section.title, u, h, p: id, ...aside });
      }
      if (section.text === '') continue;
      const s = section.id === null ? page.title : section.title;
      documents.content.push({ i: next++, t: section.text, s, u, h, p: id, ...aside });
    }
  }
  return PART_NAMES.map((name) => {
    const refs = documents[name].map(({ i }) => String(i));
    const words = countWords(documents[name].map(({ t }) => t));
    const index = storedIndex(refs, joinByStem(words, stemOf));
    return { part: { documents: documents[name], index }, words };
  });
}
