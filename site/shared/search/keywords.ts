import { namesOf, PART_NAMES, type SearchDocument, splitWords } from './format.ts';
import { isStopWord, type LoadedPart, stemOf } from './load-part.ts';
import { isKeywords } from './places.ts';
import type { Found } from './results.ts';

const KEYWORDS = PART_NAMES.indexOf('keywords');

/** The keywords of pages by what they say, for each part of keywords. */
const known = new WeakMap<LoadedPart, ReadonlyMap<string, readonly SearchDocument[]>>();

/** The keywords of pages, each in a separate document with the id of the page. */
export function keywordsIn(parts: readonly LoadedPart[]): SearchDocument[] {
  return [...(parts[KEYWORDS]?.documents.values() ?? [])]
    .filter((document) => isKeywords(document, 'keywords'))
    .flatMap((document) => namesOf(document.t).map((t) => ({ ...document, t })));
}

/** The pages that have the words of a query as one of their keywords: in any order and form, without stop words. */
export function keywordsLike(parts: readonly LoadedPart[], tokens: readonly string[]): Found[] {
  const part = parts[KEYWORDS];
  if (part === undefined) return [];
  const byMeaning = known.get(part) ?? groupByMeaning(keywordsIn(parts));
  known.set(part, byMeaning);
  return (byMeaning.get(meaningOf(tokens)) ?? []).map((document) => ({ document, part: 'keywords' }));
}

function groupByMeaning(keywords: readonly SearchDocument[]): ReadonlyMap<string, readonly SearchDocument[]> {
  const groups = new Map<string, SearchDocument[]>();
  for (const keyword of keywords) {
    const key = meaningOf(splitWords(keyword.t));
    groups.set(key, [...(groups.get(key) ?? []), keyword]);
  }
  return groups;
}

/** The stems of words, without order; words that say nothing count only among themselves. */
function meaningOf(words: readonly string[]): string {
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length > 0 ? telling : words).map(stemOf).toSorted().join(' ');
}
