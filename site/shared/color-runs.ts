/** A run of code with the class that colors it, as the build gives it to code in articles; null for plain text. */
export interface CodeRun {
  readonly className: string | null;
  readonly text: string;
}

/** Splits code into runs: what the pattern matches has the name of the group that matched. Together they are the code. */
export function splitRuns(code: string, pattern: RegExp): CodeRun[] {
  const runs: CodeRun[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    if (text === '') continue;
    if (index > end) runs.push({ className: null, text: code.slice(end, index) });
    runs.push({ className: Object.keys(groups).find((name) => groups[name] !== undefined) ?? null, text });
    end = index + text.length;
  }
  if (end < code.length) runs.push({ className: null, text: code.slice(end) });
  return runs;
}
