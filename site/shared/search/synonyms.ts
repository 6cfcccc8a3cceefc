import { splitWords } from './format.ts';
import { SYNONYM_WORDS } from './synonym-words.ts';

/** Shorter words are mostly abbreviations. */
const VERB_MIN = 4;

const SYNONYMS = new Map<string, readonly string[]>();
for (const [readers, ours] of SYNONYM_WORDS) {
  for (const word of readers.split(', '))
    for (const form of formsOf(word))
      if (!SYNONYMS.has(form) || form === word) SYNONYMS.set(form, ours.split(', '));
}

/** A word, its plural and the forms of its verb. */
function formsOf(word: string): string[] {
  if (word.length < VERB_MIN || word.includes(' ')) return [word];
  const stem = word.replace(/e$/, '');
  return [word, `${word}s`, `${stem}ed`, `${stem}ing`];
}

/** What a word of a query may stand for: the reader's words, then ours; the words of each belong together. */
export type Meaning = readonly (readonly string[])[];

/** The words of a query with their synonyms, without words that say nothing. */
export function meaningsOf(
  tokens: readonly string[],
  isStopWord: (token: string) => boolean,
): readonly Meaning[] {
  return stepsOf(tokens).flatMap(({ typed, synonyms }) => {
    const own = typed.filter((token) => !isStopWord(token));
    const meanings = [...(own.length > 0 ? [own] : []), ...synonyms.map(splitWords)];
    return meanings.length > 0 ? [meanings] : [];
  });
}

/** The words of a query with those that are called otherwise here replaced; null when none is. */
export function translated(tokens: readonly string[]): string[] | null {
  const steps = stepsOf(tokens);
  if (steps.every(({ synonyms }) => synonyms.length === 0)) return null;
  const words = steps.flatMap(({ typed, synonyms: [first] }) =>
    first === undefined ? typed : splitWords(first),
  );
  return [...new Set(words)];
}

export interface Step {
  /** One word, or two that are one thing. */
  readonly typed: readonly string[];
  readonly synonyms: readonly string[];
}

/** The words of a query, each with its synonyms. */
export function stepsOf(tokens: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [one = '', two] = tokens.slice(at, at + 2);
    const pair = two === undefined ? undefined : SYNONYMS.get(`${one} ${two}`);
    if (pair !== undefined && two !== undefined) {
      steps.push({ typed: [one, two], synonyms: pair });
      at += 1;
    } else steps.push({ typed: [one], synonyms: SYNONYMS.get(one) ?? [] });
  }
  return steps;
}
