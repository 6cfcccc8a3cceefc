import { SEARCH_MAX_TOKENS } from '../constants.ts';
import { splitWords } from './format.ts';

export interface QueryTerm {
  readonly value: string;
  /** The last word a reader types is rarely finished. */
  readonly hasWildcard: boolean;
}

export type Attempt = readonly QueryTerm[];

/** The words of a query, at most twelve. */
export function tokenizeQuery(query: string): string[] {
  return splitWords(query).slice(0, SEARCH_MAX_TOKENS);
}

/**
 * The queries to try, best first; all terms of an attempt are required. All words; without stop words; the same with
 * the last word unfinished; then, from three words on, every variant with one word left out, the last one first.
 */
export function attemptsFor(tokens: readonly string[], isStopWord: (token: string) => boolean): Attempt[] {
  if (tokens.length === 0) return [];
  const meaningful = tokens.filter((token) => !isStopWord(token));
  const bases = [tokens];
  if (meaningful.length > 0 && meaningful.length < tokens.length) bases.push(meaningful);
  const attempts = [
    ...bases.map((words) => toAttempt(words, false)),
    ...bases.map((words) => toAttempt(words, true)),
  ];
  const last = bases.at(-1) ?? tokens;
  if (last.length > 2) {
    const shorter = last.map((_, index) => last.filter((__, other) => other !== index)).toReversed();
    attempts.push(...shorter.map((words) => toAttempt(words, false)));
    attempts.push(...shorter.map((words) => toAttempt(words, true)));
  }
  return attempts;
}

function toAttempt(words: readonly string[], isUnfinished: boolean): Attempt {
  return words.map((value, index) => ({ value, hasWildcard: isUnfinished && index === words.length - 1 }));
}
