/** Languages whose text is colored. */
export type Language = 'yaml' | 'cue';

/** Comment, string, property, number, keyword, or type. */
const KINDS = ['c', 's', 'p', 'n', 'k', 't'] as const;

/** A run of text of one kind; plain text has none. */
export interface CodePiece {
  readonly text: string;
  readonly kind?: (typeof KINDS)[number] | undefined;
}

/** One pattern for each language; its groups are named by their kind. */
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

/** The pieces of a line, for its colors only: a text in several lines is read line by line. */
export function colorLine(line: string, language: Language): CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of line.matchAll(PATTERNS[language])) {
    if (match.index > end) pieces.push({ text: line.slice(end, match.index) });
    const [text] = match;
    pieces.push({ text, kind: KINDS.find((kind) => match.groups?.[kind] !== undefined) });
    end = match.index + text.length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end) });
  return pieces;
}
