import dictionary from 'dictionary-en';
import { TYPO_LONG_WORD } from '../../shared/constants.ts';
import type { EnglishWords } from '../../shared/search/format.ts';
import { stemOf } from '../../shared/search/load-part.ts';
import { piecesUpTo } from '../../shared/search/typo.ts';
import type { BuiltPart } from './build-index.ts';

/** The words of the dictionary: each line begins with one, flags follow. */
const ENTRY = /^[a-z]{3,}(?=\/|$)/gm;
const PLAIN = /^[a-z]+$/;

let entries: readonly (readonly [word: string, stem: string])[] | null = null;

/**
 * The English words that an index lacks and that a search would take for a typing error: those a letter or two away
 * from a word of the index, and those made of words of the index. The dictionary as a whole is too large for a reader.
 */
export function englishBeside(parts: readonly BuiltPart[]): EnglishWords {
  entries ??= [...new TextDecoder().decode(dictionary.dic).matchAll(ENTRY)].map(([word]) => [
    word,
    stemOf(word),
  ]);
  const words = new Map(parts.flatMap((part) => [...part.words.keys()]).map((word) => [word, 1] as const));
  const stems = new Set([...words.keys()].map(stemOf));
  const near = new Set([...stems].filter((stem) => PLAIN.test(stem)).flatMap((stem) => [...shortened(stem)]));
  const found = entries
    .filter(([, stem]) => !stems.has(stem))
    .filter(([word, stem]) => isNear(stem, near) || piecesUpTo(word, words)[word.length] !== undefined);
  return [...new Set(found.map(([, stem]) => stem))].sort().join(' ');
}

function isNear(stem: string, near: ReadonlySet<string>): boolean {
  for (const short of shortened(stem)) if (near.has(short)) return true;
  return false;
}

/** A stem without any letter, or any two of a long one: two stems that share one are as near as a typing error. */
function* shortened(stem: string): Generator<string> {
  yield stem;
  for (let first = 0; first < stem.length; first += 1) {
    const once = stem.slice(0, first) + stem.slice(first + 1);
    yield once;
    // A stem is shorter than the word that was typed.
    if (stem.length < TYPO_LONG_WORD - 1) continue;
    for (let second = first; second < once.length; second += 1)
      yield once.slice(0, second) + once.slice(second + 1);
  }
}
