import type { MarkdownIt, Token } from 'markdown-it';
import { parseCodeMeta } from './code-meta.ts';

/** The paragraph before the first command of the toolkit on a page. */
const SET_UP =
  'Run the commands, and save the programs, in a folder inside a checkout of the toolkit in which `npm ci` has run once: ' +
  '[set it up](/docs/p11_installation/p1_requirements/#the-toolkit).';
/** Where a program with top-level `await` can run; follows the paragraph on pages with such programs. */
const MODULES = ' A folder outside the checkout needs `"type": "module"` in its `package.json`.';
/** Text of a page that explains it in its words. */
const EXPLAINED = /\bcheckout\b/;

/** Says before the first command of the toolkit where the commands of the page run, unless the page has said it. */
export function addSetUp(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'set_up', (state) => {
    const at = state.tokens.findIndex(startsToolkit);
    const before = state.tokens.slice(0, Math.max(at, 0));
    if (at === -1 || before.some((token) => EXPLAINED.test(token.content))) return;
    const place = placeBefore(state.tokens, at);
    const { map, level } = state.tokens[place] ?? {};
    const open = new state.Token('paragraph_open', 'p', 1);
    const text = new state.Token('inline', '', 0);
    const content = state.tokens.some(startsTypeScript) ? SET_UP + MODULES : SET_UP;
    Object.assign(text, { content, children: [], level: (level ?? 0) + 1 });
    const close = new state.Token('paragraph_close', 'p', -1);
    for (const token of [open, text, close]) token.map = map ?? null;
    state.tokens.splice(place, 0, open, text, close);
  });
}

function startsToolkit({ type, info, content }: Token): boolean {
  return type === 'fence' && parseCodeMeta(info.trim()).mode === 'run' && /^\$ npx tessera/m.test(content);
}

function startsTypeScript({ type, content }: Token): boolean {
  return type === 'fence' && /^\$ .*\bnpx tsx /m.test(content);
}

/** A block inside of a list or tabs: the paragraph precedes the whole list or the tabs. */
function placeBefore(tokens: readonly Token[], at: number): number {
  let place = at;
  while (place > 0 && (tokens[place]?.level ?? 0) > 0) place -= 1;
  return place;
}
