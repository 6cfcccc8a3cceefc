import { type CuePath, readFinding, shellOf, writePath } from './cue-program.ts';
import type { CueThread } from './cue-thread.ts';

/** A script with the member of the contract that holds it. */
export interface NamedScript {
  readonly name: 'cueScript' | 'cuePreprocessScript';
  readonly text: string;
}

/** A script is wrong, which says nothing about the resource. The message begins with the script, line and column. */
export class ScriptFault extends Error {
  override readonly name = 'ScriptFault';
}

/** A place in a text. Lines and columns count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Why a script cannot be evaluated with any document: it does not parse, or it names something that does not exist.
 * Evaluates nothing.
 */
export async function findFault(thread: CueThread, script: NamedScript): Promise<ScriptFault | undefined> {
  const { error } = await thread.evaluate(shellOf(script.text));
  if (error === undefined) return undefined;
  const { path, message } = readFinding(error);
  if (path.length > 0) return faultAt([script], path, message);
  // The braces around the script would be part of the message.
  const problem = await parse(thread, script.text);
  const place = problem === undefined ? undefined : await findError(thread, script.text, problem);
  return describe(script, place, problem ?? withoutCount(error));
}

/** A fault that CUE reports at the path of a member, or without a path. The place is that of the last script with it. */
export function faultAt(scripts: readonly NamedScript[], path: CuePath, message: string): ScriptFault {
  const problem = path.length === 0 ? message : `${writePath(path)}: ${message}`;
  const [, called] = /(?:in call to|argument \d+ to|non-function) ([\w.]+)/.exec(message) ?? [];
  for (const script of scripts.toReversed()) {
    const offset =
      path.length > 0
        ? offsetOfMember(script.text, path)
        : called === undefined
          ? -1
          : script.text.indexOf(called);
    if (offset >= 0) return describe(script, placeAt(script.text, offset), problem);
  }
  return describe(scripts.at(-1), undefined, problem);
}

/** CUE's messages for scripts that it could not evaluate; all others are about the document. */
const NOT_EVALUATED =
  /^(?:invalid regexp|error in call to|cannot use|cannot call|failed arithmetic|division by zero|invalid operand|invalid list index|invalid interpolation)/;

/** Whether a message says that the script could not be evaluated, rather than that the document violates it. */
export function isFault(message: string): boolean {
  return NOT_EVALUATED.test(message);
}

function describe(
  { name }: NamedScript = { name: 'cueScript', text: '' },
  place: Place | undefined,
  problem: string,
): ScriptFault {
  const at = place === undefined ? name : `${name}:${place.line}:${place.column}`;
  return new ScriptFault(`${at}: ${problem}`);
}

/** Errors about the end of a text. A beginning of the text may have the same error for another reason. */
const ABOUT_END = /found 'EOF'|not terminated/;

/** Maximum number of lines after such an error; each costs an attempt to parse. */
const MOST_LINES = 300;

/**
 * Where an error of the parser is, which reports no place: at the end of the shortest beginning of the script that has
 * the same error, as all longer ones do. The place is the beginning of the last word there.
 */
async function findError(thread: CueThread, script: string, problem: string): Promise<Place | undefined> {
  const isWrong = async (end: number): Promise<boolean> =>
    (await parse(thread, script.slice(0, end))) === problem;
  const find = ABOUT_END.test(problem) ? findByLine : bisect;
  const end = await find(script, isWrong);
  if (end === undefined) return undefined;
  const before = script.slice(0, end).trimEnd();
  return placeAt(script, Math.max(before.search(/(?:[\w$]+|.)$/), 0));
}

/** The end of the shortest beginning with the error; each attempt halves the part that contains it. */
async function bisect(script: string, isWrong: (end: number) => Promise<boolean>): Promise<number> {
  let right = 0;
  let wrong = script.length;
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (await isWrong(middle)) wrong = middle;
    else right = middle;
  }
  return wrong;
}

/** The same for an error that ends and begins again in the script: goes back from the end, then through one line. */
async function findByLine(
  script: string,
  isWrong: (end: number) => Promise<boolean>,
): Promise<number | undefined> {
  let start = script.lastIndexOf('\n') + 1;
  for (let lines = 0; start > 0 && (await isWrong(start - 1)); lines += 1) {
    if (lines === MOST_LINES) return undefined;
    start = script.lastIndexOf('\n', start - 2) + 1;
  }
  const newline = script.indexOf('\n', start);
  const last = newline < 0 ? script.length : newline;
  let end = start + 1;
  while (end < last && !(await isWrong(end))) end += 1;
  return end;
}

/** The error of a text, which is that of the parser when it has one. */
async function parse(thread: CueThread, text: string): Promise<string | undefined> {
  const { error } = await thread.evaluate(text);
  return error === undefined ? undefined : withoutCount(error);
}

function withoutCount(error: string): string {
  return error.replace(/ \(and \d+ more errors\)$/, '');
}

/** Where a script names a member; or the innermost member around it that it names. */
function offsetOfMember(script: string, path: CuePath): number {
  let found = -1;
  for (const name of path) {
    const quoted = name.replaceAll(/[$^.*+?()[\]{}|\\]/g, '\\$&');
    const pattern = new RegExp(`(?<=^|[\\s{,])"?${quoted}"?[?!]?\\s*:`, 'g');
    pattern.lastIndex = found + 1;
    found = pattern.exec(script)?.index ?? found;
  }
  return found;
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
