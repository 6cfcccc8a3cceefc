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

const INCLUDE = /^:::\s*include\s+(\S+)\s*$/;

/**
 * Adds `::: include _shared/note.md`, which is replaced with the Markdown of a partial, a file whose name or folder
 * begins with `_`. Partials have no front matter and include nothing themselves.
 */
export function addIncludes(md: MarkdownIt, inputOf: (env: ParserEnv | undefined) => IncludeInput): void {
  md.block.ruler.before('fence', 'include', (state, startLine, _endLine, silent) => {
    const line = state.getLines(startLine, startLine + 1, state.blkIndent, false);
    const name = INCLUDE.exec(line)?.[1];
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
    md.block.parse(readFileSync(file, 'utf8'), md, state.env, state.tokens);
    // Problems of the partial are reported where it is included.
    for (const token of state.tokens.slice(first)) token.map = [startLine, startLine + 1];
    return true;
  });
}
