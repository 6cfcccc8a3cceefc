import type { MarkdownIt, Env as ParserEnv, Token } from 'markdown-it';
import container from 'markdown-it-container';
import { isKnownSince, isPartOf } from '../content/releases.ts';
import type { Problem } from '../problems.ts';

interface SinceInput {
  readonly file: string;
  readonly bodyOffset: number;
  readonly version: string;
  readonly problems: Problem[];
}

const OPEN = 'container_since_open';
const CLOSE = 'container_since_close';

/** Adds `:::: since 2.3.0` and `:::: since next`: their content is left out of earlier versions. */
export function addSince(md: MarkdownIt, inputOf: (env: ParserEnv | undefined) => SinceInput): void {
  md.use(container, 'since', { render: () => '' });
  // Right after the block parser: no later rule may see the omitted blocks.
  md.core.ruler.after('block', 'since', (state) => {
    state.tokens = withoutLater(state.tokens, inputOf(state.env));
  });
}

const OPENING = /^(:{3,})\s*since\s+(\S+)\s*$/;

/** The Markdown of a page without blocks of later versions, and without the marks around the others. */
export function bodyOfVersion(body: string, version: string): string {
  const open: { readonly fence: string; readonly isKept: boolean }[] = [];
  const lines = body.split('\n').filter((line) => {
    const [, fence, since] = OPENING.exec(line) ?? [];
    if (fence !== undefined && since !== undefined) {
      open.push({ fence, isKept: isPartOf(since, version) });
      return false;
    }
    if (line.trim() === open.at(-1)?.fence) {
      open.pop();
      return false;
    }
    return open.every(({ isKept }) => isKept);
  });
  return lines.join('\n');
}

function withoutLater(tokens: readonly Token[], input: SinceInput): Token[] {
  const kept: Token[] = [];
  let skippedAbove: number | null = null;
  for (const token of tokens) {
    if (skippedAbove !== null) {
      if (token.type === CLOSE && token.level === skippedAbove) skippedAbove = null;
      continue;
    }
    if (token.type === OPEN) {
      const since = token.info.trim().slice('since'.length).trim();
      if (!isKnownSince(since)) {
        const line = input.bodyOffset + (token.map?.[0] ?? 0) + 1;
        input.problems.push({
          file: input.file,
          line,
          message: `since "${since}" is neither next nor a release`,
        });
      } else if (!isPartOf(since, input.version)) {
        skippedAbove = token.level;
        continue;
      }
    }
    kept.push(token);
  }
  return kept;
}
