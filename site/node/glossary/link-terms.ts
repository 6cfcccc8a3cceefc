import type { MarkdownIt, Env as ParserEnv, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../output/escape.ts';
import { GLOSSARY_ID, type Term } from './glossary.ts';

/** So many words of a page are marked at most; more would make it hard to read. */
export const TERMS_MAX = 8;

/** What of the page decides which terms it links. */
export interface TermInput {
  /** Terms that the page may link, without those that it explains itself. */
  readonly terms: readonly Term[];
}

const NOT_PROSE = new Set(['heading_open', 'th_open', 'td_open', 'dt_open']);
const PROSE = new Set(['heading_close', 'th_close', 'td_close', 'dt_close']);

/**
 * Makes the first use of a term in the prose of a page a link to the glossary that carries the definition: it appears
 * on hover and on focus, by styles alone. Headings, tables, links, code and what the contracts bring are left alone.
 */
export function addTerms(md: MarkdownIt, inputOf: (env: ParserEnv | undefined) => TermInput): void {
  md.core.ruler.after('inline', 'terms', (state) => {
    const matcher = createMatcher(inputOf(state.env).terms);
    if (matcher === null) return;
    let isProse = true;
    for (const token of state.tokens) {
      if (NOT_PROSE.has(token.type)) isProse = false;
      else if (PROSE.has(token.type)) isProse = true;
      else if (isLastPart(token)) return;
      else if (token.type === 'inline' && isProse && token.meta?.['contract'] === undefined)
        token.children = linkFirstUses(token.children ?? [], matcher, state);
    }
  });
}

/** The operations at the foot of a page are no prose. */
function isLastPart({ type, info }: Token): boolean {
  return type === 'container_section_open' && info.trim().endsWith('covered');
}

interface Matcher {
  readonly pattern: RegExp;
  readonly termOf: (text: string) => Term | undefined;
  readonly linked: Set<Term>;
}

function createMatcher(terms: readonly Term[]): Matcher | null {
  const forms = new Map(
    terms.flatMap((term) =>
      [term.term, ...term.aliases].flatMap(withPlural).map((form) => [form, term] as const),
    ),
  );
  if (forms.size === 0) return null;
  const small = new Map(
    [...forms].filter(([, { exact }]) => !exact).map(([form, term]) => [form.toLowerCase(), term]),
  );
  // The longest first: "Data Contract Guardian" is not a "Data contract".
  const words = [...forms.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_/.-])(?:${words.join('|')})(?![\\p{L}\\p{N}_/-])`, 'giu'),
    termOf: (text) => forms.get(text) ?? small.get(text.toLowerCase()),
    linked: new Set(),
  };
}

function linkFirstUses(children: readonly Token[], matcher: Matcher, state: StateCore): Token[] {
  let depth = 0;
  return children.flatMap((child) => {
    if (child.type === 'link_open') depth += 1;
    if (child.type === 'link_close') depth -= 1;
    return child.type === 'text' && depth === 0 ? splitText(child, matcher, state) : [child];
  });
}

function splitText(child: Token, { pattern, termOf, linked }: Matcher, state: StateCore): Token[] {
  const parts: Token[] = [];
  let from = 0;
  for (const { 0: text, index } of child.content.matchAll(pattern)) {
    const term = termOf(text);
    if (term === undefined || linked.has(term) || linked.size >= TERMS_MAX) continue;
    linked.add(term);
    parts.push(textToken(state, child.content.slice(from, index)), ...termTokens(state, term, text));
    from = index + text.length;
  }
  return parts.length === 0 ? [child] : [...parts, textToken(state, child.content.slice(from))];
}

function termTokens(state: StateCore, { anchor, definition }: Term, text: string): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [
    ['href', `/docs/${GLOSSARY_ID}/#${anchor}`],
    ['class', 'term'],
    ['aria-describedby', `term-${anchor}`],
  ];
  const tip = new state.Token('html_inline', '', 0);
  tip.content = `<span role="tooltip" id="term-${anchor}">${escapeHtml(plainText(definition))}</span>`;
  return [open, textToken(state, text), new state.Token('link_close', 'a', -1), tip];
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}

/** A definition without its marks. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}

function withPlural(word: string): string[] {
  return [word, word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`];
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
