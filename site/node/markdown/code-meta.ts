/** How the build verifies a code sample. */
export const SAMPLE_MODES = ['run', 'compile', 'validate', 'show-only'] as const;
export type SampleMode = (typeof SAMPLE_MODES)[number];

/** The parsed info string of a fenced block. */
export interface CodeMeta {
  readonly language: string;
  readonly title: string | null;
  readonly highlighted: ReadonlySet<number>;
  readonly lineNumbers: boolean;
  readonly mode: SampleMode | null;
  /** What a `validate` sample is checked against, for example `tech-adapter#ProvisioningRequest`. */
  readonly against: string | null;
  /** Why no program can check a `show-only` sample. */
  readonly reason: string | null;
  /** The exit code of the last command of a `run` sample. */
  readonly exitCode: number;
  /** The sample is a program that keeps running while the rest of the page is run. */
  readonly isBackground: boolean;
  readonly unknown: readonly string[];
}

const WORD = /\{[^}]*\}|[\w-]+="[^"]*"|\S+/g;

/** Parses `ts title="a.ts" {1,3-5} showLineNumbers run`. */
export function parseCodeMeta(info: string): CodeMeta {
  const [language = '', ...words] = info.match(WORD) ?? [];
  let title: string | null = null;
  let highlighted = new Set<number>();
  let lineNumbers = false;
  let mode: SampleMode | null = null;
  let against: string | null = null;
  let reason: string | null = null;
  let exitCode = 0;
  let isBackground = false;
  const unknown: string[] = [];
  for (const word of words) {
    const sampleMode = SAMPLE_MODES.find((candidate) => candidate === word);
    if (sampleMode) mode = sampleMode;
    else if (word.startsWith('{')) highlighted = parseRanges(word.slice(1, -1));
    else if (word === 'showLineNumbers') lineNumbers = true;
    else if (word.startsWith('title=')) title = unquote(word.slice('title='.length));
    else if (word === 'background') isBackground = true;
    else if (word.startsWith('validate=')) {
      mode = 'validate';
      against = unquote(word.slice('validate='.length));
    } else if (word.startsWith('reason=')) reason = unquote(word.slice('reason='.length));
    else if (/^exit=\d+$/.test(word)) exitCode = Number(word.slice('exit='.length));
    else unknown.push(word);
  }
  return {
    language: language.toLowerCase(),
    title,
    highlighted,
    lineNumbers,
    mode,
    against,
    reason,
    exitCode,
    isBackground,
    unknown,
  };
}

/** Samples in these languages can be checked by a program, so their author must declare how. */
const CHECKED_LANGUAGES = new Set(['bash', 'ts', 'typescript', 'js', 'json', 'yaml', 'cue']);

/** True for a sample that must declare how it is checked. */
export function isChecked(meta: CodeMeta): boolean {
  return CHECKED_LANGUAGES.has(meta.language);
}

/** What is wrong with the info string of a fenced block. */
export function problemsOfMeta(meta: CodeMeta): string[] {
  const problems: string[] = [];
  if (meta.unknown.length > 0)
    problems.push(`code block says ${meta.unknown.join(' ')}, which means nothing here`);
  if (meta.mode === null && isChecked(meta))
    problems.push('code block does not say how it is checked: add run, compile, validate=... or show-only');
  if (meta.mode === 'show-only' && isChecked(meta) && !meta.reason)
    problems.push('code block is show-only: add reason="..." that says why no program can check it');
  return problems;
}

/** `1,3-5` as the set 1, 3, 4, 5. */
function parseRanges(text: string): Set<number> {
  const lines = new Set<number>();
  for (const part of text.split(',')) {
    const [from = Number.NaN, to = from] = part.trim().split('-').map(Number);
    for (let line = from; line <= to; line += 1) lines.add(line);
  }
  return lines;
}

/** Marks in comments of a sample: highlighted lines, added lines, removed lines. */
export type LineMark = 'highlight' | 'add' | 'remove';

const LINE_MARKS: readonly LineMark[] = ['highlight', 'add', 'remove'];
const MARK =
  /^\s*(?:\/\/|#|--|\/\*|<!--|\{\/\*)\s*(highlight|add|remove)-(next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/;

/** Removes the marking comments from a sample; returns the remaining code and the marked lines. */
export function takeMarks(code: string): { code: string; marked: ReadonlyMap<number, LineMark> } {
  const kept: string[] = [];
  const marked = new Map<number, LineMark>();
  let open: LineMark | undefined;
  let next: LineMark | undefined;
  for (const line of code.split('\n')) {
    const [, name, range] = MARK.exec(line) ?? [];
    const mark = LINE_MARKS.find((known) => known === name);
    if (range === 'next-line') next = mark;
    else if (range !== undefined) open = range === 'start' ? mark : undefined;
    else {
      kept.push(line);
      const found = next ?? open;
      if (found) marked.set(kept.length, found);
      next = undefined;
    }
  }
  return { code: kept.join('\n'), marked };
}

function unquote(text: string): string {
  return text.replace(/^"|"$/g, '');
}
