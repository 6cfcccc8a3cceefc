import { lineAt, type ProseBlock } from './prose.ts';
import type { ProseReader } from './read-prose.ts';
import { EMPTY_ALT, EMPTY_LINK, INSTEAD, LONGEST_SENTENCE, NAMES } from './vocabulary.ts';

/** A problem in a line of a page. */
export interface Finding {
  readonly line: number;
  readonly message: string;
}

const DEEPEST_HEADING = 4;

/** Spelling, inclusive words, length of sentences, our vocabulary, headings, and the texts of links and pictures. */
export async function checkStyle(blocks: readonly ProseBlock[], reader: ProseReader): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const block of blocks) {
    if (block.text.trim() !== '') {
      for (const { index, message } of await reader.remarksOn(block.text))
        findings.push({ line: lineAt(block, block.text, index), message });
    }
    findings.push(...checkWords(block), ...checkLinks(block));
    findings.push(...(block.kind === 'heading' ? checkHeading(block) : checkSentences(block, reader)));
  }
  return findings;
}

function checkWords(block: ProseBlock): Finding[] {
  return INSTEAD.flatMap(([pattern, advice]) => {
    const match = pattern.exec(block.text);
    if (!match) return [];
    return [{ line: lineAt(block, block.text, match.index), message: `"${match[0]}": ${advice}` }];
  });
}

function checkSentences(block: ProseBlock, reader: ProseReader): Finding[] {
  return reader.sentencesOf(block.text).flatMap(({ index, words }) => {
    if (words <= LONGEST_SENTENCE) return [];
    const message = `a sentence of ${words} words: write two (at most ${LONGEST_SENTENCE})`;
    return [{ line: lineAt(block, block.text, index), message }];
  });
}

function checkLinks({ links, images }: ProseBlock): Finding[] {
  return [
    ...links
      .filter(({ text }) => EMPTY_LINK.test(text.trim()))
      .map(({ text, line }) => ({ line, message: `the link "${text}" does not say where it leads` })),
    ...images
      .filter(({ alt }) => alt === '' || EMPTY_ALT.test(alt.trim()))
      .map(({ line }) => ({ line, message: 'the text of the picture does not say what it shows' })),
  ];
}

/** Headings are written like sentences, without the final period. */
function checkHeading({ line, level, text }: ProseBlock): Finding[] {
  const findings: Finding[] = [];
  if (level === 1) findings.push({ line, message: 'the title of the front matter is the only # heading' });
  if (level > DEEPEST_HEADING)
    findings.push({ line, message: `a heading of level ${level}: at most ${DEEPEST_HEADING}` });
  if (/[.:;,!]$/.test(text.trim()))
    findings.push({ line, message: `heading "${text}" ends with a punctuation mark` });
  const words = text.split(/[\s/]+/).filter((word) => /^\p{L}/u.test(word.replace(/^[("']/, '')));
  const bare = words.map((word) => word.replace(/^[("']|[)"',:;.?!]+$|['’]s$/g, ''));
  const [first = ''] = bare;
  if (/^\p{Ll}/u.test(first) && text.trimStart().startsWith(first) && !/[A-Z\d]/.test(first))
    findings.push({ line, message: `heading "${text}" begins with a small letter` });
  // A heading may be two sentences: a finding, and a question about it.
  const wrong = bare.filter(
    (word, index) =>
      index > 0 &&
      !/[.?!]$/.test(words[index - 1] ?? '') &&
      /^\p{Lu}\p{Ll}+$/u.test(word) &&
      !NAMES.has(word),
  );
  if (wrong.length > 0) {
    findings.push({
      line,
      message: `heading "${text}" is not in sentence case: ${wrong.join(', ')} (names are listed in node/language/vocabulary.ts)`,
    });
  }
  return findings;
}
