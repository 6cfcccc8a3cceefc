import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorAnchor } from '../../reference/static/anchors.ts';
import { SEARCH_CONTEXT_LENGTH, SEARCH_RESULT_LIMIT } from '../../shared/constants.ts';
import {
  type EnglishWords,
  type SearchDocument,
  splitWords,
  type TextPart,
} from '../../shared/search/format.ts';
import { type LoadedPart, loadPart } from '../../shared/search/load-part.ts';
import { loadTextPart } from '../../shared/search/load-text-part.ts';
import { search } from '../../shared/search/search.ts';
import { SYNONYM_WORDS } from '../../shared/search/synonym-words.ts';
import { unknownWords } from '../../shared/search/typo.ts';
import type { Boot } from '../../shared/site.ts';
import { SITE_ROOT } from '../config.ts';
import { allApis, hrefOf } from '../contract-docs/catalog.ts';
import { allReferences, routeOfReference } from '../contracts.ts';

/** The quality of the results for one query of the golden set. */
export interface GoldenResult {
  readonly query: string;
  /** 1 for the first result; null when no expected result was found. */
  readonly rank: number | null;
  readonly found: readonly string[];
  /** True when a word of the query is in no page. */
  readonly isCorrected: boolean;
}

const LIMIT = 20;
/** The number of reader queries, from the first on, for tuning the search. */
const TUNED = 40;
const BOOT = /id="boot">([^<]*)</;
/** Shorter words are not corrected. */
const MISTYPED_MIN = 6;
const CAPITAL = /[A-Z]/;
const SLIPS: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at + 1) + word.slice(at),
  (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  (word, at) => `${word.slice(0, at)}${CAPITAL.test(word.charAt(at)) ? 'X' : 'x'}${word.slice(at + 1)}`,
];

/** Runs every query of the golden set, as the search box of a built site does. */
export function askGoldenQueries(outDir: string): GoldenResult[] {
  const ask = askerOf(outDir);
  return readQueries().map(({ query, wanted }) => ask(query, wanted));
}

/** The results of queries in readers' words. */
export interface ReaderResults {
  /** Two sets for tuning the search. */
  readonly tuned: readonly GoldenResult[];
  readonly development: readonly GoldenResult[];
  /** Only its figure may be looked at. */
  readonly untouched: readonly GoldenResult[];
}

/** The same for queries in readers' words. */
export function askReaders(outDir: string): ReaderResults {
  const ask = askerOf(outDir);
  const results = (name: string) => readQueries(name).map(({ query, wanted }) => ask(query, wanted));
  const readers = results('golden-readers.txt');
  const development = results('golden-development.txt');
  return { tuned: readers.slice(0, TUNED), development, untouched: readers.slice(TUNED) };
}

/**
 * Repeats the queries that succeeded, or one in so many of them, with one letter of the longest word left out, doubled,
 * swapped and replaced.
 */
export function askMistypedQueries(outDir: string, oneIn = 1): GoldenResult[] {
  const ask = askerOf(outDir);
  const queries = readQueries().filter((_, index) => index % oneIn === 0);
  return queries.flatMap(({ query, wanted }) => {
    const asked = ask(query, wanted);
    return isInBox(asked) && !asked.isCorrected ? mistyped(query).map((typed) => ask(typed, wanted)) : [];
  });
}

/** The words by which synonyms are explained that no page has. */
export function unknownSynonyms(outDir: string): string[] {
  const { parts } = indexOf(outDir);
  const words = SYNONYM_WORDS.flatMap(([, ours]) => ours.split(', ').flatMap(splitWords));
  return unknownWords(words, parts);
}

/** The share of queries with the expected result in the box. */
export function recallOf(results: readonly GoldenResult[]): number {
  return results.filter(isInBox).length / results.length;
}

/** True when the search box shows an expected result. */
export function isInBox({ rank }: GoldenResult): boolean {
  return rank !== null && rank <= SEARCH_RESULT_LIMIT;
}

function mistyped(query: string): string[] {
  const words = query.split(/[^A-Za-z]+/).toSorted((a, b) => b.length - a.length);
  const [longest = ''] = words;
  if (longest.length < MISTYPED_MIN) return [];
  const typed = SLIPS.map((slip) => slip(longest, Math.floor(longest.length / 2)));
  return typed.filter((word) => word !== longest).map((word) => query.replace(longest, word));
}

function askerOf(outDir: string): (query: string, wanted: readonly string[]) => GoldenResult {
  const { parts, english } = indexOf(outDir);
  return (query, wanted) => {
    const targets = new Set(wanted.flatMap((name) => targetsOf(name)));
    if (targets.size === 0)
      throw new Error(`golden query "${query}": nothing is called ${wanted.join(' or ')}`);
    const options = { limit: LIMIT, contextLength: SEARCH_CONTEXT_LENGTH, under: null, isLiteral: false };
    const { results, replaced } = search(parts, query, options, english);
    const found = results.map(({ url }) => url);
    const at = found.findIndex((url) => targets.has(url) || targets.has(pageOf(url)));
    return { query, rank: at === -1 ? null : at + 1, found, isCorrected: replaced.length > 0 };
  };
}

/** Any part of a page will do for its reader, except on the page of an API, where all parts are results. */
function pageOf(url: string): string {
  return /^\/(?:api|extension-points)\/[^#]/.test(url) ? url : (url.split('#')[0] ?? '');
}

/** Mean reciprocal rank of the first expected result; a miss counts as zero. */
export function meanReciprocalRank(results: readonly GoldenResult[]): number {
  const sum = results.reduce((total, { rank }) => total + (rank === null ? 0 : 1 / rank), 0);
  return sum / results.length;
}

/** The index of the newest version, from the files that its pages load. */
function indexOf(outDir: string): { parts: LoadedPart[]; english: ReadonlySet<string> } {
  const read = (file: string) => readFileSync(path.join(outDir, file), 'utf8');
  const { site }: Boot = JSON.parse(BOOT.exec(read('index.html'))?.[1] ?? '');
  const [titles, texts] = site.docsVersions.find(({ isLast }) => isLast)?.search ?? [];
  if (titles === undefined || texts === undefined)
    throw new Error(`${outDir} has no index of its newest version`);
  const readIndex = (url: string) => JSON.parse(read(url.slice(site.baseUrl.length)));
  const first: SearchDocument[][] = readIndex(titles);
  const second: TextPart = readIndex(texts);
  const english: EnglishWords = readIndex(second.english);
  return { parts: [...first.map(loadPart), loadTextPart(second)], english: new Set(english.split(' ')) };
}

function readQueries(name = 'golden-queries.txt'): { query: string; wanted: string[] }[] {
  const text = readFileSync(path.join(SITE_ROOT, 'node/search', name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [query = '', wanted = ''] = line.split(' | ');
      return { query, wanted: wanted.split(' ') };
    });
}

/** Addresses for a line of the set. Several contracts may have a schema of that name. */
function targetsOf(name: string): string[] {
  if (name.startsWith('/')) return [name];
  const codes = allReferences().flatMap((model) =>
    model.errors
      .filter(({ code }) => name === `error:${code}`)
      .map(({ code }) => `${routeOfReference(model)}#${errorAnchor(code)}`),
  );
  const things = allApis().flatMap((placed) => [
    { key: `api:${placed.api.id}`, href: hrefOf.api(placed) },
    ...placed.api.operations.map((one) => ({
      key: `${placed.api.id}#${one.id}`,
      href: hrefOf.operation(placed, one),
    })),
    ...placed.api.schemas.map((one) => ({ key: `schema:${one.name}`, href: hrefOf.schema(placed, one) })),
  ]);
  return [...codes, ...things.filter(({ key }) => key === name).map(({ href }) => href)];
}
