/** The parts of an index, in the order they stand in the file and are asked. */
export const PART_NAMES = ['title', 'heading', 'description', 'keywords', 'content'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** One thing that can be found; names are short because there are thousands. */
export interface SearchDocument {
  /** Unique; description and keywords reuse the id of their page. */
  readonly i: number;
  /** The text that is searched. */
  readonly t: string;
  /** Address of the page. */
  readonly u: string;
  /** Hash with `#`, when the thing is a section. */
  readonly h?: string;
  /** Title of the section or page that holds the text. */
  readonly s?: string;
  /** Id of the page. */
  readonly p?: number;
  /** Labels of the categories above the page. */
  readonly b?: readonly string[];
  /** Set when the page lists what others explain: it comes after them. */
  readonly a?: 1;
  /** The text as Markdown, when it has a table, a list or a block of code. The pages of the site do not load it. */
  readonly m?: string;
}

/** Between the text of an operation or a schema and the names of its parameters or properties. */
export const MEMBERS = ' \u2022 ';

/** One part of the index file: documents, and the lunr index over their `t`. */
export interface SearchPart {
  readonly documents: readonly SearchDocument[];
  readonly index: object;
}

/** What the site keeps of a document before its text is needed. */
export interface TextDocument extends Omit<SearchDocument, 't' | 'm'> {
  /** Place of the file that holds the text in `files`. */
  readonly x: number;
}

/**
 * The part of the contents as the pages of the site load it: a fraction of the size of its {@link SearchPart}, because the
 * texts are in separate files and the index is rebuilt from counts.
 */
export interface TextPart {
  readonly documents: readonly TextDocument[];
  /** Every word that is indexed, with one space between two. */
  readonly words: string;
  /** For each word the places of its documents, as steps from one to the next; `x3` behind a step: it is there three times. */
  readonly counts: readonly string[];
  /** Addresses of {@link Texts}. */
  readonly files: readonly string[];
  /** Address of the {@link EnglishWords}, which are loaded for a query with an unknown word. */
  readonly english: string;
}

/** Texts of some documents, by their `i`. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Stems of English words that are in no page and that the search would take for typing errors, with one space between
 * two.
 */
export type EnglishWords = string;

/** A dot between digits belongs to a number, such as that of a release. */
const WORD_BOUNDARIES = /[\s\-_/]+|(?<!\d)\.|\.(?!\d)/;
/** `v2.3.0` is 2.3.0. */
const VERSION_MARK = /(?<![\p{L}\p{N}])v(?=\d+\.\d)/gu;
const OUTER_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** Most words are: there is nothing to take away from them. */
const PLAIN_WORD = /^[a-z\d]+$/;
const CAMEL_BOUNDARY = /(?<=[a-z\d])(?=[A-Z])/g;

/** The words of a text or query: `componentIdToProvision` and `/v1/provision` fall apart too. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(CAMEL_BOUNDARY, ' ')
    .toLowerCase()
    .replaceAll(VERSION_MARK, '')
    .split(WORD_BOUNDARIES)
    .map((word) => (PLAIN_WORD.test(word) ? word : word.replaceAll(OUTER_PUNCTUATION, '')))
    .filter((word) => word !== '');
}

/** Stands between two names of one document; no name and no prose has it. */
const BETWEEN_NAMES = ' | ';

export function joinNames(names: readonly string[]): string {
  return names.join(BETWEEN_NAMES);
}

/** The names of a document that is made of names; any other text is one. */
export function namesOf(text: string): string[] {
  return text.split(BETWEEN_NAMES);
}

/** Name of the index of a directory: `docs/api` is in `search-index-docs-api.json`. */
export function indexFileName(directory: string): string {
  return `search-index${directory === '' ? '' : `-${directory.replaceAll('/', '-')}`}.json`;
}

/** The address of an index under the site. @throws Error when it would leave the page's origin */
export function indexUrl(siteRoot: string, directory: string, origin: string): string {
  const url = new URL(indexFileName(directory), siteRoot);
  if (url.origin !== origin) throw new Error('Unexpected version url');
  return url.href;
}
