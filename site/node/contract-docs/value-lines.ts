const REQUESTS = /^:::\s*contract\s+requests\s/;

/** The number of indented lines after this one that belong to it: the values of requests, in YAML. */
export function valueLines(line: string, following: readonly string[]): number {
  if (!REQUESTS.test(line)) return 0;
  const end = following.findIndex((next) => !/^ {2,}\S/.test(next));
  return end === -1 ? following.length : end;
}

const WITH_VALUES = /^:::\s*contract\s+requests\s.*\n(?: {2,}\S.*(?:\n|$))+/gm;

/** Markdown with empty lines in place of such values, which are no prose. */
export function withoutValues(markdown: string): string {
  return markdown.replaceAll(WITH_VALUES, (block) => block.replaceAll(/(?<=\n).*/g, ''));
}
