import lunr from 'lunr';
import { PART_NAMES, type SearchDocument, splitWords } from './format.ts';
import type { LoadedPart } from './load-part.ts';
import type { Found } from './results.ts';

/** Weight of a word in each part, in the order of the parts. */
const WEIGHTS = [3, 2, 1.8, 1.4, 1];
/** Bonus for a word that is the whole title; less in longer titles. */
const BREVITY = 1.5;
/** What a list of others is worth beside what explains. */
const ASIDE = 0.5;

/** A number is meant: another release or status is something else. */
const NUMBER = /\d/;

/** A page, or a thing of a reference, with how much of the query it covers. */
interface Covered {
  score: number;
  /** How many of the words with a number it has. */
  numbers: number;
  /** Where it says most. */
  best: Found;
  bestGain: number;
}

/**
 * Pages and things of references that have most of the words, best first: rare words count more, and a word counts
 * once for a page, where it says most.
 */
export function coveredBy(parts: readonly LoadedPart[], tokens: readonly string[]): Found[] {
  const covered = new Map<string, Covered>();
  for (const token of tokens) {
    const gains = new Map<string, { weight: number; found: Found }>();
    for (const [at, part] of parts.entries()) {
      for (const document of askFor(part, token)) {
        const length = at < 2 ? splitWords(document.t).length : Infinity;
        const weight = ((WEIGHTS[at] ?? 1) + BREVITY / length) * (document.a === 1 ? ASIDE : 1);
        const key = placeOf(document);
        if (weight > (gains.get(key)?.weight ?? 0))
          gains.set(key, { weight, found: { document, part: PART_NAMES[at] ?? 'content' } });
      }
    }
    const rarity = 1 / Math.log2(2 + gains.size);
    for (const [key, { weight, found }] of gains) {
      const gain = weight * rarity;
      const before = covered.get(key);
      const isBetter = before === undefined || gain > before.bestGain;
      covered.set(key, {
        score: (before?.score ?? 0) + gain,
        numbers: (before?.numbers ?? 0) + Number(NUMBER.test(token)),
        best: isBetter ? found : before.best,
        bestGain: isBetter ? gain : before.bestGain,
      });
    }
  }
  const numbers = tokens.filter((token) => NUMBER.test(token)).length;
  return [...covered.values()]
    .filter((place) => place.numbers === numbers)
    .sort((a, b) => b.score - a.score)
    .map(({ best }) => best);
}

/** Sections belong to their page; what a reference describes, with an address that has slashes, stands for itself. */
function placeOf({ u, h }: SearchDocument): string {
  return h?.includes('/') ? u + h : u;
}

function askFor(part: LoadedPart, value: string): SearchDocument[] {
  const hits = part.index.query((query) => {
    query.term(value, { presence: lunr.Query.presence.REQUIRED, wildcard: lunr.Query.wildcard.NONE });
  });
  return hits.flatMap((hit) => part.documents.get(hit.ref) ?? []);
}
