import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MarkdownIt, Env as ParserEnv } from 'markdown-it';
import type { Problem } from '../problems.ts';
import { isInside } from './inside.ts';

interface IncludeInput {
  readonly file: string;
  /** Absolute path of the source. */
  readonly absolute: string;
  /** Folder that partials stand in. */
  readonly root?: string;
  readonly bodyOffset: number;
  readonly problems: Problem[];
}

const INCLUDE = /^:::\s*include\s+(\S+)((?:\s+\w+=\S+)*)\s*$/;

/**
 * Adds `::: include _shared/note.md`, which is replaced with the Markdown of a partial, a file whose name or folder
 * begins with `_`. Partials have no front matter and include nothing themselves. `::: include _note.md contract=tech-adapter`
 * replaces `[[contract]]` in the partial with the given value.
 */
export function addIncludes(md: MarkdownIt, inputOf: (env: ParserEnv | undefined) => IncludeInput): void {
  md.block.ruler.before('fence', 'include', (state, startLine, _endLine, silent) => {
    const line = state.getLines(startLine, startLine + 1, state.blkIndent, false);
    const [, name, values = ''] = INCLUDE.exec(line) ?? [];
    if (name === undefined) return false;
    if (silent) return true;
    const input = inputOf(state.env);
    const file = path.resolve(path.dirname(input.absolute), name);
    state.line = startLine + 1;
    const isPartial = name.split('/').some((part) => part.startsWith('_')) && isInside(input.root, file);
    if (!isPartial || !existsSync(file)) {
      const message = `include ${name} names no partial: a Markdown file whose name or folder begins with _`;
      input.problems.push({ file: input.file, line: input.bodyOffset + startLine + 1, message });
      return true;
    }
    const first = state.tokens.length;
    const text = readPartial(file, values);
    const open = PLACEHOLDER.exec(text)?.[0];
    if (open !== undefined) {
      const message = `include ${name} needs a value for ${open}`;
      input.problems.push({ file: input.file, line: input.bodyOffset + startLine + 1, message });
    }
    md.block.parse(text, md, state.env, state.tokens);
    // Problems of the partial are reported where it is included.
    for (const token of state.tokens.slice(first)) token.map = [startLine, startLine + 1];
    return true;
  });
}

const PLACEHOLDER = /\[\[\w+\]\]/;

/** The text of a partial with the values of an include, such as ` contract=tech-adapter`. */
function readPartial(file: string, values: string): string {
  let text = readFileSync(file, 'utf8');
  for (const [, name = '', value = ''] of values.matchAll(/(\w+)=(\S+)/g))
    text = text.replaceAll(`[[${name}]]`, value);
  return text;
}

/** The Markdown of a body with its partials in place; an include without a file stays. */
export function writeOutIncludes(body: string, absolute: string): string {
  return body
    .split('\n')
    .map((line) => {
      const [, name, values = ''] = INCLUDE.exec(line) ?? [];
      const file = name === undefined ? undefined : path.resolve(path.dirname(absolute), name);
      return file !== undefined && existsSync(file) ? readPartial(file, values).trimEnd() : line;
    })
    .join('\n');
}

/** The partials that a body includes: absolute paths. */
export function partialsOf(body: string, absolute: string): string[] {
  return body
    .split('\n')
    .flatMap((line) => INCLUDE.exec(line)?.[1] ?? [])
    .map((name) => path.resolve(path.dirname(absolute), name))
    .filter((file) => existsSync(file));
}
