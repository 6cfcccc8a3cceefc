import { escapeHtml } from '../output/escape.ts';
import { type CodeMeta, takeHighlightComments } from './code-meta.ts';
import { renderTokens, tokenize } from './highlight.ts';
import { PROMPT, parseSession, type SessionLine } from './session.ts';

/** Lines of output that a reader hopes for. */
const GOOD_NEWS = /^(?:pass|conformant)\b/;
const SHELLS = new Set(['bash', 'sh', 'shell', 'console']);

/** A fenced block as a focusable, copyable figure. */
export function renderCodeBlock(source: string, meta: CodeMeta): string {
  const { code, marked } = takeHighlightComments(source.replace(/\n$/, ''));
  const lines = code.split('\n');
  const isSession = SHELLS.has(meta.language) && lines.some((line) => line.startsWith(PROMPT));
  const highlighted = new Set([...meta.highlighted, ...marked]);
  const needsLines = isSession || highlighted.size > 0 || meta.lineNumbers;
  const body = isSession
    ? parseSession(lines).map(renderSessionLine)
    : tokenize(code, meta.language).map((tokens) => renderTokens(tokens));
  const html = needsLines
    ? body.map((line, index) => wrapLine(line, highlighted.has(index + 1))).join('')
    : body.join('\n');
  const title = meta.title === null ? '' : `<figcaption>${escapeHtml(meta.title)}</figcaption>`;
  const numbers = meta.lineNumbers ? ' data-numbers=""' : '';
  const label = escapeHtml(meta.title ?? (meta.language === '' ? 'Code' : `Code, ${meta.language}`));
  return (
    `<figure class="code"${numbers}>${title}<pre tabindex="0" role="group" aria-label="${label}">` +
    `<code>${html}</code></pre>` +
    '<button type="button" class="copy" data-copy="">Copy</button></figure>\n'
  );
}

function wrapLine(html: string, isHighlighted: boolean): string {
  return `<span class="l${isHighlighted ? ' hl' : ''}">${html}\n</span>`;
}

/** In a recorded session, lines with a prompt are commands and everything else is what they printed. */
function renderSessionLine({ kind, text }: SessionLine): string {
  if (kind === 'output')
    return `<span class="${GOOD_NEWS.test(text) ? 'i' : 'out'}">${escapeHtml(text)}</span>`;
  const [tokens = []] = tokenize(text, 'bash');
  const mark = kind === 'command' ? `<span class="prompt">${PROMPT}</span>` : '<span data-more=""></span>';
  return mark + renderTokens(tokens);
}
