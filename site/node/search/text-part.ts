import type { TextPart, Texts } from '../../shared/search/format.ts';
import { eachCount } from '../../shared/search/stored-index.ts';
import type { BuiltPart } from './build-index.ts';

/** Characters of text in one file: a query needs the texts of a few neighboring pages, not of the whole site. */
const FILE_SIZE = 100_000;

/** Moves the texts of a part into files that `add` gives an address; the word counts stay, beside the address `english`. */
export function textPartOf(
  { part, words }: BuiltPart,
  add: (texts: Texts) => string,
  english: string,
): TextPart {
  const groups: { texts: Record<string, string>; size: number }[] = [];
  const lean = part.documents.map(({ t: text, m: _, ...document }) => {
    let group = groups.at(-1);
    if (group === undefined || group.size > FILE_SIZE) {
      group = { texts: {}, size: 0 };
      groups.push(group);
    }
    group.texts[document.i] = text;
    group.size += text.length;
    return { ...document, x: groups.length - 1 };
  });
  const sorted = [...words].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    documents: lean,
    words: sorted.map(([word]) => word).join(' '),
    counts: sorted.map(([, counts]) => writeCounts(counts)),
    files: groups.map(({ texts }) => add(texts)),
    english,
  };
}

function writeCounts(counts: readonly number[]): string {
  const steps: string[] = [];
  let before = 0;
  eachCount(counts, (place, count) => {
    const gap = place - before;
    before = place;
    steps.push(count === 1 ? String(gap) : `${gap}x${count}`);
  });
  return steps.join(' ');
}
