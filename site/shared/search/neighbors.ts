import { namesOf, PART_NAMES, type SearchDocument, splitWords } from './format.ts';
import { isStopWord, type LoadedPart, stemOf } from './load-part.ts';
import { placeOf } from './places.ts';
import type { Meaning } from './synonyms.ts';

/** The parts whose texts are there before a search: titles, headings, descriptions and keywords. */
const SHORT_PARTS = PART_NAMES.indexOf('content');
/** What two words are worth in the other order. */
const REVERSED = 0.6;

/**
 * For a place, how much of a query stands there side by side as in the query, in a title, heading, description or
 * keyword: 0 for nothing, 1 for every two words that follow each other. Rare words count more.
 */
export function neighborsIn(
  parts: readonly LoadedPart[],
  meanings: readonly Meaning[],
  rarities: readonly number[],
): (place: string) => number {
  const words = meanings.map(([own = []]) => own.map(stemOf));
  const pairs = words.slice(1).map((next, at) => ({
    first: words[at]?.at(-1) ?? '',
    second: next[0] ?? '',
    weight: (rarities[at] ?? 0) + (rarities[at + 1] ?? 0),
  }));
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  return (place) => {
    const texts = stemsAt(parts, place);
    const found = pairs.map(
      ({ first, second, weight }) =>
        weight * Math.max(0, ...texts.map((stems) => nearness(stems, first, second))),
    );
    return total === 0 ? 0 : found.reduce((sum, value) => sum + value, 0) / total;
  };
}

function nearness(stems: readonly string[], first: string, second: string): number {
  const follows = (a: string, b: string) => stems.some((stem, at) => stem === a && stems[at + 1] === b);
  if (follows(first, second)) return 1;
  return follows(second, first) ? REVERSED : 0;
}

interface Short {
  readonly documents: SearchDocument[];
  /** The stems of each text; made when they are first asked for. */
  stems: string[][] | null;
}

/** The short texts of each place, by the first of the parts. */
const shorts = new WeakMap<LoadedPart, Map<string, Short>>();

function stemsAt(parts: readonly LoadedPart[], place: string): string[][] {
  const [titles] = parts;
  if (titles === undefined) return [];
  const byPlace = shorts.get(titles) ?? groupByPlace(parts.slice(0, SHORT_PARTS));
  shorts.set(titles, byPlace);
  const short = byPlace.get(place);
  if (short === undefined) return [];
  short.stems ??= short.documents
    .flatMap(({ t }) => namesOf(t))
    .map((text) =>
      splitWords(text)
        .filter((word) => !isStopWord(word))
        .map(stemOf),
    );
  return short.stems;
}

function groupByPlace(parts: readonly LoadedPart[]): Map<string, Short> {
  const byPlace = new Map<string, Short>();
  for (const { documents } of parts) {
    for (const document of documents.values()) {
      const place = placeOf(document);
      const short = byPlace.get(place);
      if (short === undefined) byPlace.set(place, { documents: [document], stems: null });
      else short.documents.push(document);
    }
  }
  return byPlace;
}
