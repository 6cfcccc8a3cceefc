import { type SearchPart, splitWords, type TextPart, type Texts } from '../../shared/search/format.ts';
import { indexedWord } from '../../shared/search/indexed-word.ts';

/** Characters of text in one file: a query wants the texts of a few neighbouring pages, not of the whole site. */
const FILE_SIZE = 100_000;

/** Takes the texts out of a part, into files that `add` gives an address, and counts their words. */
export function textPartOf({ documents }: SearchPart, add: (texts: Texts) => string): TextPart {
  const counts = new Map<string, Map<number, number>>();
  const groups: { texts: Record<string, string>; size: number }[] = [];
  const lean = documents.map(({ t: text, ...document }, place) => {
    let group = groups.at(-1);
    if (group === undefined || group.size > FILE_SIZE) {
      group = { texts: {}, size: 0 };
      groups.push(group);
    }
    group.texts[document.i] = text;
    group.size += text.length;
    for (const word of indexedWords(text)) {
      const places = counts.get(word) ?? new Map<number, number>();
      places.set(place, (places.get(place) ?? 0) + 1);
      counts.set(word, places);
    }
    return { ...document, x: groups.length - 1 };
  });
  const words = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    documents: lean,
    words: words.map(([word]) => word).join(' '),
    counts: words.map(([, places]) => writeCounts(places)),
    files: groups.map(({ texts }) => add(texts)),
  };
}

/** The words of a text that an index has, before they are stemmed. */
function indexedWords(text: string): string[] {
  return splitWords(text).flatMap((word) => indexedWord(word)?.trimmed ?? []);
}

function writeCounts(places: ReadonlyMap<number, number>): string {
  let before = 0;
  const steps = [...places].map(([place, count]) => {
    const gap = place - before;
    before = place;
    return count === 1 ? String(gap) : `${gap}x${count}`;
  });
  return steps.join(' ');
}
