import lunr from 'lunr';

const CAMEL_BOUNDARY = /(?<=[a-z\d])(?=[A-Z])/g;

/** A dot between digits belongs to a number, such as that of a release. */
const WORD = /[\p{L}\p{N}]+(?:(?<=\d)\.\d+)*/gu;

/**
 * The stems of the words of a text, as lunr indexes them, without the most common words. Names are split into their
 * parts.
 */
export function stemsOf(text: string): string[] {
  const words = text.replaceAll(CAMEL_BOUNDARY, ' ').toLowerCase().match(WORD) ?? [];
  return words.flatMap((word) => {
    const kept = lunr.stopWordFilter(new lunr.Token(word, {}));
    return kept === undefined ? [] : [lunr.stemmer(kept).toString()];
  });
}
