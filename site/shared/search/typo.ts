import { TYPO_CANDIDATES, TYPO_LONG_WORD } from '../constants.ts';
import { isStopWord, type LoadedPart, stemOf } from './load-part.ts';

/** Shorter pieces would be found in any word. */
const PIECE_MIN = 2;

/** A word of a query that is in no page. */
export interface Replacement {
  readonly typed: string;
  /** The words that were searched instead; null for a word that was left out. */
  readonly meant: string | null;
}

/** A query with its unknown words replaced or left out. */
export interface Rewriting {
  readonly tokens: readonly string[];
  readonly replaced: readonly Replacement[];
}

/** The words of a query that are in no page; a last word that begins a known one is unfinished. */
export function unknownWords(tokens: readonly string[], parts: readonly LoadedPart[]): string[] {
  const { words, stems } = vocabularyOf(parts);
  return tokens.filter((token, index) => {
    const isUnfinished = index === tokens.length - 1 && hasPrefix(words, token);
    return !isStopWord(token) && !stems.has(stemOf(token)) && !isUnfinished;
  });
}

/**
 * Ways to correct a query: each unknown word becomes a known one, at most one letter away, two in long words, the most
 * frequent first; or those of which it is made, as names are typed without capitals. A word whose stem is in `english`, or that
 * nothing is near, is left out. None when there is nothing to correct.
 */
export function correctionsOf(
  tokens: readonly string[],
  unknown: ReadonlySet<string>,
  parts: readonly LoadedPart[],
  english: ReadonlySet<string>,
): Rewriting[] {
  const { words } = vocabularyOf(parts);
  const likely = [...unknown].map(
    (token) => [token, english.has(stemOf(token)) ? [] : likelyWords(token, words)] as const,
  );
  const choices = new Map(likely);
  const most = Math.max(0, ...likely.map(([, { length }]) => length));
  // One wrong word is what happens; for several, the n-th choices go together instead of all combinations.
  return Array.from({ length: most }, (_, nth) =>
    rewrite(
      tokens,
      unknown,
      (token) =>
        choices
          .get(token)
          ?.slice(0, nth + 1)
          .at(-1) ?? null,
    ),
  );
}

/** The query with each unknown word replaced by what is meant; without it where that is null. */
export function rewrite(
  tokens: readonly string[],
  unknown: ReadonlySet<string>,
  meantBy: (token: string) => string | null,
): Rewriting {
  return {
    tokens: tokens.flatMap((token) => (unknown.has(token) ? (meantBy(token)?.split(' ') ?? []) : [token])),
    replaced: [...unknown].map((typed) => ({ typed, meant: meantBy(typed) })),
  };
}

/** The words of several parts, with how often they are there. */
interface Vocabulary {
  readonly words: ReadonlyMap<string, number>;
  readonly stems: ReadonlySet<string>;
}

/** By the last of the parts, which comes when all others are there. */
const vocabularies = new WeakMap<LoadedPart, Vocabulary>();

function vocabularyOf(parts: readonly LoadedPart[]): Vocabulary {
  const last = parts.at(-1);
  const known = last && vocabularies.get(last);
  if (known) return known;
  const words = new Map<string, number>();
  for (const part of parts) {
    for (const [word, count] of part.words()) words.set(word, (words.get(word) ?? 0) + count);
  }
  const vocabulary = { words, stems: new Set([...words.keys()].map(stemOf)) };
  if (last) vocabularies.set(last, vocabulary);
  return vocabulary;
}

function hasPrefix(words: ReadonlyMap<string, number>, prefix: string): boolean {
  for (const word of words.keys()) if (word.startsWith(prefix)) return true;
  return false;
}

/** What a token may have been meant to be, the likeliest first: a word, or several with a space between two. */
function likelyWords(token: string, words: ReadonlyMap<string, number>): string[] {
  const pieces = piecesUpTo(token, words)[token.length];
  const likely = new Set([
    ...similarWords(token, words, 1),
    ...(pieces ? [pieces.join(' ')] : []),
    ...(token.length >= TYPO_LONG_WORD ? similarWords(token, words, 2) : []),
    ...(pieces ? [] : mistypedPiecesOf(token, words)),
  ]);
  return [...likely].slice(0, TYPO_CANDIDATES);
}

/** Words at this distance or less, the nearest first, and of those the most frequent. */
function similarWords(token: string, words: ReadonlyMap<string, number>, limit: number): string[] {
  const found: { word: string; distance: number; count: number }[] = [];
  for (const [word, count] of words) {
    if (Math.abs(word.length - token.length) > limit) continue;
    const distance = editDistance(token, word, limit);
    if (distance <= limit) found.push({ word, distance, count });
  }
  return found
    .sort((a, b) => a.distance - b.distance || b.count - a.count || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** The words that a token is made of where one of them is a letter away, the fewest first. */
function mistypedPiecesOf(token: string, words: ReadonlyMap<string, number>): string[] {
  const before = piecesUpTo(token, words);
  const after = [...token].map((_, at) => piecesUpTo(token.slice(at), words)[token.length - at]);
  after.push([]);
  const found = before.flatMap((left, from) =>
    after.flatMap((right, to) => {
      const middle = token.slice(from, to);
      if (right === undefined || middle.length <= PIECE_MIN || middle === token) return [];
      const [word] = similarWords(middle, words, 1);
      return word === undefined ? [] : [[...left, word, ...right]];
    }),
  );
  return found.sort((a, b) => a.length - b.length).map((pieces) => pieces.join(' '));
}

/** At every place of a token: the fewest words that it is made of up to there. */
export function piecesUpTo(token: string, words: ReadonlyMap<string, number>): string[][] {
  const pieces: string[][] = [[]];
  for (let from = 0; from <= token.length - PIECE_MIN; from += 1) {
    const left = pieces[from];
    for (let to = from + PIECE_MIN; left && to <= token.length; to += 1) {
      const word = token.slice(from, to);
      const known = pieces[to];
      if (words.has(word) && !(known && known.length <= left.length + 1)) pieces[to] = [...left, word];
    }
  }
  return pieces;
}

/** Letters to insert, remove, replace or swap with their neighbor; more than `limit` counts as `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = row;
    row = next;
  }
  return Math.min(row[b.length] ?? 0, limit + 1);
}
