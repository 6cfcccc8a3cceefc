import lunr from 'lunr';
import { splitWords } from './format.ts';
import type { Counts } from './stored-index.ts';

/** The same few thousand words make up all texts: lunr judges each of them once. */
const known = new Map<string, string | null>();

/** Where the words of texts stand, each without what surrounds it; the most common ones are left out. */
export function countWords(texts: readonly string[]): Counts {
  const words = new Map<string, number[]>();
  for (const [place, text] of texts.entries()) {
    for (const split of splitWords(text)) {
      const word = indexedWord(split);
      if (word === null) continue;
      const counts = words.get(word);
      if (counts === undefined) words.set(word, [place, 1]);
      else if (counts[counts.length - 2] === place) counts.push((counts.pop() ?? 0) + 1);
      else counts.push(place, 1);
    }
  }
  return words;
}

/** What becomes of a word in an index before it is stemmed; null for one that is left out. */
function indexedWord(word: string): string | null {
  const before = known.get(word);
  if (before !== undefined) return before;
  const trimmed = lunr.trimmer(new lunr.Token(word, {})).toString();
  const isKept = trimmed !== '' && lunr.stopWordFilter(new lunr.Token(trimmed, {})) !== undefined;
  known.set(word, isKept ? trimmed : null);
  return isKept ? trimmed : null;
}
