import lunr from 'lunr';
import { namesOf, PART_NAMES, type PartName, type SearchDocument, splitWords } from './format.ts';
import { highlight, type Segment } from './highlight.ts';
import { isStopWord, type LoadedPart, stemOf } from './load-part.ts';
import { type Attempt, attemptsFor, tokenizeQuery } from './query.ts';
import { arrangeResults, type Found, type TreeResult } from './results.ts';
import { correctionsOf } from './typo.ts';

/** Titles, headings, descriptions and names can be typed as a whole. */
const EXACT_PARTS = 4;

/** Pages that explain a thing come before those that list it. */
const MARKS = [undefined, 1] as const;

/** One result as the reader sees it. */
export interface SearchResult {
  /** Id of the document that was found. */
  readonly id: number;
  readonly url: string;
  readonly part: TreeResult['part'];
  readonly isChild: boolean;
  readonly place: TreeResult['place'];
  /** What was found, marked. */
  readonly text: readonly Segment[];
  /** The section or page it stands in, when that is not the text itself. */
  readonly section: string | null;
  readonly breadcrumb: readonly string[];
}

export interface SearchOptions {
  readonly limit: number;
  readonly contextLength: number;
  /** Only what stands under this route; null for everything. */
  readonly under: string | null;
}

export interface SearchOutcome {
  readonly results: SearchResult[];
  /** The query that was answered, when a word of the one asked for is nowhere. */
  readonly correction: string | null;
  /** True when the limit has cut the list: how much more there is, nobody has counted. */
  readonly hasMore: boolean;
}

interface Finding {
  readonly found: readonly Found[];
  readonly hasMore: boolean;
}

export const NOTHING_FOUND: SearchOutcome = { results: [], correction: null, hasMore: false };

/**
 * Searches the parts that are there, in their order, attempt by attempt, until the limit is reached. If nothing is
 * found and `isForgiving`, words that are nowhere are taken for typing errors.
 */
export function search(
  parts: readonly LoadedPart[],
  query: string,
  options: SearchOptions & { readonly isForgiving: boolean },
): SearchOutcome {
  const tokens = tokenizeQuery(query);
  const finding = find(parts, tokens, options);
  if (finding.found.length > 0 || tokens.length === 0 || !options.isForgiving)
    return present(finding, tokens, null, options);
  for (const corrected of correctionsOf(tokens, parts)) {
    const other = find(parts, corrected, options);
    if (other.found.length > 0) return present(other, corrected, corrected.join(' '), options);
  }
  return NOTHING_FOUND;
}

function find(
  parts: readonly LoadedPart[],
  tokens: readonly string[],
  { limit, under }: SearchOptions,
): Finding {
  const found = new Map<number, Found>();
  let hasMore = false;
  const isWithin = ({ u }: SearchDocument) => under === null || u.startsWith(under);
  const add = (document: SearchDocument, part: PartName) => {
    if (found.size < limit || found.has(document.i)) found.set(document.i, { document, part });
    else hasMore = true;
  };
  // Whoever types a whole title or name means that one. Content is never one line long.
  for (const [at, part] of parts.slice(0, EXACT_PARTS).entries()) {
    for (const document of part.exactly(tokens)) {
      // The page of a list has its name; its entries have the names of what others explain.
      const isMeant = at === 0 || document.a === undefined;
      if (isMeant && isWithin(document)) add(document, PART_NAMES[at] ?? 'title');
    }
  }
  for (const attempt of attemptsFor(tokens, isStopWord)) {
    const hits = parts.map((part, at) => (isTooBroad(attempt, at) ? [] : ask(part, attempt)));
    for (const mark of MARKS) {
      for (const [at, documents] of hits.entries()) {
        for (const document of documents) {
          if (hasMore) return { found: [...found.values()], hasMore };
          const isNew = document.a === mark && isWithin(document) && !found.has(document.i);
          if (isNew) add(document, PART_NAMES[at] ?? 'content');
        }
      }
    }
  }
  return { found: [...found.values()], hasMore };
}

/** One letter and a wildcard would touch the whole index: titles only. */
function isTooBroad(attempt: Attempt, part: number): boolean {
  return part > 0 && attempt.some((term) => term.hasWildcard && term.value.length === 1);
}

function ask(part: LoadedPart, attempt: Attempt): SearchDocument[] {
  const hits = part.index.query((query) => {
    for (const { value, hasWildcard } of attempt) {
      query.term(value, {
        presence: lunr.Query.presence.REQUIRED,
        wildcard: hasWildcard ? lunr.Query.wildcard.TRAILING : lunr.Query.wildcard.NONE,
      });
    }
  });
  return hits.flatMap((hit) => part.documents.get(hit.ref) ?? []);
}

function present(
  { found, hasMore }: Finding,
  tokens: readonly string[],
  correction: string | null,
  { contextLength }: SearchOptions,
): SearchOutcome {
  const matches = matcherFor(tokens);
  const results = arrangeResults(found).map(({ document, part, isChild, place }) => ({
    id: document.i,
    url: document.u + (document.h ?? ''),
    part,
    isChild,
    place,
    text: highlight(
      part === 'keywords' ? meantNames(document.t, matches) : document.t,
      contextLength,
      matches,
    ),
    section: document.s ?? null,
    breadcrumb: document.b ?? [],
  }));
  return { results, correction, hasMore };
}

/** Of the names of a section those that were asked for. */
function meantNames(text: string, matches: (word: string) => boolean): string {
  const names = namesOf(text);
  const meant = names.filter((name) => splitWords(name).every(matches));
  return (meant.length > 0 ? meant : names).join(', ');
}

function matcherFor(tokens: readonly string[]): (word: string) => boolean {
  const stems = new Set(tokens.map(stemOf));
  const last = tokens.at(-1) ?? '';
  return (word) =>
    splitWords(word).some((part) => stems.has(stemOf(part))) || (last.length > 1 && word.startsWith(last));
}
