const REQUESTS = /^:::\s*contract\s+requests\s/;

/** The number of indented lines after this one that belong to it: the values of requests, in YAML. */
export function valueLines(line: string, following: readonly string[]): number {
  if (!REQUESTS.test(line)) return 0;
  const end = following.findIndex((next) => !/^ {2,}\S/.test(next));
  return end === -1 ? following.length : end;
}

/** Markdown with empty lines in place of such values, which are no prose. */
export function withoutValues(markdown: string): string {
  const lines = markdown.split('\n');
  const prose: string[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift())
    prose.push(line, ...lines.splice(0, valueLines(line, lines)).map(() => ''));
  return prose.join('\n');
}
