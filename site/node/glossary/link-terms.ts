import type { MarkdownIt, Env as ParserEnv, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../output/escape.ts';
import { GLOSSARY_ID, type Term } from './glossary.ts';

/** The facts of a page that decide which terms it links. */
export interface TermInput {
  readonly terms: readonly Term[];
  /** Id of the document; it does not link the term that it explains. */
  readonly document?: string;
}

const NOT_PROSE = new Set(['heading_open', 'th_open', 'td_open', 'dt_open']);
const PROSE = new Set(['heading_close', 'th_close', 'td_close', 'dt_close']);
/** Maximum number of links in the first paragraph, which a reader reads as a whole. */
const IN_LEAD = 2;

/**
 * Links the first use of a term in the prose of a page to the glossary; the link contains the definition, which CSS
 * shows on hover and on focus. Headings, tables, cards, links, code and texts of the contracts are left alone.
 */
export function addTerms(md: MarkdownIt, inputOf: (env: ParserEnv | undefined) => TermInput): void {
  md.core.ruler.after('inline', 'terms', (state) => {
    const { terms, document } = inputOf(state.env);
    if (terms.length === 0) return;
    const own = terms.filter(({ page }) => page === document);
    const matcher: Matcher = { forms: formsOf(terms), done: new Set(own), left: IN_LEAD };
    let isProse = true;
    let card: number | null = null;
    for (const token of state.tokens) {
      if (NOT_PROSE.has(token.type)) isProse = false;
      else if (PROSE.has(token.type)) isProse = true;
      else if (isSection(token, 'covered')) return;
      else if (isSection(token, 'card')) card = token.level;
      else if (token.type === 'container_section_close' && token.level === card) card = null;
      else if (
        token.type === 'inline' &&
        isProse &&
        card === null &&
        token.meta?.['contract'] === undefined
      ) {
        token.children = linkFirstUses(token.children ?? [], matcher, state);
        matcher.left = Number.POSITIVE_INFINITY;
      }
    }
  });
}

/** The operations at the end of a page are not prose, and a card is a link as a whole. */
function isSection({ type, info }: Token, name: string): boolean {
  return type === 'container_section_open' && info.trim().split(' ').at(-1) === name;
}

interface Form {
  readonly term: Term;
  readonly text: string;
  readonly lower: string;
}

/** By their first word in lower case, the longest first: a "Data Contract Guardian" is not a "Data contract". */
type Forms = ReadonlyMap<string, readonly Form[]>;

interface Matcher {
  readonly forms: Forms;
  /** Terms that need no link any more. */
  readonly done: Set<Term>;
  /** Number of links that the text may still get. */
  left: number;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Characters that must not be next to a term: it would be a part of something else. */
const INSIDE = /[\p{L}\p{N}_/-]/u;
const INSIDE_OR_DOT = /[\p{L}\p{N}_/.-]/u;

const known = new WeakMap<readonly Term[], Forms>();

/** Cached, because all pages of a site need the same. */
function formsOf(terms: readonly Term[]): Forms {
  const found = known.get(terms);
  if (found) return found;
  const forms = new Map<string, Form[]>();
  for (const term of terms) {
    for (const text of [term.term, ...term.aliases].flatMap(withPlural)) {
      const lower = text.toLowerCase();
      const [first = ''] = lower.match(WORD) ?? [];
      forms.set(first, [...(forms.get(first) ?? []), { term, text, lower }]);
    }
  }
  for (const below of forms.values()) below.sort((a, b) => b.text.length - a.text.length);
  known.set(terms, forms);
  return forms;
}

/** The term at a position of a text, with its length. */
function formAt(text: string, index: number, word: string, { forms }: Matcher): Form | undefined {
  return forms.get(word.toLowerCase())?.find(({ term, text: form, lower }) => {
    const found = text.slice(index, index + form.length);
    return (
      (term.exact ? found === form : found.toLowerCase() === lower) &&
      !INSIDE.test(text.charAt(index + form.length)) &&
      !INSIDE_OR_DOT.test(text.charAt(index - 1))
    );
  });
}

function linkFirstUses(children: readonly Token[], matcher: Matcher, state: StateCore): Token[] {
  let depth = 0;
  return children.flatMap((child) => {
    if (child.type === 'link_open') depth += 1;
    if (child.type === 'link_close') depth -= 1;
    return child.type === 'text' && depth === 0 ? splitText(child, matcher, state) : [child];
  });
}

function splitText(child: Token, matcher: Matcher, state: StateCore): Token[] {
  const text = child.content;
  const parts: Token[] = [];
  let from = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    // A word inside a term is not a term, whether that one is linked or not.
    const form = index < end ? undefined : formAt(text, index, word, matcher);
    if (form === undefined) continue;
    end = index + form.text.length;
    if (matcher.done.has(form.term) || matcher.left === 0) continue;
    matcher.left -= 1;
    matcher.done.add(form.term);
    parts.push(
      textToken(state, text.slice(from, index)),
      ...termTokens(state, form.term, text.slice(index, end)),
    );
    from = end;
  }
  return parts.length === 0 ? [child] : [...parts, textToken(state, text.slice(from))];
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

/** A definition without its markup. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}

function withPlural(word: string): string[] {
  if (word.endsWith('s')) return [word];
  return [word, word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`];
}
