import { type CodeRun, splitRuns } from '../../shared/color-runs.ts';

/** Languages whose text is colored. */
export type Language = 'yaml' | 'cue';

/** One pattern for each language; its groups are classes of colors. */
const PATTERNS: Readonly<Record<Language, RegExp>> = {
  yaml: new RegExp(
    [
      '(?<c>(?:^|(?<=\\s))#.*)',
      `(?<s>"(?:\\\\.|[^"\\\\])*"|'(?:''|[^'])*')`,
      '(?<p>(?<=^\\s*(?:- +)*|[{,]\\s*)[\\w.$/@-]+(?=:(?:\\s|$)))',
      '(?<n>(?<=[\\s[,])(?:-?\\d+(?:\\.\\d+)?|true|false|null)(?=\\s*(?:[\\],}#]|$)))',
    ].join('|'),
    'g',
  ),
  cue: new RegExp(
    [
      '(?<c>//.*)',
      '(?<s>"(?:\\\\.|[^"\\\\])*")',
      '(?<k>\\b(?:package|import|if|for|in|let)\\b(?!\\s*:))',
      '(?<p>[\\w#$-]+[?!]?(?=\\s*:))',
      '(?<t>\\b(?:string|number|int|float|bool|bytes)\\b)',
      '(?<n>\\b(?:\\d[\\d.]*|true|false|null)\\b)',
    ].join('|'),
    'g',
  ),
};

/** The runs of a line, for its colors only: a text in several lines is read line by line. */
export function colorLine(line: string, language: Language): CodeRun[] {
  return splitRuns(line, PATTERNS[language]);
}
