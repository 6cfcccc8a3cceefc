import lunr from 'lunr';
import { addressed } from './addresses.ts';
import { coveredBy } from './coverage.ts';
import { namesOf, PART_NAMES, type PartName, type SearchDocument, splitWords } from './format.ts';
import { highlight, type Segment } from './highlight.ts';
import { isStopWord, type LoadedPart, stemOf } from './load-part.ts';
import { type Attempt, attemptsFor, tokenizeQuery } from './query.ts';
import { arrangeResults, type Found, type TreeResult } from './results.ts';
import { meaningsOf, translated } from './synonyms.ts';
import { correctionsOf } from './typo.ts';

/** Titles, headings, descriptions and names can be typed as a whole. */
const EXACT_PARTS = 4;
/** Place of what pages say of themselves among the parts. */
const DESCRIPTIONS = 2;
/** Characters of a title that are shown. */
const TITLE_LENGTH = 90;

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
  /** What it is called, marked: the section that holds a passage, else what was found. */
  readonly title: readonly Segment[];
  /** The passage that was found, marked, or what the page says of itself; null where neither is known. */
  readonly snippet: readonly Segment[] | null;
  /** What a heading or name belongs to. */
  readonly section: string | null;
  readonly breadcrumb: readonly string[];
}

export interface SearchOptions {
  readonly limit: number;
  readonly contextLength: number;
  /** Only what is below this route; null for everything. */
  readonly under: string | null;
}

export interface SearchOutcome {
  readonly results: SearchResult[];
  /** The query that was answered, when a word of the one asked for is nowhere. */
  readonly correction: string | null;
  /** True when the limit has cut the list: the rest is not counted. */
  readonly hasMore: boolean;
}

interface Finding {
  readonly found: readonly Found[];
  readonly hasMore: boolean;
}

export const NOTHING_FOUND: SearchOutcome = { results: [], correction: null, hasMore: false };

/**
 * Searches the parts that are there, in their order, attempt by attempt, until the limit is reached. If `isForgiving`,
 * words that are nowhere are taken for typing errors, and not every word has to be there.
 */
export function search(
  parts: readonly LoadedPart[],
  query: string,
  options: SearchOptions & { readonly isForgiving: boolean },
): SearchOutcome {
  const tokens = tokenizeQuery(query);
  const named = addressed(parts, query);
  const whole = { ...options, parts };
  // A word that is nowhere is mistyped where another one makes sense of the query, unless it is known from elsewhere.
  if (options.isForgiving && named.length === 0 && translated(tokens) === null) {
    for (const corrected of correctionsOf(tokens, parts)) {
      const isSense = find(parts, corrected, { ...options, isForgiving: false }).found.length > 0;
      if (isSense) return present(find(parts, corrected, options), corrected, corrected.join(' '), whole);
    }
  }
  return present(find(parts, tokens, options, named), tokens, null, whole);
}

function find(
  parts: readonly LoadedPart[],
  tokens: readonly string[],
  { limit, under, isForgiving }: SearchOptions & { readonly isForgiving: boolean },
  named: readonly SearchDocument[] = [],
): Finding {
  const found = new Map<number, Found>();
  let hasMore = false;
  const isWithin = ({ u }: SearchDocument) => under === null || u.startsWith(under);
  const add = (document: SearchDocument, part: PartName) => {
    if (found.size < limit || found.has(document.i)) found.set(document.i, { document, part });
    else hasMore = true;
  };
  for (const document of named)
    if (isWithin(document)) add(document, document.h === undefined ? 'title' : 'heading');
  // A reader who types a whole title or name means that one. Content is never one line long.
  for (const [at, part] of parts.slice(0, EXACT_PARTS).entries()) {
    for (const document of part.exactly(tokens)) {
      // The page of a list has its name; its entries have the names of what others explain.
      const isMeant = at === 0 || document.a === undefined;
      if (isMeant && isWithin(document)) add(document, PART_NAMES[at] ?? 'title');
    }
  }
  const tryAll = (attempts: readonly Attempt[], asked: readonly LoadedPart[]) => {
    for (const attempt of attempts) {
      const hits = asked.map((part, at) => (isTooBroad(attempt, at) ? [] : ask(part, attempt)));
      for (const mark of MARKS) {
        for (const [at, documents] of hits.entries()) {
          for (const document of documents) {
            const isNew = document.a === mark && isWithin(document) && !found.has(document.i);
            if (isNew && !hasMore) add(document, PART_NAMES[at] ?? 'content');
          }
        }
      }
      if (hasMore) return;
    }
  };
  const attempts = attemptsFor(tokens, isStopWord);
  const ours = translated(tokens);
  const meanings = meaningsOf(tokens, isStopWord);
  if (isForgiving && (meanings.length > 1 || ours !== null)) {
    // What is called so comes first, by the words of the reader or by ours; then what has most of the words.
    const names = parts.slice(0, EXACT_PARTS);
    const whole = (words: readonly string[]) =>
      attemptsFor(words, isStopWord).filter((attempt) => isWhole(attempt, words));
    tryAll(whole(tokens), names);
    if (ours !== null) tryAll(whole(ours), names);
    for (const { document, part } of coveredBy(parts, meanings))
      if (isWithin(document) && !found.has(document.i)) add(document, part);
  }
  tryAll(ours === null ? attempts : [...attempts, ...attemptsFor(ours, isStopWord)], parts);
  return { found: [...found.values()], hasMore };
}

/** True for an attempt that leaves out no word that says something. */
function isWhole(attempt: Attempt, words: readonly string[]): boolean {
  return attempt.length >= words.filter((word) => !isStopWord(word)).length;
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
  { contextLength, parts }: Pick<SearchOptions, 'contextLength'> & { readonly parts: readonly LoadedPart[] },
): SearchOutcome {
  const matches = matcherFor(tokens);
  const mark = (text: string, length = contextLength) => highlight(text, length, matches);
  const results = arrangeResults(found).map(({ document, part, isChild, place }) => {
    const isPassage = document.s !== undefined && (part === 'content' || part === 'description');
    const name = part === 'keywords' ? meantNames(document.t, matches) : document.t;
    const description =
      part === 'title' ? parts[DESCRIPTIONS]?.documents.get(String(document.i))?.t : undefined;
    return {
      id: document.i,
      url: document.u + (document.h ?? ''),
      part,
      isChild,
      place,
      title: isPassage ? mark(document.s ?? '', TITLE_LENGTH) : mark(name, TITLE_LENGTH),
      snippet: isPassage ? mark(document.t) : description === undefined ? null : mark(description),
      section: isPassage ? null : (document.s ?? null),
      breadcrumb: document.b ?? [],
    };
  });
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
