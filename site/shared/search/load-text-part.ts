import lunr from 'lunr';
import { SEARCH_B, SEARCH_K1 } from '../constants.ts';
import type { SearchDocument, TextPart, Texts } from './format.ts';
import { type LoadedPart, stemOf } from './load-part.ts';

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
  const stems: string[][] = documents.map(() => []);
  for (const [at, word] of words.split(' ').entries()) {
    const stem = stemOf(word);
    let total = 0;
    for (const { place, count } of readCounts(counts[at] ?? '')) {
      total += count;
      for (let nth = 0; nth < count; nth += 1) stems[place]?.push(stem);
    }
    frequencies.set(word, total);
  }
  return {
    documents: byId,
    index: indexOf(documents.map(({ i }, at) => ({ i: String(i), t: stems[at] ?? [] }))),
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

/** The words are stems already, and common ones have been left out. */
function indexOf(documents: readonly { readonly i: string; readonly t: readonly string[] }[]): lunr.Index {
  const builder = new lunr.Builder();
  builder.searchPipeline.add(lunr.stemmer);
  builder.b(SEARCH_B);
  builder.k1(SEARCH_K1);
  builder.ref('i');
  builder.field('t');
  for (const document of documents) builder.add(document);
  return builder.build();
}
