import dictionary from 'dictionary-en';
import retextEnglish from 'retext-english';
import retextEquality from 'retext-equality';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import retextSpell from 'retext-spell';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { FINE_HERE } from './vocabulary.ts';

/** A finding at a place of a text. */
export interface Remark {
  /** 0-based place in the text. */
  readonly index: number;
  readonly message: string;
}

export interface ProseReader {
  /** Remarks about spelling, inclusive words, articles and repeated words. */
  readonly remarksOn: (text: string) => Promise<Remark[]>;
  /** The sentences of a text with the number of their words. */
  readonly sentencesOf: (text: string) => { readonly index: number; readonly words: number }[];
}

/** Checks American English; `words` are valid besides those of the dictionary. */
export function createReader(words: readonly string[]): ProseReader {
  const parser = unified().use(retextEnglish);
  // The dictionary is case-sensitive: a name must be written as listed.
  const reader = unified()
    .use(retextEnglish)
    .use(retextSpell, { dictionary, personal: words.join('\n'), max: SUGGESTIONS })
    .use(retextEquality, { ignore: [...FINE_HERE] })
    .use(retextRepeatedWords)
    .use(retextIndefiniteArticle);
  return {
    remarksOn: async (text) => {
      const file = new VFile(text);
      await reader.run(reader.parse(file), file);
      return remarksOf(file);
    },
    sentencesOf: (text) => {
      const sentences: { index: number; words: number }[] = [];
      collect(parser.parse(text), sentences);
      return sentences;
    },
  };
}

/** A version is not a word. */
const VERSION = /^v\d+(?:\.\d+)*$/;
/** Computing suggestions is slow; a page with more mistakes than this gets no more of them. */
const SUGGESTIONS = 3;

function remarksOf(file: VFile): Remark[] {
  // Informational messages are about the rules themselves.
  const remarks = file.messages.filter(
    ({ fatal, actual }) => fatal !== null && fatal !== undefined && !VERSION.test(actual ?? ''),
  );
  return remarks.map(({ place, reason, source, actual, expected }) => ({
    index: offsetOf(place),
    message: source === 'retext-spell' ? unknownWord(actual ?? '', expected ?? []) : reason,
  }));
}

function unknownWord(word: string, better: readonly string[]): string {
  const advice = better.length > 0 ? ` (${better.slice(0, SUGGESTIONS).join(', ')}?)` : '';
  return `"${word}"${advice} is in no dictionary: mend it, write it as code, or add it to content/_words.txt`;
}

function offsetOf(place: unknown): number {
  const start = childOf(place, 'start') ?? place;
  const offset = childOf(start, 'offset');
  return typeof offset === 'number' ? offset : 0;
}

function collect(node: unknown, sentences: { index: number; words: number }[]): void {
  if (childOf(node, 'type') === 'SentenceNode') {
    const children = childrenOf(node);
    const words = children.filter((child) => childOf(child, 'type') === 'WordNode').length;
    sentences.push({ index: offsetOf(childOf(node, 'position')), words });
    return;
  }
  for (const child of childrenOf(node)) collect(child, sentences);
}

function childrenOf(node: unknown): unknown[] {
  const children = childOf(node, 'children');
  return Array.isArray(children) ? children : [];
}

function childOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
