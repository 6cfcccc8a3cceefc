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
}

/** One part of the index file: documents, and the lunr index over their `t`. */
export interface SearchPart {
  readonly documents: readonly SearchDocument[];
  readonly index: object;
}

const WORD_BOUNDARIES = /[\s\-_./]+/;
const OUTER_PUNCTUATION = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const CAMEL_BOUNDARY = /(?<=[a-z\d])(?=[A-Z])/g;

/** The words of a text or query: `componentIdToProvision` and `/v1/provision` fall apart too. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(CAMEL_BOUNDARY, ' ')
    .toLowerCase()
    .split(WORD_BOUNDARIES)
    .map((word) => word.replaceAll(OUTER_PUNCTUATION, ''))
    .filter((word) => word !== '');
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
