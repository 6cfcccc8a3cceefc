import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import lunr from 'lunr';

/** A section of a page. */
export interface Passage {
  /** Hash of the section's text. */
  readonly id: string;
  /** Address of the section under the root of the site. */
  readonly url: string;
  readonly page: string;
  /** Equal to the page before its first heading. */
  readonly heading: string;
  readonly text: string;
  /** The text with its tables, lists and blocks of code. */
  readonly markdown: string;
  /** The page lists what other pages explain. */
  readonly isList: boolean;
}

/** The loaded search index of the site. */
export interface DocsIndex {
  readonly passages: readonly Passage[];
  readonly parts: readonly IndexPart[];
}

/** One part of the index: titles, headings, descriptions, names or contents. */
export interface IndexPart {
  readonly name: PartName;
  readonly index: lunr.Index;
  /** In how many texts of the part each stem is. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** The passages that a text of the part is about, by its reference in the index. */
  readonly about: ReadonlyMap<string, readonly Passage[]>;
}

/** The parts in the order in which the site stores them. */
const PART_NAMES = ['title', 'heading', 'description', 'keywords', 'content'] as const;

/** The name of a part. */
export type PartName = (typeof PART_NAMES)[number];

/** A document as the site stores it; the names are short because there are thousands. */
interface StoredDocument {
  readonly i: number;
  readonly t: string;
  readonly u: string;
  readonly h?: string;
  readonly s?: string;
  readonly a?: 1;
  readonly m?: string;
}

interface StoredPart {
  readonly documents: readonly StoredDocument[];
  readonly index: { readonly invertedIndex: readonly (readonly [string, { readonly t: object }])[] };
}

/**
 * Reads the file `search-index.json` that the build of the site writes.
 * @throws Error that names the file when it cannot be read, or is not a search index
 */
async function readDocsIndex(file: string): Promise<DocsIndex> {
  try {
    return createDocsIndex(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the search index ${file} cannot be read: ${problem}; build the site again`, { cause });
  }
}

/** Keeps the index of a file in memory, and reads it again when the file has changed. */
export function createDocsReader(): (file: string) => Promise<DocsIndex> {
  let known: { readonly key: string; readonly index: Promise<DocsIndex> } | undefined;
  return async (file) => {
    const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
    const key = `${file} ${mtimeMs} ${size}`;
    if (known?.key !== key) known = { key, index: readDocsIndex(file) };
    return known.index;
  };
}

function createDocsIndex(stored: unknown): DocsIndex {
  if (!isStored(stored)) throw new Error('it has not the five parts of an index');
  const documentsOf = (name: PartName): readonly StoredDocument[] =>
    stored[PART_NAMES.indexOf(name)]?.documents ?? [];
  const titles = new Map(documentsOf('title').map(({ u, t }) => [u, t]));
  const passages = documentsOf('content').map((document) => toPassage(document, titles));
  const byUrl = groupBy(passages, ({ url }) => url);
  const byPage = groupBy(passages, ({ url }) => pageOf(url));
  const parts = PART_NAMES.map((name, at) => {
    const { documents, index } = stored[at] ?? { documents: [], index: { invertedIndex: [] } };
    const isOfPage = name === 'title' || name === 'description';
    return {
      name,
      index: lunr.Index.load(index),
      frequencies: new Map(
        index.invertedIndex.map(([stem, { t }]) => [stem, Object.keys(t).length] as const),
      ),
      about: new Map(
        documents.map(({ i, u, h = '' }, nth) => {
          const own = passages[nth];
          if (name === 'content' && own !== undefined) return [String(i), [own]];
          return [String(i), (isOfPage ? byPage.get(u) : byUrl.get(u + h)) ?? []];
        }),
      ),
    };
  });
  return { passages, parts };
}

/** The address of the page of a section. */
function pageOf(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

function toPassage(
  { t, u, h = '', s, a, m = t }: StoredDocument,
  titles: ReadonlyMap<string, string>,
): Passage {
  const page = titles.get(u) ?? s ?? u;
  const about = { url: u + h, page, heading: s ?? page, text: t };
  const id = createHash('sha256').update(JSON.stringify(about)).digest('base64url');
  return { ...about, markdown: m, id, isList: a === 1 };
}

/** Only the shape is checked: a build of this project wrote the file. */
function isStored(value: unknown): value is readonly StoredPart[] {
  return (
    Array.isArray(value) &&
    value.length === PART_NAMES.length &&
    value.every(
      (part) => Array.isArray(Object(part).documents) && Array.isArray(Object(part).index?.invertedIndex),
    )
  );
}
