import lunr from 'lunr';
import type { SearchDocument, TextPart, Texts } from './format.ts';
import { type LoadedPart, stemOf } from './load-part.ts';
import { addCount, type StemCounts, storedIndex } from './stored-index.ts';

/** A part whose texts come when they are shown. */
export interface LoadedTextPart extends LoadedPart {
  /** The file that holds the text of a document; null when the text is here, or the document of another part. */
  fileOf(id: number): string | null;
  fill(texts: Texts): void;
}

/** Makes the part of the contents ready to be asked: builds the index that the counts were taken of. */
export function loadTextPart({ documents, words, counts, files }: TextPart): LoadedTextPart {
  const byId = new Map<string, SearchDocument>(
    documents.map(({ x: _, ...document }) => [String(document.i), { ...document, t: '' }]),
  );
  const missing = new Map(documents.map(({ i, x }) => [i, files[x] ?? null]));
  const frequencies = new Map<string, number>();
  const stems: StemCounts = new Map();
  for (const [at, word] of words.split(' ').entries()) {
    const stem = stemOf(word);
    let total = 0;
    for (const { place, count } of readCounts(counts[at] ?? '')) {
      total += count;
      addCount(stems, stem, place, count);
    }
    frequencies.set(word, total);
  }
  return {
    documents: byId,
    index: lunr.Index.load(
      storedIndex(
        documents.map(({ i }) => String(i)),
        stems,
      ),
    ),
    exactly: () => [],
    words: () => frequencies,
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

function* readCounts(text: string): Generator<{ place: number; count: number }> {
  let place = 0;
  for (const step of text.split(' ')) {
    const [gap = '', count = '1'] = step.split('x');
    place += Number(gap);
    yield { place, count: Number(count) };
  }
}
