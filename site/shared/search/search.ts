import lunr from 'lunr';
import { addressed } from './addresses.ts';
import { coverageOf } from './coverage.ts';
import { namesOf, PART_NAMES, type SearchDocument, splitWords } from './format.ts';
import { keywordsLike } from './keywords.ts';
import { asksForRequirements, isRequirement, kindOf, REQUIREMENTS, termAskedFor } from './kind.ts';
import { isStopWord, type LoadedPart } from './load-part.ts';
import { addressOf, isKeywords, isThing } from './places.ts';
import { presentRows, type SearchResult } from './present.ts';
import { type Attempt, attemptsFor, tokenizeQuery } from './query.ts';
import { arrangeResults, type Found, gatherRows, schemasLast } from './results.ts';
import { meaningsOf, stepsOf, translated } from './synonyms.ts';
import { correctionsOf, type Replacement, type Rewriting, rewrite, unknownWords } from './typo.ts';

/** Titles, headings, descriptions and names can be typed as a whole. */
const EXACT_PARTS = 4;
const HEADINGS = PART_NAMES.indexOf('heading');

/** Pages that explain a thing come before those that list it. */
const MARKS = [undefined, 1] as const;

/** A name in programs: capital letters after small ones, or joined by underscores. */
const CODE_NAME = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;

export interface SearchOptions {
  readonly limit: number;
  readonly contextLength: number;
  /** Only what is below this route; null for everything. */
  readonly under: string | null;
  /** True to search for the words as typed: unknown words are left out, not corrected. */
  readonly isLiteral: boolean;
  /** Routes below which all that is found is counted, also beyond the limit. */
  readonly counted?: readonly string[];
}

export interface SearchOutcome {
  readonly results: SearchResult[];
  /** The words of the query that are in no page, and what was searched instead. */
  readonly replaced: readonly Replacement[];
  /** True when the limit has cut the list: the rest is not counted. */
  readonly hasMore: boolean;
  /** Without results under a route: how many there are in everything, up to the limit. */
  readonly elsewhere: number;
  /** By route to count below. */
  readonly counts: Readonly<Record<string, number>>;
}

export const NOTHING_FOUND: SearchOutcome = {
  results: [],
  replaced: [],
  hasMore: false,
  elsewhere: 0,
  counts: {},
};

interface Request extends SearchOptions {
  readonly query: string;
  readonly parts: readonly LoadedPart[];
}

/**
 * Searches the parts that are there, in their order, attempt by attempt, until the limit is reached. With
 * `english`, the stems of words that are no typing errors, words that are in no page are corrected or left out, and not every word has to be in a result.
 */
export function search(
  parts: readonly LoadedPart[],
  query: string,
  options: SearchOptions,
  english: ReadonlySet<string> | null,
): SearchOutcome {
  const request = { ...options, query, parts };
  const isForgiving = english !== null;
  const { tokens, replaced } =
    english === null ? { tokens: tokenizeQuery(query), replaced: [] } : understand(request, english);
  const { limit, under, contextLength, counted = [] } = options;
  // One row beyond the limit says that there are more.
  const all = find(request, tokens, isForgiving, counted.length > 0 ? Infinity : limit + 1);
  const found = all.slice(0, limit);
  const isNarrow = found.length === 0 && under !== null;
  const elsewhere = isNarrow ? find({ ...request, under: null }, tokens, isForgiving, limit).length : 0;
  const results = presentRows(arrangeResults(found), parts, tokens, contextLength);
  const below = (path: string) => all.filter(({ document }) => document.u.startsWith(path)).length;
  const counts = Object.fromEntries(counted.map((path) => [path, below(path)]));
  return { results, replaced, hasMore: all.length > limit, elsewhere, counts };
}

/** The words to search for: unknown ones are replaced by what they mean here, or corrected, or left out. */
function understand(request: Request, english: ReadonlySet<string>): Rewriting {
  const { parts, query, isLiteral } = request;
  const tokens = tokenizeQuery(query);
  const nowhere = unknownWords(tokens, parts);
  if (nowhere.length === 0 || addressed(parts, query).length > 0) return { tokens, replaced: [] };
  // Words that readers bring from elsewhere stay: the search knows what they mean.
  const foreign = stepsOf(tokens).filter(
    ({ typed, synonyms }) => synonyms.length > 0 && typed.some((token) => nowhere.includes(token)),
  );
  const explained = foreign.map(({ typed, synonyms: [meant = null] }) => ({ typed: typed.join(' '), meant }));
  const unknown = new Set(nowhere.filter((token) => !foreign.some(({ typed }) => typed.includes(token))));
  const corrected = isLiteral ? [] : correctionsOf(tokens, unknown, parts, english);
  const sensible = corrected.find(
    ({ tokens: words }) => find({ ...request, under: null }, words, false, 1).length > 0,
  );
  const rewritten = sensible ?? rewrite(tokens, unknown, () => null);
  return { tokens: rewritten.tokens, replaced: [...explained, ...rewritten.replaced] };
}

/** At most `limit` rows, the best first. */
function find(
  request: Request,
  tokens: readonly string[],
  isForgiving: boolean,
  limit: number,
): readonly Found[] {
  const { parts, query, under } = request;
  const isWanted = under?.startsWith(REQUIREMENTS) === true || asksForRequirements(tokenizeQuery(query));
  const rows = gatherRows(meantBy(parts, query, tokens), candidatesFor(parts, tokens, isForgiving), {
    limit,
    isWithin: ({ u }) => under === null || u.startsWith(under),
    isLast: ({ u }) => !isWanted && isRequirement(u),
  });
  return isInWords(query) ? schemasLast(rows) : rows;
}

/** Several words of a language, none of which is a name in programs or asks for a schema. */
function isInWords(query: string): boolean {
  return query.trim().includes(' ') && !CODE_NAME.test(query) && !/\bschemas?\b/i.test(query);
}

/** What a query names by its address, title or name as a whole. Content is never one line long. */
function* meantBy(parts: readonly LoadedPart[], query: string, tokens: readonly string[]): Generator<Found> {
  for (const document of addressed(parts, query))
    yield { document, part: document.h === undefined ? 'title' : 'heading' };
  const term = splitWords(termAskedFor(query) ?? '');
  for (const document of parts[HEADINGS]?.exactly(term) ?? [])
    if (kindOf(addressOf(document)) === 'Terms') yield { document, part: 'heading' };
  const hits = parts
    .slice(0, EXACT_PARTS)
    .flatMap((part, at) =>
      part.exactly(tokens).map((document) => ({ document, part: PART_NAMES[at] ?? 'title' })),
    )
    .filter(({ document, part }) => !isKeywords(document, part));
  const name = query.trim();
  const isProper = ({ document, part }: Found) =>
    part === 'keywords' && isThing(document) && namesOf(document.t).includes(name);
  const isCode = ({ document }: Found) => CODE_NAME.test(name) && document.t.includes(name);
  // The page of a list has its name; its entries have the names of what others explain, or are names in programs.
  const isMeant = (hit: Found) => hit.part === 'title' || hit.document.a === undefined || isCode(hit);
  yield* hits.filter(({ part }) => part === 'title');
  yield* hits.filter(isProper);
  yield* hits.filter(isMeant);
}

/** What has the words of a query, the best first. */
function* candidatesFor(
  parts: readonly LoadedPart[],
  tokens: readonly string[],
  isForgiving: boolean,
): Generator<Found> {
  const attempts = attemptsFor(tokens, isStopWord);
  if (!isForgiving) return yield* tryAll(attempts, parts);
  const ours = translated(tokens);
  const meanings = meaningsOf(tokens, isStopWord);
  // One word has its sections among the headings.
  if (meanings.length < 2 && ours === null) return yield* tryAll(attempts, parts);
  const coverage = coverageOf(parts, meanings);
  const aimed = function* (found: Iterable<Found>): Generator<Found> {
    for (const one of found) yield coverage.aim(one);
  };
  const named = function* (words: readonly string[]): Generator<Found> {
    for (const one of tryAll(wholeAttempts(words), names))
      if (!isKeywords(one.document, one.part)) yield coverage.aim(one);
  };
  // What is called so comes first, by the words of the reader or by ours; then what has most of the words.
  const names = parts.slice(0, EXACT_PARTS);
  yield* named(tokens);
  yield* aimed(keywordsLike(parts, tokens));
  if (ours !== null) yield* named(ours);
  yield* coverage.ranked();
  yield* aimed(tryAll(ours === null ? attempts : [...attempts, ...attemptsFor(ours, isStopWord)], parts));
}

function* tryAll(attempts: readonly Attempt[], parts: readonly LoadedPart[]): Generator<Found> {
  for (const attempt of attempts) {
    const hits = parts.map((part, at) => (isTooBroad(attempt, at) ? [] : ask(part, attempt)));
    for (const mark of MARKS) {
      for (const [at, documents] of hits.entries()) {
        for (const document of documents)
          if (document.a === mark) yield { document, part: PART_NAMES[at] ?? 'content' };
      }
    }
  }
}

/** The attempts that leave out no word that says something. */
function wholeAttempts(words: readonly string[]): Attempt[] {
  const least = words.filter((word) => !isStopWord(word)).length;
  return attemptsFor(words, isStopWord).filter(({ length }) => length >= least);
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
