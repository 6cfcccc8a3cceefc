import { renderApiMarkdown, renderIndexMarkdown } from '../../reference/static/reference-markdown.ts';
import { apiOf } from '../contract-docs/catalog.ts';
import type { ReferencePlace } from '../contracts.ts';
import { parseCodeMeta } from '../markdown/code-meta.ts';
import { lifecycleMarkdown } from '../markdown/diagram.ts';
import type { CompiledPage } from '../pages.tsx';

/** Directives for layout or color only; their content is kept. */
const DIRECTIVE = /^:{3,}.*$/;
const FENCE = /^(`{3,}|~{3,})(.*)$/;
const LINK = /(?<!!\[[^\]]*)\]\((?!https?:|mailto:|#)([^)\s]+)\)/g;
/** A picture becomes its alternative text; its file is beside the page, not beside the Markdown. */
const PICTURE = /!\[([^\]]*)\]\([^)]*\)/g;

/** A heading with the id that links to it use. */
const ANCHOR = /^(#+ .*?)\s*\{#[\w-]+\}\s*$/;

/** The same page as Markdown, for programs and for copying; null for pages without text. */
export function markdownTwin(
  { page, source, body, resolve }: CompiledPage,
  places: readonly ReferencePlace[],
  root: string,
): string | null {
  const place = places.find(({ route }) => route === page.route);
  const generated = place === undefined ? body : markdownOf(place);
  const isRepeated = withoutMarks(generated).includes(withoutMarks(page.description));
  const summary = isRepeated ? '' : `> ${page.description}\n\n`;
  const heading = `# ${page.title}\n\n${summary}`;
  if (source === null) {
    if (generated === '') return null;
    const lines = generated.split('\n');
    return heading + lines.map((line) => withAddresses(line, (href) => root + href.slice(1))).join('\n');
  }
  const origin = new URL(root).origin;
  let open: string | null = null;
  let isLifecycle = false;
  let hasHeading = false;
  const lines = body.split('\n').flatMap((line) => {
    const [, marks = '', info = ''] = FENCE.exec(line) ?? [];
    if (open !== null) {
      // The closing fence is at least as long as the opening one, of the same character, and alone.
      const isEnd = marks.startsWith(open) && info.trim() === '';
      if (isEnd) open = null;
      if (!isLifecycle) return [line];
      return isEnd ? [] : [lifecycleMarkdown(line.trim())];
    }
    if (marks !== '') {
      const { language, title } = parseCodeMeta(info.trim());
      open = marks;
      isLifecycle = language === 'lifecycle';
      if (isLifecycle) return [];
      return [marks + (/^\S*/.exec(info)?.[0] ?? '') + (title === null ? '' : ` title="${title}"`)];
    }
    if (DIRECTIVE.test(line)) return titleOfDirective(line);
    hasHeading ||= line.startsWith('# ');
    const text = line.replaceAll(PICTURE, '(picture: $1)').replace(ANCHOR, '$1');
    return [withAddresses(text, (href) => new URL(resolve(href), origin).href)];
  });
  return `${hasHeading ? summary : heading}${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** A text as it is compared: without the marks of code, and in one line. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '').replaceAll(/\s+/g, ' ');
}

function markdownOf({ model, api }: ReferencePlace): string {
  return api === undefined ? renderIndexMarkdown(model) : renderApiMarkdown(apiOf(api.id));
}

const CODE_SPAN = /(`+)(?:(?!\1).)+\1/g;

/** A line with absolute addresses in its links. Code contains no links; the text of a link may be code. */
function withAddresses(line: string, addressOf: (href: string) => string): string {
  const spans: string[] = [];
  const held = line.replaceAll(CODE_SPAN, (span) => `\uE000${spans.push(span) - 1}\uE000`);
  return held
    .replaceAll(LINK, (_, href: string) => `](${addressOf(href)})`)
    .replaceAll(/\uE000(\d+)\uE000/g, (_, index: string) => spans[Number(index)] ?? '');
}

/** `:::tip Save time` keeps its title. */
function titleOfDirective(line: string): string[] {
  const [, kind = '', title = ''] = /^:{3,}\s*(\w+)?\s*(.*)$/.exec(line) ?? [];
  const isWorded = ['tab', 'details', 'note', 'tip', 'info', 'warning', 'danger'].includes(kind);
  return isWorded && title !== '' ? [`**${title.replace(/\s+value=[\w-]+$/, '')}**`] : [];
}
