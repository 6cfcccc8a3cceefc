import lunr from 'lunr';

/** A word as an index has it. */
export interface IndexedWord {
  /** Without what surrounds it. */
  readonly trimmed: string;
  /** The same without its ending. */
  readonly stem: string;
}

/** The same few thousand words make up all texts: lunr judges each of them once. */
const known = new Map<string, IndexedWord | null>();

/** What becomes of a word in an index; null for one that is left out. */
export function indexedWord(word: string): IndexedWord | null {
  const before = known.get(word);
  if (before !== undefined) return before;
  const trimmed = lunr.trimmer(new lunr.Token(word, {})).toString();
  const isKept = trimmed !== '' && lunr.stopWordFilter(new lunr.Token(trimmed, {})) !== undefined;
  const made = isKept ? { trimmed, stem: lunr.stemmer(new lunr.Token(trimmed, {})).toString() } : null;
  known.set(word, made);
  return made;
}
