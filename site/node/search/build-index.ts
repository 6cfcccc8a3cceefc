import { countWords } from '../../shared/search/count-words.ts';
import {
  joinNames,
  MEMBERS,
  PART_NAMES,
  type PartName,
  type SearchDocument,
  type SearchPart,
} from '../../shared/search/format.ts';
import { stemOf } from '../../shared/search/load-part.ts';
import { type Counts, joinByStem, storedIndex } from '../../shared/search/stored-index.ts';
import type { Page } from '../../shared/site.ts';
import { placesOfNames } from './names.ts';
import { readSections } from './sections.ts';

/** The data of a page for the search. */
export interface IndexedPage {
  readonly page: Page;
  readonly html: string;
  /** Further results on the page, such as operations; each becomes a separate section. */
  readonly entries: readonly IndexedEntry[];
  /** What readers call its topics. */
  readonly keywords?: readonly string[];
  /** The page lists what other pages explain. */
  readonly isAside?: boolean;
}

export interface IndexedEntry {
  readonly title: string;
  /** Route of the page that it is on. */
  readonly route: string;
  /** Empty for the whole page. */
  readonly hash: string;
  readonly text: string;
  /** Its name in programs, such as an operation's id. */
  readonly name?: string;
  /** Its texts that a program may print. */
  readonly messages?: readonly string[];
  /** Names of its parameters or properties. */
  readonly fields?: readonly string[];
  /** Its parent, to distinguish results with the same title. */
  readonly group?: string;
}

/** A part and, not stored in it, the words that it was made from. */
export interface BuiltPart {
  readonly part: SearchPart;
  readonly words: Counts;
}

/** A search result on a page; without an id it is the beginning of the page. */
interface Findable {
  readonly title: string;
  readonly route: string;
  readonly id: string | null;
  readonly text: string;
  readonly markdown?: string;
  /** Its names in programs. */
  readonly names: readonly string[];
  /** Its parent: shown with its title, and with its names. */
  readonly group: string;
  readonly groupOfNames: string;
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
  const findables = readFindables(pages);
  let next = 0;
  for (const { page, isAside, keywords = [] } of pages) {
    const id = next++;
    const aside = isAside ? { a: 1 as const } : {}; // the format has no other value
    const b = page.breadcrumbs.slice(0, -1).map((crumb) => crumb.label);
    documents.title.push({ i: id, t: page.title, u: page.route, b, ...aside });
    if (page.description !== '')
      documents.description.push({
        ...{ i: id, t: page.description, s: page.title, u: page.route, p: id },
        ...aside,
      });
    if (keywords.length > 0)
      documents.keywords.push({
        ...{ i: id, t: joinNames(keywords), s: page.title, u: page.route, p: id },
        ...aside,
      });
    for (const findable of findables.get(page) ?? []) {
      const { id: hash, route: u, title, text, markdown, names, group, groupOfNames } = findable;
      const h = hash === null || hash === '' ? '' : `#${hash}`;
      const i = next++;
      if (hash !== null) documents.heading.push({ i, t: title, s: group, u, h, p: id, ...aside });
      if (names.length > 0)
        documents.keywords.push({ i, t: joinNames(names), s: groupOfNames, u, h, p: id, ...aside });
      if (text === '') continue;
      const s = hash === null ? page.title : title;
      const m = markdown === undefined ? {} : { m: markdown };
      documents.content.push({ i: next++, t: text, s, u, h, p: id, ...aside, ...m });
    }
  }
  return PART_NAMES.map((name) => {
    const refs = documents[name].map(({ i }) => String(i));
    const words = countWords(documents[name].map(({ t }) => t));
    const index = storedIndex(refs, joinByStem(words, stemOf));
    return { part: { documents: documents[name], index }, words };
  });
}

/** The search results of each page: the sections of its article, then its entries. */
function readFindables(pages: readonly IndexedPage[]): Map<Page, Findable[]> {
  const read = pages.map(({ html, ...rest }) => ({
    ...rest,
    sections: readSections(html).map((section) => ({
      ...section,
      titles: [section.title, rest.page.title],
    })),
  }));
  const entries = pages.flatMap((page) => page.entries);
  const known = new Set(
    entries
      .flatMap(({ title, name, fields = [] }) => [title, name ?? title, ...fields])
      .map((name) => name.toLowerCase()),
  );
  // A page that lists what others explain is not the explanation of a name.
  const explaining = read.filter(({ isAside }) => !isAside).flatMap(({ sections }) => sections);
  const places = placesOfNames(explaining, known);
  return new Map(
    read.map(({ page, sections, entries: own }) => [
      page,
      [
        ...sections.map((section) => ({
          ...section,
          route: page.route,
          names: places.get(section) ?? [],
          group: page.title,
          groupOfNames: section.id === null ? page.title : `${page.title} › ${section.title}`,
        })),
        ...own.map(({ title, route, hash, name, text, messages = [], fields = [], group }) => ({
          title,
          route,
          text: fields.length === 0 ? text : `${text}${MEMBERS}${fields.join(', ')}`,
          id: hash,
          names: name === undefined ? messages : [name, ...messages],
          group: group ?? page.title,
          groupOfNames: title,
        })),
      ],
    ]),
  );
}
