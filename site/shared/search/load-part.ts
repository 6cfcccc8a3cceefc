import lunr from 'lunr';
import { countWords } from './count-words.ts';
import { namesOf, type SearchDocument, splitWords } from './format.ts';
import { joinByStem, storedIndex } from './stored-index.ts';

/** A part ready to be asked. */
export interface LoadedPart {
  readonly documents: ReadonlyMap<string, SearchDocument>;
  readonly index: lunr.Index;
  /** Documents whose text, or one of whose names, is exactly these words. */
  exactly(words: readonly string[]): readonly SearchDocument[];
  /** How often each word occurs in the part; counted on the first call. */
  words(): ReadonlyMap<string, number>;
}

/** Makes a part ready to be asked: its index follows from its texts. */
export function loadPart(documents: readonly SearchDocument[]): LoadedPart {
  let counted: Map<string, number> | null = null;
  let byText: Map<string, SearchDocument[]> | null = null;
  return {
    documents: new Map(documents.map((document) => [String(document.i), document])),
    index: lunr.Index.load(
      storedIndex(
        documents.map(({ i }) => String(i)),
        joinByStem(countWords(documents.map(({ t }) => t)), stemOf),
      ),
    ),
    exactly(words) {
      byText ??= groupByText(documents);
      return byText.get(words.join(' ')) ?? [];
    },
    words() {
      counted ??= countTyped(documents);
      return counted;
    },
  };
}

function groupByText(documents: readonly SearchDocument[]): Map<string, SearchDocument[]> {
  const groups = new Map<string, SearchDocument[]>();
  for (const document of documents) {
    for (const name of namesOf(document.t)) {
      const key = splitWords(name).join(' ');
      groups.set(key, [...(groups.get(key) ?? []), document]);
    }
  }
  return groups;
}

function countTyped(documents: readonly SearchDocument[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { t } of documents) {
    for (const word of splitWords(t)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** The same few thousand words make up all texts: each is stemmed once. */
const stems = new Map<string, string>();

/** The stem by which the index knows a word. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = lunr.stemmer(new lunr.Token(word, {})).toString();
  stems.set(word, stem);
  return stem;
}

/** True for words too common to be searched for. */
export function isStopWord(word: string): boolean {
  return lunr.stopWordFilter(new lunr.Token(word, {})) === undefined;
}
