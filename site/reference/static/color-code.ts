/** A run of code with the class that colors it, as the build gives it to code in articles. */
export interface CodeRun {
  readonly className: 'p' | 's' | 'n' | 'c' | null;
  readonly text: string;
}

const JSON_WORD =
  /(?<key>"(?:\\.|[^"\\])*")(?=\s*:)|(?<string>"(?:\\.|[^"\\])*")|(?<other>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;
const YAML_WORD =
  /(?<comment>(?<=^|\s)#.*$)|(?<=^[ \t]*(?:- )*)(?<key>[^\s#:'"{}[\]-][^:\n]*|"[^"\n]*"|'[^'\n]*')(?=:(?:\s|$))|(?<=(?::|-) +)(?<other>-?\d[\d.]*|true|false|null)(?=\s*$)|(?<=(?::|-) +)(?<string>[^\s#|>{[][^\n]*)/gm;
/** Strings, numbers and comments look alike in these; only the words of a language differ. */
const program = (words: string, comment: string) =>
  new RegExp(
    `(?<comment>(?<=^|\\s)${comment}.*$)|(?<string>"{3}[\\s\\S]*?"{3}|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\])*')|(?<other>\\b\\d[\\d.]*\\b|\\b(?:${words})\\b)`,
    'gm',
  );
const WORDS: Readonly<Record<string, RegExp>> = {
  json: JSON_WORD,
  yaml: YAML_WORD,
  bash: program('curl', '#'),
  typescript: program('import|from|const|await|true|false|null|undefined', '//'),
  python: program('import|with|as|open|print|True|False|None', '#'),
  java: program('import|var|new', '//'),
};
const CLASSES = [
  ['key', 'p'],
  ['string', 's'],
  ['other', 'n'],
  ['comment', 'c'],
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
