import lunr from 'lunr';
import { PART_NAMES, type PartName, type SearchDocument } from './format.ts';
import { keywordsIn } from './keywords.ts';
import { type LoadedPart, loadPart } from './load-part.ts';
import { neighborsIn } from './neighbors.ts';
import { isKeywords, type Places, placeOf, placesIn } from './places.ts';
import type { Found } from './results.ts';
import type { Meaning } from './synonyms.ts';

/**
 * Weight of a word in each part, in the order of the parts, in the labels of the categories above a page, and in one
 * keyword of a page.
 */
const WEIGHTS = [5, 1.2, 2, 1.4, 0.75, 0.8, 3];
const TITLES = PART_NAMES.indexOf('title');
const HEADINGS = PART_NAMES.indexOf('heading');
const DESCRIPTIONS = PART_NAMES.indexOf('description');
const CONTENTS = PART_NAMES.indexOf('content');
const CATEGORIES = PART_NAMES.length;
/** What counts of a word in other parts than the one where it counts most. */
const REPEATED = 0.3;
/** What it counts that words are in one section, and how much more in its heading than in its text. */
const NEARNESS = 0.8;
const IN_HEADING = 2.4;
/** What a list of others is worth beside what explains. */
const ASIDE = 0.75;
/** What it counts that the words of the query follow each other, and for how many of the best places that is looked up. */
const SIDE_BY_SIDE = 0.4;
const LOOKED_UP = 80;

/** A number is meant: another release or status is something else. */
const NUMBER = /\d/;

/** A document with a word. */
interface Hit {
  readonly document: SearchDocument;
  /** Place of its part in `WEIGHTS`. */
  readonly part: number;
  /** How much of the document the word is, without its rarity: between 0 and the same limit for all. */
  readonly share: number;
}

/** A page, or a thing of a reference, with how much of the query it covers; arrays are in the order of the meanings. */
interface Place {
  readonly gains: number[];
  /** Shares in its title, and in its title or description. */
  readonly title: number[];
  readonly summary: number[];
  /** Shares in its sections, by hash. */
  readonly sections: Map<string, number[]>;
  /** Where it says most. */
  best: Hit;
  bestGain: number;
}

/** How the places of an index cover a query. */
interface Coverage {
  /**
   * Pages and things of references that have most of the words or their synonyms, best first: rare words count more,
   * and words in one section count more than the same words in several. Of a page, its best section is given.
   */
  ranked(): Iterable<Found>;
  /** For a page, its section that has more of the query than its title and description; anything else as it is. */
  aim(found: Found): Found;
}

export function coverageOf(parts: readonly LoadedPart[], meanings: readonly Meaning[]): Coverage {
  const places = new Map<string, Place>();
  const rarities = meanings.map((meaning, nth) => {
    const variants = meaning.map((words) => togetherIn(parts, words));
    const rarest = Math.max(0, ...variants.filter(({ size }) => size > 0).map(rarityOf));
    // Of several synonyms, too, the rare ones count more.
    for (const found of variants)
      for (const [key, hits] of found) addMeaning(places, key, nth, hits, rarityOf(found) / rarest);
    return rarest;
  });
  const numbers = meanings.flatMap(([own = []], nth) => (own.some((word) => NUMBER.test(word)) ? [nth] : []));
  const addresses = placesIn(parts);
  return {
    *ranked() {
      const scored = [...places.values()]
        .filter(({ gains }) => numbers.every((nth) => gains[nth] !== undefined))
        .map((place) => ({ place, score: scoreOf(place, rarities) }))
        .sort((a, b) => b.score - a.score);
      const neighbors = neighborsIn(parts, meanings, rarities);
      const first = scored.splice(0, LOOKED_UP).map(({ place, score }) => ({
        place,
        score: score * (1 + SIDE_BY_SIDE * neighbors(placeOf(place.best.document))),
      }));
      first.sort((a, b) => b.score - a.score);
      for (const { place } of [...first, ...scored]) yield targetIn(place, rarities, addresses);
    },
    aim(found) {
      const place =
        found.part === 'title' || found.part === 'description' || isKeywords(found.document, found.part)
          ? places.get(found.document.u)
          : undefined;
      return place === undefined ? found : targetIn(place, rarities, addresses);
    },
  };
}

/** What a row leads to: the page when its title has all of the query, else the section that has the most of it. */
function targetIn(place: Place, rarities: readonly number[], addresses: Places): Found {
  const { best, title, summary, sections } = place;
  const page = addresses.titleOf(placeOf(best.document));
  const top: Found =
    page === undefined
      ? { document: best.document, part: partAt(best.part) }
      : { document: page, part: 'title' };
  if (page === undefined || rarities.every((_, nth) => title[nth] !== undefined)) return top;
  const covered = (shares: readonly number[]) =>
    weighed(
      shares.map(() => 1),
      rarities,
    );
  const [nearest] = [...sections].sort(([, a], [, b]) => weighed(b, rarities) - weighed(a, rarities));
  if (nearest === undefined || covered(summary) > covered(nearest[1])) return top;
  const address = page.u + nearest[0];
  const text = addresses.textAt(address);
  if (text !== undefined) return { document: text, part: 'content' };
  const heading = addresses.headingAt(address);
  return heading === undefined ? top : { document: heading, part: 'heading' };
}

function partAt(part: number): PartName {
  return PART_NAMES[part] ?? 'content';
}

/** Between 0 and 1. */
function rarityOf({ size }: Hits): number {
  return 1 / Math.log2(2 + size);
}

/** Notes what a place has of one meaning; of several synonyms, the best counts. */
function addMeaning(
  places: Map<string, Place>,
  key: string,
  nth: number,
  hits: readonly Hit[],
  factor: number,
): void {
  const [first] = hits;
  if (first === undefined) return;
  const place = places.get(key) ?? {
    ...{ gains: [], title: [], summary: [], sections: new Map() },
    ...{ best: first, bestGain: 0 },
  };
  places.set(key, place);
  const byPart = WEIGHTS.map(() => 0);
  let bySection: Map<string, number> | null = null;
  for (const hit of hits) {
    const share = hit.share * factor;
    const gain = share * (WEIGHTS[hit.part] ?? 0);
    byPart[hit.part] = Math.max(byPart[hit.part] ?? 0, gain);
    if (hit.part !== CATEGORIES && gain > place.bestGain) {
      place.best = hit;
      place.bestGain = gain;
    }
    if (hit.part === TITLES) raise(place.title, nth, share);
    if (hit.part === TITLES || hit.part === DESCRIPTIONS) raise(place.summary, nth, share);
    if (hit.part !== HEADINGS && hit.part !== CONTENTS) continue;
    const section = hit.document.h ?? '';
    bySection ??= new Map();
    const more = hit.part === HEADINGS ? IN_HEADING * share : share;
    bySection.set(section, (bySection.get(section) ?? 0) + more);
  }
  const most = Math.max(...byPart);
  const others = byPart.reduce((sum, gain) => sum + gain, 0) - most;
  raise(place.gains, nth, most + REPEATED * others);
  for (const [section, share] of bySection ?? []) {
    const shares = place.sections.get(section) ?? [];
    raise(shares, nth, share);
    place.sections.set(section, shares);
  }
}

function raise(values: number[], nth: number, value: number): void {
  values[nth] = Math.max(values[nth] ?? 0, value);
}

function scoreOf({ gains, sections, best }: Place, rarities: readonly number[]): number {
  const all = rarities.map(() => 1);
  const covered =
    weighed(
      gains.map(() => 1),
      rarities,
    ) / weighed(all, rarities);
  const nearest = Math.max(0, ...[...sections.values()].map((shares) => weighed(shares, rarities)));
  const score = (weighed(gains, rarities) + NEARNESS * nearest) * Math.sqrt(covered);
  return best.document.a === 1 ? score * ASIDE : score;
}

/** Values of a query's words, rare words first in weight; a word without a value counts nothing. */
function weighed(values: readonly number[], rarities: readonly number[]): number {
  return rarities.reduce((sum, rarity, nth) => sum + rarity * (values[nth] ?? 0), 0);
}

/** The hits of words that belong together, in each place that has all of them. */
function togetherIn(parts: readonly LoadedPart[], words: readonly string[]): Hits {
  const [first = new Map<string, Hit[]>(), ...others] = words.map((word) => hitsOf(parts, word));
  if (others.length === 0) return first;
  const found = new Map<string, Hit[]>();
  for (const [key, hits] of first) {
    if (!others.every((other) => other.has(key))) continue;
    const all = [hits, ...others.map((other) => other.get(key) ?? [])].flat();
    found.set(
      key,
      all.map((hit) => ({ ...hit, share: hit.share / words.length })),
    );
  }
  return found;
}

type Hits = ReadonlyMap<string, readonly Hit[]>;

/** Words of the latest queries in each index, by the last of its parts: a query is typed letter by letter. */
const latest = new WeakMap<LoadedPart, Map<string, Hits>>();
const LATEST_WORDS = 200;

/** The documents with a word, by their place. */
function hitsOf(parts: readonly LoadedPart[], word: string): Hits {
  const last = parts.at(-1);
  if (last === undefined) return new Map();
  const known = latest.get(last) ?? new Map<string, Hits>();
  latest.set(last, known);
  const before = known.get(word);
  if (before !== undefined) return before;
  const [oldest] = known.keys();
  if (known.size === LATEST_WORDS && oldest !== undefined) known.delete(oldest);
  const hits = askForWord(parts, word);
  known.set(word, hits);
  return hits;
}

function askForWord(parts: readonly LoadedPart[], word: string): Hits {
  const places = new Map<string, Hit[]>();
  for (const [part, { index, documents }] of [...parts, ...addedTo(parts)].entries()) {
    const hits = index.query((query) => {
      query.term(word, { presence: lunr.Query.presence.REQUIRED, wildcard: lunr.Query.wildcard.NONE });
    });
    // As lunr weighs the rarity of a word in a part: in a short part, that says little.
    const rarity = Math.log(1 + Math.abs((documents.size - hits.length + 0.5) / (hits.length + 0.5)));
    for (const { ref, score } of hits) {
      const document = documents.get(ref);
      // All keywords of a page together: each of them stands for itself in an added part.
      if (document === undefined || isKeywords(document, partAt(part))) continue;
      const key = placeOf(document);
      const hit = { document, part, share: score / rarity };
      const others = places.get(key);
      if (others === undefined) places.set(key, [hit]);
      else others.push(hit);
    }
  }
  return places;
}

const added = new WeakMap<LoadedPart, readonly LoadedPart[]>();

/** Parts that follow from others: the labels of the categories above each page, and each of its keywords. None before all parts are there. */
function addedTo(parts: readonly LoadedPart[]): readonly LoadedPart[] {
  const [titles] = parts;
  if (titles === undefined || parts.length < PART_NAMES.length) return [];
  const known = added.get(titles);
  if (known) return known;
  const categories = [...titles.documents.values()].map((document) => ({
    ...document,
    t: (document.b ?? []).join(' '),
  }));
  const made = [loadPart(categories), loadPart(keywordsIn(parts).map((document, i) => ({ ...document, i })))];
  added.set(titles, made);
  return made;
}
