import lunr from 'lunr';
import { PART_NAMES, type SearchDocument, type SearchPart, splitWords } from './format.ts';
import { highlight, type Segment } from './highlight.ts';
import { type Attempt, attemptsFor, tokenizeQuery } from './query.ts';
import { arrangeResults, type Found, type TreeResult } from './results.ts';

/** A part ready to be asked; null while it has not been loaded. */
export interface LoadedPart {
  readonly documents: ReadonlyMap<string, SearchDocument>;
  readonly index: lunr.Index;
}

/** One result as the reader sees it. */
export interface SearchResult {
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
}

/** Makes a stored part ready to be asked. */
export function loadPart(part: SearchPart): LoadedPart {
  return {
    documents: new Map(part.documents.map((document) => [String(document.i), document])),
    index: lunr.Index.load(part.index),
  };
}

/** Searches the parts that are there, in their order, attempt by attempt, until the limit is reached. */
export function search(
  parts: readonly (LoadedPart | null)[],
  query: string,
  options: SearchOptions,
): SearchResult[] {
  const tokens = tokenizeQuery(query);
  const found = new Map<number, Found>();
  for (const attempt of attemptsFor(tokens, isStopWord)) {
    for (const [at, part] of parts.entries()) {
      const name = PART_NAMES[at];
      if (!part || !name || isTooBroad(attempt, at)) continue;
      for (const document of ask(part, attempt)) {
        if (found.size >= options.limit) break;
        if (!found.has(document.i)) found.set(document.i, { document, part: name });
      }
    }
  }
  const matches = matcherFor(tokens);
  return arrangeResults([...found.values()]).map((result) =>
    toResult(result, options.contextLength, matches),
  );
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

function toResult(result: TreeResult, length: number, matches: (word: string) => boolean): SearchResult {
  const { document, part, isChild, place } = result;
  return {
    url: document.u + (document.h ?? ''),
    part,
    isChild,
    place,
    text: highlight(document.t, length, matches),
    section: document.s ?? null,
    breadcrumb: document.b ?? [],
  };
}

function matcherFor(tokens: readonly string[]): (word: string) => boolean {
  const stems = new Set(tokens.map(stem));
  const last = tokens.at(-1) ?? '';
  return (word) =>
    splitWords(word).some((part) => stems.has(stem(part))) || (last.length > 1 && word.startsWith(last));
}

function stem(word: string): string {
  return lunr.stemmer(new lunr.Token(word, {})).toString();
}

function isStopWord(word: string): boolean {
  return lunr.stopWordFilter(new lunr.Token(word, {})) === undefined;
}
