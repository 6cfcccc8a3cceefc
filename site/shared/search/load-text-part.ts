import lunr from 'lunr';
import type { SearchDocument, TextPart, Texts } from './format.ts';
import { type LoadedPart, stemOf } from './load-part.ts';
import { joinByStem, storedIndex } from './stored-index.ts';

/** A part whose texts come when they are shown. */
export interface LoadedTextPart extends LoadedPart {
  /** The file that holds the text of a document; null when the text is here, or the document of another part. */
  fileOf(id: number): string | null;
  fill(texts: Texts): void;
  /** Address of the English words. */
  readonly english: string;
}

/** Makes the part of the contents ready to be asked: builds the index that the counts were taken of. */
export function loadTextPart({ documents, words, counts, files, english }: TextPart): LoadedTextPart {
  const byId = new Map<string, SearchDocument>(
    documents.map(({ x: _, ...document }) => [String(document.i), { ...document, t: '' }]),
  );
  const missing = new Map(documents.map(({ i, x }) => [i, files[x] ?? null]));
  const frequencies = new Map<string, number>();
  const places = new Map<string, number[]>();
  for (const [at, word] of words.split(' ').entries()) {
    const read = parseCounts(counts[at] ?? '');
    places.set(word, read);
    frequencies.set(
      word,
      read.reduce((sum, value, nth) => (nth % 2 === 1 ? sum + value : sum), 0),
    );
  }
  return {
    documents: byId,
    index: lunr.Index.load(
      storedIndex(
        documents.map(({ i }) => String(i)),
        joinByStem(places, stemOf),
      ),
    ),
    exactly: () => [],
    words: () => frequencies,
    english,
    fileOf: (id) => missing.get(id) ?? null,
    fill(texts) {
      for (const [id, text] of Object.entries(texts)) {
        const document = byId.get(id);
        if (document) byId.set(id, { ...document, t: text });
        missing.set(Number(id), null);
      }
    },
  };
}

/** What `counts` of a {@link TextPart} say of one word. */
function parseCounts(text: string): number[] {
  const counts: number[] = [];
  let place = 0;
  for (const step of text.split(' ')) {
    const [gap = '', count = '1'] = step.split('x');
    place += Number(gap);
    counts.push(place, Number(count));
  }
  return counts;
}
