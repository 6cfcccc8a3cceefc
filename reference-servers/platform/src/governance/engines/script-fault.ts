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

/** Maximum number of lines after an error; each costs an attempt to parse. */
const MOST_LINES = 300;

/**
 * Where an error of the parser is, which reports no place: at the end of the shortest beginning of the script that has
 * the same error, as all longer ones do.
 */
async function findError(thread: CueThread, script: string, problem: string): Promise<Place | undefined> {
  const lines = script.split('\n');
  let line = lines.length;
  while (line > 1 && (await parse(thread, lines.slice(0, line - 1).join('\n'))) === problem) {
    line -= 1;
    if (lines.length - line > MOST_LINES) return undefined;
  }
  const before = lines.slice(0, line - 1).map((text) => `${text}\n`);
  const text = lines[line - 1] ?? '';
  let length = 1;
  while (length < text.length) {
    if ((await parse(thread, before.join('') + text.slice(0, length))) === problem) break;
    length += 1;
  }
  // The place is the beginning of the last word.
  return { line, column: Math.max(text.slice(0, length).search(/(?:[\w$]+|.)$/), 0) + 1 };
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
