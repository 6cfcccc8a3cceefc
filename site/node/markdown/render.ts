import { existsSync } from 'node:fs';
import path from 'node:path';
import createParser, {
  type MarkdownIt,
  type Env as ParserEnv,
  type StateCore,
  type Token,
} from 'markdown-it';
import anchor from 'markdown-it-anchor';
import footnote from 'markdown-it-footnote';
import { TOC_MAX_LEVEL, TOC_MIN_LEVEL } from '../../shared/constants.ts';
import type { TocEntry } from '../../shared/site.ts';
import { slugify } from '../../shared/slugs.ts';
import { isExternal } from '../../shared/urls.ts';
import { type ContentImage, readImage } from '../content/images.ts';
import { addContracts } from '../contract-docs/plugin.ts';
import type { Term } from '../glossary/glossary.ts';
import { addTerms } from '../glossary/link-terms.ts';
import { escapeHtml } from '../output/escape.ts';
import { unescapeHtml } from '../output/html-scan.ts';
import type { Problem } from '../problems.ts';
import { addRecordings } from '../recordings/recording-block.ts';
import { markBadges } from './badges.ts';
import { renderCodeBlock } from './code-block.ts';
import { type CodeMeta, parseCodeMeta, problemsOfMeta } from './code-meta.ts';
import { markColumns, OPERATION, RECORDS } from './columns.ts';
import { addContainers } from './containers.ts';
import { renderDiagram, renderLifecycle } from './diagram.ts';
import { addFootnoteStyle } from './footnotes.ts';
import { addIncludes } from './include.ts';
import { isInside } from './inside.ts';
import { addVariants, renderVariants } from './pictures.ts';
import { addSetUp } from './set-up.ts';
import { addSince } from './since.ts';
import { addTabs } from './tabs.ts';

/** A link as written, with its place in the source. */
export interface SourceLink {
  readonly href: string;
  readonly line: number;
}

export interface CodeSample {
  readonly meta: CodeMeta;
  readonly code: string;
  readonly line: number;
  /** Value of the tab that contains it. */
  readonly tab?: string;
}

export interface RenderedMarkdown {
  readonly html: string;
  readonly toc: readonly TocEntry[];
  /** Keyed by the address in the HTML. */
  readonly links: readonly SourceLink[];
  readonly samples: readonly CodeSample[];
  readonly hasTitle: boolean;
}

export interface MarkdownInput {
  readonly file: string;
  /** Absolute path; included files and pictures are relative to it. */
  readonly absolute: string;
  /** Folder that limits included files and pictures. */
  readonly root?: string;
  readonly body: string;
  readonly bodyOffset: number;
  /** Version of the documentation; later blocks are left out. */
  readonly version: string;
  /** Ids of the APIs whose values the page may print. */
  readonly contracts: readonly string[];
  /** Words that the page links to the glossary. */
  readonly terms: readonly Term[];
  /** Id of the document, which does not link the word that it explains. */
  readonly document?: string;
  /** Turns an address in the source into the address in the page; reports what it cannot resolve. */
  readonly resolveLink: (href: string, line: number) => string;
  /** Publishes a picture and returns its address. */
  readonly addImage: (image: ContentImage) => string;
  /** Leaves code and drawings out of the HTML, which take most of the time: a check of samples does not show them. */
  readonly withoutFigures?: boolean;
  readonly problems: Problem[];
}

interface Env extends ParserEnv {
  readonly input: MarkdownInput;
  readonly toc: TocEntry[];
  readonly links: SourceLink[];
  readonly samples: CodeSample[];
}

const EXPLICIT_ID = /\s*\{#([\w-]+)\}\s*$/;

const md = createMarkdown();

/** Compiles one Markdown body to the HTML of an article. */
export function renderMarkdown(input: MarkdownInput): RenderedMarkdown {
  const env: Env = { input, toc: [], links: [], samples: [] };
  const tokens = md.parse(input.body, env);
  const html = md.renderer.render(tokens, md.options, env);
  const hasTitle = tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1');
  return { html, toc: env.toc, links: env.links, samples: env.samples, hasTitle };
}

function createMarkdown(): MarkdownIt {
  const markdown = createParser({ html: false, linkify: false, typographer: false });
  addContainers(markdown);
  addTabs(markdown);
  markdown.use(footnote);
  addIncludes(markdown, (env) => toEnv(env).input);
  addFootnoteStyle(markdown);
  addSince(markdown, (env) => toEnv(env).input);
  addContracts(markdown, (env) => toEnv(env).input);
  addSetUp(markdown);
  addRecordings(markdown, (env) => toEnv(env).input);
  addTerms(markdown, (env) => toEnv(env).input);
  markdown.core.ruler.push('explicit_ids', takeExplicitIds);
  markdown.use(anchor, {
    level: [2, 3, 4, 5, 6],
    slugify,
    tabIndex: false,
    failOnNonUnique: false,
  });
  markdown.core.ruler.push('toc', collectToc);
  markdown.core.ruler.push('links', resolveLinks);
  markdown.core.ruler.push('tables', dropEmptyHeads);
  markdown.core.ruler.push('columns', markColumns);
  markdown.core.ruler.push('badges', markBadges);
  const { image } = markdown.renderer.rules;
  markdown.renderer.rules['image'] = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (!token || !image) return '';
    return renderVariants(image(tokens, index, options, env, self), token.meta?.['variants'] ?? {});
  };
  markdown.renderer.rules['fence'] = (tokens, index, _options, env) => renderFence(tokens[index], toEnv(env));
  markdown.renderer.rules['table_open'] = (tokens, index) => renderTableOpen(tokens[index]);
  markdown.renderer.rules['table_close'] = () => '</table></div>\n';
  markdown.renderer.rules['code_inline'] = (tokens, index) => renderInlineCode(tokens[index]?.content ?? '');
  markdown.renderer.rules['heading_close'] = (tokens, index) => renderHeadingClose(tokens, index);
  return markdown;
}

function renderTableOpen(token: Token | undefined): string {
  const isOfRecords = token?.attrGet('class') === RECORDS;
  const label = escapeHtml(contractOf(token) ?? 'Table');
  const table = isOfRecords ? '<table role="table">' : '<table>';
  return `<div class="table${isOfRecords ? ` ${RECORDS}` : ''}" tabindex="0" role="group" aria-label="${label}">${table}\n`;
}

const LONG_NAME = 20;
/** A longer piece of a name does not fit in a line of a telephone. */
const LONGEST_PIECE = 26;

function renderInlineCode(content: string): string {
  const [, method = '', path = ''] = OPERATION.exec(content) ?? [];
  if (path !== '')
    return `<code class="call"><b class="${method.toLowerCase()}">${method}</b> <wbr>${breakName(path)}</code>`;
  const html = breakName(content);
  const isLong = html.split('<wbr>').some((piece) => unescapeHtml(piece).length > LONGEST_PIECE);
  return `<code${isLong ? ' class="long"' : ''}>${html}</code>`;
}

/** Names and paths have few spaces: long ones may break, a path after its slashes. */
function breakName(name: string): string {
  const html = escapeHtml(name);
  const breaks = /\w\/\w/.test(name) ? /(?<=\S)\/(?=[\w{])/g : /(?<=\S)[_.](?=\w)/g;
  return name.length > LONG_NAME ? html.replaceAll(breaks, '$&<wbr>') : html;
}

/** A table with an empty header row gets none: the first cell of each row is then its header. */
function dropEmptyHeads(state: StateCore): void {
  const { tokens } = state;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    if (tokens[at]?.type !== 'thead_open') continue;
    const end = tokens.findIndex(({ type }, index) => index > at && type === 'thead_close');
    if (tokens.slice(at, end).some(({ type, content }) => type === 'inline' && content !== '')) continue;
    const last = tokens.findIndex(({ type }, index) => index > at && type === 'table_close');
    for (let row = end; row < last; row += 1) if (tokens[row]?.type === 'tr_open') headRow(tokens, row);
    tokens.splice(at, end - at + 1);
  }
}

function headRow(tokens: readonly Token[], row: number): void {
  const [open, close] = ['td_open', 'td_close'].map((wanted) =>
    tokens.find(({ type }, index) => index > row && type === wanted),
  );
  if (!open || !close) return;
  open.tag = 'th';
  close.tag = 'th';
  open.attrSet('scope', 'row');
}

/** `## Title {#id}` sets the id and leaves the text. */
function takeExplicitIds(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const last = state.tokens[index + 1]?.children?.at(-1);
    const id = last?.type === 'text' ? EXPLICIT_ID.exec(last.content)?.[1] : undefined;
    if (!last || id === undefined) return;
    last.content = last.content.replace(EXPLICIT_ID, '');
    token.attrSet('id', id);
    token.meta = { explicitId: id };
  });
}

function collectToc(state: StateCore): void {
  const env = envOf(state);
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const level = Number(token.tag.slice(1));
    const id = attributeOf(token, 'id');
    if (level < TOC_MIN_LEVEL || level > TOC_MAX_LEVEL || id === null) return;
    const explicitId: unknown = token.meta?.['explicitId'];
    if (explicitId !== undefined && explicitId !== id) {
      env.input.problems.push({
        file: env.input.file,
        line: lineOf(env, token),
        message: `id "${explicitId}" is given twice`,
      });
    }
    const inline = state.tokens[index + 1]?.children ?? [];
    const withoutLinks = inline.filter((child) => child.type !== 'link_open' && child.type !== 'link_close');
    env.toc.push({ id, level, html: md.renderer.renderInline(withoutLinks, md.options, env) });
  });
}

function resolveLinks(state: StateCore): void {
  const env = envOf(state);
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue;
    let line = lineOf(env, token);
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line += 1;
      const name = child.type === 'link_open' ? 'href' : child.type === 'image' ? 'src' : null;
      const href = name === null ? null : attributeOf(child, name);
      if (name === null || href === null) continue;
      const resolved =
        name === 'src' ? resolveImage(child, href, line, env) : env.input.resolveLink(href, line);
      child.attrSet(name, resolved);
      if (name === 'href' && /^(?:https?:)?\/\//.test(resolved)) {
        child.attrSet('target', '_blank');
        child.attrSet('rel', 'noopener noreferrer');
      }
      if (name === 'src') child.attrSet('loading', 'lazy');
      env.links.push({ href: resolved, line });
    }
  }
}

/** A picture beside the page is published with it, with its size; its alternative text is required. */
function resolveImage(token: Token, src: string, line: number, env: Env): string {
  const { input } = env;
  if (token.content === '')
    input.problems.push({
      file: input.file,
      line,
      message: `image ${src} says nothing to those who do not see it`,
    });
  if (isExternal(src) || src.startsWith('/')) return input.resolveLink(src, line);
  const file = path.resolve(path.dirname(input.absolute), src);
  if (!isInside(input.root, file) || !existsSync(file)) {
    input.problems.push({ file: input.file, line, message: `image ${src} names a file that does not exist` });
    return '#';
  }
  const image = readImage(file);
  if (image.size) {
    token.attrSet('width', String(image.size.width));
    token.attrSet('height', String(image.size.height));
  }
  token.meta = { variants: addVariants(file, input.addImage) };
  return input.addImage(image);
}

const DRAWN = ['mermaid', 'lifecycle'];

/** `mermaid title="..."` holds a diagram, `lifecycle` the name of a state machine of the contracts. */
function renderDrawing(
  meta: CodeMeta,
  source: string,
  id: string,
  report: (message: string) => void,
): string {
  if (meta.language === 'mermaid' && meta.title === null) {
    report('diagram needs a title="..." that says what it shows');
    return '';
  }
  try {
    return once(`${id} ${meta.language} ${meta.title}\n${source}`, () =>
      meta.language === 'lifecycle'
        ? renderLifecycle(source.trim(), id)
        : renderDiagram(source, meta.title ?? '', id),
    );
  } catch (error) {
    report(`diagram cannot be drawn: ${error instanceof Error ? error.message : String(error)}`);
    return '';
  }
}

function renderFence(token: Token | undefined, env: Env): string {
  if (!token) return '';
  const meta = parseCodeMeta(token.info.trim());
  const line = lineOf(env, token);
  const report = (message: string) => env.input.problems.push({ file: env.input.file, line, message });
  const isShown = env.input.withoutFigures !== true;
  if (DRAWN.includes(meta.language))
    return isShown ? renderDrawing(meta, token.content, `diagram-${line}`, report) : '';
  // Texts of the contracts are checked with the contracts, but for commands that a page runs.
  const render = () =>
    isShown ? once(`${token.info}\n${token.content}`, () => renderCodeBlock(token.content, meta)) : '';
  if (contractOf(token) !== null && meta.mode !== 'run') return render();
  for (const problem of problemsOfMeta(meta)) report(problem);
  const tab: unknown = token.meta?.['tab'];
  env.samples.push({ meta, code: token.content, line, ...(typeof tab === 'string' ? { tab } : {}) });
  return render();
}

const figures = new Map<string, string>();

/** Code and drawings take most of a page's time, and every version of the documentation has the same ones. */
function once(key: string, make: () => string): string {
  const known = figures.get(key);
  if (known !== undefined) return known;
  const html = make();
  figures.set(key, html);
  return html;
}

function renderHeadingClose(tokens: readonly Token[], index: number): string {
  const open = tokens[index - 2];
  const tag = tokens[index]?.tag ?? 'h2';
  const id = open ? attributeOf(open, 'id') : null;
  if (id === null || tag === 'h1') return `</${tag}>\n`;
  const label = `Direct link to ${escapeHtml(plainText(tokens[index - 1]))}`;
  return `<a class="anchor" href="#${id}" title="${label}" aria-label="${label}">#</a></${tag}>\n`;
}

/** The subject of the table or text of the contracts that the token belongs to. */
function contractOf(token: Token | undefined): string | null {
  const label: unknown = token?.meta?.['contract'];
  return typeof label === 'string' ? label : null;
}

function attributeOf(token: Token, name: string): string | null {
  const value = token.attrGet(name);
  return value === null ? null : String(value);
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .filter((child) => child.type === 'text' || child.type === 'code_inline')
    .map((child) => child.content)
    .join('');
}

function envOf(state: StateCore): Env {
  return toEnv(state.env);
}

function toEnv(env: ParserEnv | undefined): Env {
  return env as Env; // renderMarkdown is the only caller of the parser and passes an Env
}

/** Line in the file, 1-based. */
function lineOf(env: Env, token: Token): number {
  return env.input.bodyOffset + (token.map?.[0] ?? 0) + 1;
}
