import { type CodeRun, splitRuns } from '../../shared/color-runs.ts';

const JSON_WORD =
  /(?<p>"(?:\\.|[^"\\])*")(?=\s*:)|(?<s>"(?:\\.|[^"\\])*")|(?<n>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;
const YAML_WORD =
  /(?<c>(?<=^|\s)#.*$)|(?<=^[ \t]*(?:- )*)(?<p>[^\s#:'"{}[\]-][^:\n]*|"[^"\n]*"|'[^'\n]*')(?=:(?:\s|$))|(?<=(?::|-) +)(?<n>-?\d[\d.]*|true|false|null)(?=\s*$)|(?<=(?::|-) +)(?<s>[^\s#|>{[][^\n]*)/gm;
/** Strings, numbers and comments look alike in these; the keywords, calls and names of members differ. */
const program = (comment: string, keywords: string, call: string, key = '(?!)') =>
  new RegExp(
    [
      `(?<c>(?<=^|\\s)${comment}.*$)`,
      `(?<s>"{3}[\\s\\S]*?"{3}|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\])*')`,
      '(?<n>\\b(?:\\d[\\d.]*|true|false|null|undefined|True|False|None)\\b)',
      `(?<p>${key})`,
      `(?<k>(?<!\\.)\\b(?:${keywords})\\b(?!\\.))`,
      `(?<f>\\b${call})`,
    ].join('|'),
    'gm',
  );
const CALL = '[a-z]\\w*(?=\\()';
const NOTHING = /(?!)/g;
const WORDS: Readonly<Record<string, RegExp>> = {
  json: JSON_WORD,
  yaml: YAML_WORD,
  bash: program('#', '(?!)', 'curl(?= )'),
  typescript: program('//', 'import|from|const|await', CALL, '\\b\\w+(?=: )'),
  python: program('#', 'import|from|if|not|raise|while|in|break', 'print(?=\\()'),
  java: program('//', 'import|public|class|static|void|throws|var|new|if|do|while', CALL),
};

/** Splits code into runs to color; the runs together are the code, whatever it is. */
export function colorCode(code: string, language: string): CodeRun[] {
  return splitRuns(code, WORDS[language] ?? NOTHING);
}
