import lunr from 'lunr';
import { SEARCH_B, SEARCH_K1 } from '../constants.ts';

/**
 * Where words or stems stand, in the order of the documents: the place of one, how often it is there, the place of the
 * next one, and so on.
 */
export type Counts = ReadonlyMap<string, readonly number[]>;

/** An index as lunr stores and loads it. */
export interface StoredIndex {
  readonly version: string;
  readonly fields: readonly string[];
  readonly fieldVectors: readonly (readonly [string, readonly number[]])[];
  readonly invertedIndex: readonly (readonly [string, object])[];
  readonly pipeline: readonly string[];
}

const FIELD = 't';
/** No positions are kept: the words of a result are found in its text. */
const NO_METADATA = {};

/** The same counts by stem. */
export function joinByStem(words: Counts, stemOf: (word: string) => string): Counts {
  const stems = new Map<string, readonly number[]>();
  for (const [word, counts] of words) {
    const stem = stemOf(word);
    const others = stems.get(stem);
    stems.set(stem, others === undefined ? counts : merge(others, counts));
  }
  return stems;
}

function merge(a: readonly number[], b: readonly number[]): number[] {
  const merged: number[] = [];
  let [atA, atB] = [0, 0];
  while (atA < a.length || atB < b.length) {
    const [placeA = Number.POSITIVE_INFINITY, countA = 0] = a.slice(atA, atA + 2);
    const [placeB = Number.POSITIVE_INFINITY, countB = 0] = b.slice(atB, atB + 2);
    merged.push(Math.min(placeA, placeB), (placeA <= placeB ? countA : 0) + (placeB <= placeA ? countB : 0));
    if (placeA <= placeB) atA += 2;
    if (placeB <= placeA) atB += 2;
  }
  return merged;
}

/** Tells where a word stands; there are too many places for the cost of an iterator. */
export function eachCount(counts: readonly number[], take: (place: number, count: number) => void): void {
  for (let at = 0; at < counts.length; at += 2) take(counts[at] ?? 0, counts[at + 1] ?? 0);
}

/**
 * What lunr's builder would make of these documents, in a fraction of its time: stems are numbered in their order, so
 * that each vector only grows at its end. Scores are rounded as lunr rounds them.
 */
export function storedIndex(refs: readonly string[], stems: Counts): StoredIndex {
  const lengths = refs.map(() => 0);
  for (const counts of stems.values()) {
    eachCount(counts, (place, count) => {
      lengths[place] = (lengths[place] ?? 0) + count;
    });
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / refs.length;
  const ballast = lengths.map((length) => SEARCH_K1 * (1 - SEARCH_B + SEARCH_B * (length / average)));
  const vectors: number[][] = refs.map(() => []);
  const invertedIndex = [...stems.keys()].sort().map((stem, number) => {
    const counts = stems.get(stem) ?? [];
    const documents = counts.length / 2;
    const idf = Math.log(1 + Math.abs((refs.length - documents + 0.5) / (documents + 0.5)));
    const postings: Record<string, object> = {};
    eachCount(counts, (place, count) => {
      const score = (idf * (SEARCH_K1 + 1) * count) / ((ballast[place] ?? 0) + count);
      vectors[place]?.push(number, Math.round(score * 1000) / 1000);
      postings[refs[place] ?? ''] = NO_METADATA;
    });
    return [stem, { _index: number, [FIELD]: postings }] as const;
  });
  return {
    version: lunr.version,
    fields: [FIELD],
    fieldVectors: refs.map((ref, place) => [`${FIELD}/${ref}`, vectors[place] ?? []] as const),
    invertedIndex,
    pipeline: ['stemmer'],
  };
}
