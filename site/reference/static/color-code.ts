/** A run of code with the class that colors it, as the build gives it to code in articles. */
export interface CodeRun {
  readonly className: 'p' | 's' | 'n' | 'c' | 'k' | 'f' | null;
  readonly text: string;
}

const JSON_WORD =
  /(?<key>"(?:\\.|[^"\\])*")(?=\s*:)|(?<string>"(?:\\.|[^"\\])*")|(?<other>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;
const YAML_WORD =
  /(?<comment>(?<=^|\s)#.*$)|(?<=^[ \t]*(?:- )*)(?<key>[^\s#:'"{}[\]-][^:\n]*|"[^"\n]*"|'[^'\n]*')(?=:(?:\s|$))|(?<=(?::|-) +)(?<other>-?\d[\d.]*|true|false|null)(?=\s*$)|(?<=(?::|-) +)(?<string>[^\s#|>{[][^\n]*)/gm;
/** Strings, numbers and comments look alike in these; the keywords, calls and names of members differ. */
const program = (comment: string, keywords: string, call: string, key = '(?!)') =>
  new RegExp(
    [
      `(?<comment>(?<=^|\\s)${comment}.*$)`,
      `(?<string>"{3}[\\s\\S]*?"{3}|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\])*')`,
      '(?<other>\\b(?:\\d[\\d.]*|true|false|null|undefined|True|False|None)\\b)',
      `(?<key>${key})`,
      `(?<keyword>(?<!\\.)\\b(?:${keywords})\\b(?!\\.))`,
      `(?<call>\\b${call})`,
    ].join('|'),
    'gm',
  );
const CALL = '[a-z]\\w*(?=\\()';
const WORDS: Readonly<Record<string, RegExp>> = {
  json: JSON_WORD,
  yaml: YAML_WORD,
  bash: program('#', '(?!)', 'curl(?= )'),
  typescript: program('//', 'import|from|const|await', CALL, '\\b\\w+(?=: )'),
  python: program('#', 'import|from|if|not|raise|while|in|break', 'print(?=\\()'),
  java: program('//', 'import|public|class|static|void|throws|var|new|if|do|while', CALL),
};
const CLASSES = [
  ['key', 'p'],
  ['string', 's'],
  ['other', 'n'],
  ['comment', 'c'],
  ['keyword', 'k'],
  ['call', 'f'],
] as const;

/** Splits code into runs to color; the runs together are the code, whatever it is. */
export function colorCode(code: string, language: string): CodeRun[] {
  const runs: CodeRun[] = [];
  let end = 0;
  for (const match of code.matchAll(WORDS[language] ?? /$^/g)) {
    const [text] = match;
    if (text === '') continue;
    if (match.index > end) runs.push({ className: null, text: code.slice(end, match.index) });
    runs.push({ className: classOf(match.groups ?? {}), text });
    end = match.index + text.length;
  }
  if (end < code.length) runs.push({ className: null, text: code.slice(end) });
  return runs;
}

function classOf(groups: Readonly<Record<string, string | undefined>>): CodeRun['className'] {
  return CLASSES.find(([kind]) => groups[kind] !== undefined)?.[1] ?? null;
}
