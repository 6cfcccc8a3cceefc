import type { MarkdownIt, Env as ParserEnv, StateInline } from 'markdown-it';
import type { Problem } from '../problems.ts';
import { UnknownName } from './catalog.ts';
import { isDirective, renderDirective } from './directives.ts';
import { valueLines } from './value-lines.ts';
import { contractValue, VALUE, valueMarkdown } from './values.ts';

/** What the page declares about itself, and where its problems go. */
export interface ContractInput {
  readonly file: string;
  readonly bodyOffset: number;
  /** Ids of the APIs whose values the page may print. */
  readonly contracts: readonly string[];
  readonly problems: Problem[];
}

/** Templates also write `{{...}}` in code, but without `#`. */
const NAME_IN_CODE = /\{\{[^{}\n]+#[^{}\n]+\}\}/;

type InputOf = (env: ParserEnv | undefined) => ContractInput;

/**
 * Adds `::: contract ...`, `::: help ...` and `::: sdk ...`, which are replaced with tables and texts of the contracts,
 * and `{{...}}`, a single value.
 */
export function addContracts(md: MarkdownIt, inputOf: InputOf): void {
  md.block.ruler.before(
    'fence',
    'contract',
    (state, startLine, endLine, silent) => {
      const line = state.getLines(startLine, startLine + 1, state.blkIndent, false);
      if (!isDirective(line)) return false;
      if (silent) return true;
      const input = inputOf(state.env);
      const following = state.getLines(startLine + 1, endLine, state.blkIndent, false).split('\n');
      const count = valueLines(line, following);
      state.line = startLine + 1 + count;
      const values = following.slice(0, count).join('\n');
      const result = attempt(input, startLine, () => renderDirective(line, values));
      if (!result) return true;
      const first = state.tokens.length;
      md.block.parse(result.markdown, md, state.env, state.tokens);
      for (const token of state.tokens.slice(first)) {
        token.map = [startLine, startLine + 1];
        token.meta = { ...token.meta, contract: result.label };
      }
      return true;
    },
    { alt: ['paragraph', 'list'] },
  );

  md.inline.ruler.before('link', 'contract_value', (state, silent) => {
    const match = state.src.startsWith('{{', state.pos) ? VALUE.exec(state.src.slice(state.pos)) : null;
    if (match?.index !== 0) return false;
    if (!silent) pushValue(state, match[1]?.trim() ?? '', inputOf(state.env));
    state.pos += match[0].length;
    return true;
  });
  // Only blocks have a line: problems of a value are reported when its paragraph is known.
  md.core.ruler.after('inline', 'contract_lines', (state) => {
    for (const token of state.tokens) {
      let line = token.map?.[0] ?? 0;
      for (const child of token.children ?? []) {
        if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
        const message: unknown = child.meta?.['unknownName'];
        if (typeof message === 'string') report(inputOf(state.env), line, message);
        const unreplaced = child.type === 'code_inline' ? NAME_IN_CODE.exec(child.content)?.[0] : undefined;
        if (unreplaced !== undefined)
          report(inputOf(state.env), line, `${unreplaced} is not replaced in code: remove the backticks`);
      }
    }
  });
}

/** The Markdown of a body with all directives and values replaced. */
export function writeOutContracts(body: string, contracts: readonly string[]): string {
  let fence = '';
  const lines = body.split('\n');
  const written: string[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || line.trim().startsWith(fence)))
      fence = fence === '' ? mark : '';
    else if (fence === '' && isDirective(line)) {
      const values = lines.splice(0, valueLines(line, lines)).join('\n');
      line = writtenOut(line, values);
    } else if (fence === '') line = withValues(line, contracts);
    written.push(line);
  }
  return written.join('\n');
}

const VALUE_OR_CODE = new RegExp(`(\`+)(?:(?!\\1).)*\\1|${VALUE.source}`, 'g');

function withValues(line: string, contracts: readonly string[]): string {
  return line.replaceAll(VALUE_OR_CODE, (whole, _marks, text: string | undefined) => {
    if (text === undefined) return whole;
    return unlessUnknown(() => valueMarkdown(contractValue(text.trim(), contracts))) ?? whole;
  });
}

function writtenOut(line: string, values: string): string {
  return unlessUnknown(() => renderDirective(line, values).markdown) ?? '';
}

/** Null for problems that were reported when the page was rendered. */
function unlessUnknown(work: () => string): string | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    return null;
  }
}

function pushValue(state: StateInline, text: string, input: ContractInput): void {
  try {
    const { text: shown, isCode, href } = contractValue(text, input.contracts);
    if (href !== null) state.push('link_open', 'a', 1).attrs = [['href', encodeURI(href)]];
    state.push(isCode ? 'code_inline' : 'text', isCode ? 'code' : '', 0).content = shown;
    if (href !== null) state.push('link_close', 'a', -1);
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    // A special text is not merged with adjacent text before its problem has been read.
    const token = state.push('text_special', '', 0);
    token.content = `{{${text}}}`;
    token.meta = { unknownName: error.message };
  }
}

function attempt<T>(input: ContractInput, line: number, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error;
    report(input, line, error.message);
    return null;
  }
}

function report({ file, bodyOffset, problems }: ContractInput, line: number, message: string): void {
  problems.push({ file, line: bodyOffset + line + 1, message });
}
