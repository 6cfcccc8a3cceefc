/** A script without its clauses about packages and imports, which stand at the beginning of a file. */
interface SplitScript {
  /** Paths as they are written, with the name that they get where there is one. */
  readonly imports: readonly string[];
  readonly body: string;
}

/** Names that scripts do not use. */
const JUDGED = '_tessera_judged';
const LEFT_OUT = '_tessera_left_out';
const OUT = 'tessera_out';

/** The name of a member in CUE: its path. */
export type CuePath = readonly string[];

/** A finding of CUE about a document. */
export interface CueFinding {
  /** Empty when CUE names no place. */
  readonly path: CuePath;
  readonly message: string;
  /** A member is missing, or is no value yet. */
  readonly isIncomplete: boolean;
}

/** A program that fails when the scripts contradict themselves or cannot be parsed, for any document. */
export function programOf(scripts: readonly string[]): string {
  return assemble(scripts.map(splitScript), '{}', '');
}

/** A program that compiles a script without evaluating it. */
export function shellOf(script: string): string {
  const { imports, body } = splitScript(script);
  return [...imports.map((one) => `import ${one}`), `if false {\n${body}\n}`].join('\n');
}

/**
 * A program whose result is the document, unified with each script. Omitted members of the first level may be
 * incomplete.
 */
export function programFor(
  scripts: readonly string[],
  document: unknown,
  leftOut: readonly string[],
): string {
  const names = Object.fromEntries(leftOut.map((name) => [name, true]));
  const out =
    leftOut.length === 0
      ? `${OUT}: ${JUDGED}`
      : `${LEFT_OUT}: ${quote(names)}
${OUT}: {for name, value in ${JUDGED} if ${LEFT_OUT}[name] == _|_ {"\\(name)": value}}`;
  return assemble(scripts.map(splitScript), quote(document), out);
}

/** The unified document in the result of a program. */
export function readUnified(json: string): unknown {
  const { [OUT]: unified }: Record<string, unknown> = Object(JSON.parse(json));
  return unified;
}

/** Parses a message of CUE: the path of the member, and the problem. */
export function readFinding(error: string): CueFinding {
  const text = error.replace(/^cue: marshal error: /, '');
  const { path, rest } = readPath(text);
  const isOwn = path[0] === JUDGED || path[0] === OUT;
  const incomplete = /^cannot convert incomplete value "(.*)" to JSON$/s.exec(rest);
  return {
    path: isOwn ? path.slice(1) : path,
    message: incomplete === null ? rest : `incomplete value ${unquote(incomplete[1] ?? '')}`,
    isIncomplete: incomplete !== null,
  };
}

/** A path as CUE writes it. */
export function writePath(path: CuePath): string {
  return path
    .map((name) => (/^([A-Za-z_$#][\w$#]*|\d+)$/.test(name) ? name : JSON.stringify(name)))
    .join('.');
}

/** JSON is CUE. */
function quote(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function assemble(scripts: readonly SplitScript[], document: string, out: string): string {
  const imports = new Set(scripts.flatMap((script) => script.imports));
  // Each script is a separate struct, so that it refers to its own members only.
  const structs = scripts.map(({ body }) => `{\n${body}\n}`);
  return [
    ...[...imports].map((one) => `import ${one}`),
    `${JUDGED}: ${[...structs, document].join(' & ')}`,
    out,
  ].join('\n');
}

/** The allowed text before the first member: blanks, comments, a package, imports. */
const BLANK = /^(?:\s+|\/\/[^\n]*(?:\n|$))/;
const PACKAGE = /^package\s+[\w$]+/;
const IMPORT = /^import\s+((?:[\w.]+\s+)?"[^"\n]*")/;
const IMPORTS = /^import\s*\(([^)]*)\)/;

function splitScript(script: string): SplitScript {
  const imports: string[] = [];
  let body = script;
  for (;;) {
    const single = IMPORT.exec(body);
    const several = IMPORTS.exec(body);
    const found = BLANK.exec(body) ?? PACKAGE.exec(body) ?? single ?? several;
    if (found === null || found[0] === '') return { imports, body };
    if (single?.[1] !== undefined) imports.push(single[1]);
    if (several?.[1] !== undefined) {
      const listed = several[1].replaceAll(/\/\/[^\n]*/g, '').match(/(?:[\w.]+\s+)?"[^"\n]*"/g);
      imports.push(...(listed ?? []).map((one) => one.trim()));
    }
    body = body.slice(found[0].length);
  }
}

/** One name of a path: bare, or quoted. */
const NAME = /^(?:"((?:[^"\\]|\\.)*)"|([\w$#]+))/;

function readPath(text: string): { readonly path: string[]; readonly rest: string } {
  const path: string[] = [];
  let left = text;
  for (;;) {
    const found = NAME.exec(left);
    if (found === null) return { path: [], rest: text };
    path.push(found[1] === undefined ? (found[2] ?? '') : unquote(found[1]));
    left = left.slice(found[0].length);
    if (left.startsWith(': ')) return { path, rest: left.slice(2) };
    if (!left.startsWith('.')) return { path: [], rest: text };
    left = left.slice(1);
  }
}

/** Removes the quotation marks and escapes of a text. */
function unquote(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
