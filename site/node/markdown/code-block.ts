import { PATH_BREAK } from '../../shared/path-break.ts';
import { escapeHtml } from '../output/escape.ts';
import { type CodeMeta, type LineMark, takeMarks } from './code-meta.ts';
import { renderTokens, tokenize } from './highlight.ts';
import { PROMPT, parseSession, type SessionLine } from './session.ts';

/** Lines of output that a reader expects. */
const GOOD_NEWS = /^(?:pass|conformant)\b/;
/** Languages whose lines are read like prose: a long one wraps instead of being cut. */
const PROSE = new Set(['', 'text', 'txt', 'plain', 'http', 'log']);
const SHELLS = new Set(['bash', 'sh', 'shell', 'console']);

/** A fenced block as a focusable, copyable figure. */
export function renderCodeBlock(source: string, meta: CodeMeta): string {
  const { code, marked } = takeMarks(source.replace(/\n$/, ''));
  const lines = code.split('\n');
  const isSession = SHELLS.has(meta.language) && lines.some((line) => line.startsWith(PROMPT));
  const marks = new Map<number, LineMark>([...meta.highlighted].map((line) => [line, 'highlight']));
  for (const [line, mark] of marked) marks.set(line, mark);
  const needsLines = isSession || marks.size > 0 || meta.lineNumbers;
  const body = isSession
    ? parseSession(lines).map(renderSessionLine)
    : tokenize(code, meta.language).map((tokens) => renderTokens(tokens));
  const whole = SHELLS.has(meta.language) ? body.map((line) => breakPaths(keepFlags(line))) : body;
  const html = needsLines
    ? whole.map((line, index) => wrapLine(line, marks.get(index + 1))).join('')
    : whole.join('\n');
  const title = meta.title === null ? '' : `<figcaption>${escapeHtml(meta.title)}</figcaption>`;
  const isWrapped = SHELLS.has(meta.language) || PROSE.has(meta.language);
  const wrapped = isWrapped ? ' data-wrapped=""' : '';
  const numbers = meta.lineNumbers ? ' data-numbers=""' : '';
  const label = escapeHtml(meta.title ?? (meta.language === '' ? 'Code' : `Code, ${meta.language}`));
  return (
    `<figure class="code"${numbers}${wrapped}>${title}<pre tabindex="0" role="group" aria-label="${label}">` +
    `<code>${html}</code></pre>` +
    '<button type="button" class="copy" data-copy="">Copy</button></figure>\n'
  );
}

/** A line does not end between the hyphens of a flag and its name. */
function keepFlags(line: string): string {
  return line.replaceAll(/(?<=^|[\s>])--[\w-]+/g, '<span class="w">$&</span>');
}

/** A long address ends a line after a slash. */
function breakPaths(line: string): string {
  return line.replaceAll(PATH_BREAK, '<wbr>');
}

const MARK_CLASSES: Readonly<Record<LineMark, string>> = { highlight: ' hl', add: ' add', remove: ' del' };

function wrapLine(html: string, mark: LineMark | undefined): string {
  return `<span class="l${mark === undefined ? '' : MARK_CLASSES[mark]}">${html}\n</span>`;
}

/** In a recorded session, lines with a prompt are commands and everything else is their output. */
function renderSessionLine({ kind, text }: SessionLine): string {
  if (kind === 'output')
    return `<span class="${GOOD_NEWS.test(text) ? 'i' : 'out'}">${escapeHtml(text)}</span>`;
  const [tokens = []] = tokenize(text, 'bash');
  const mark = kind === 'command' ? `<span class="prompt">${PROMPT}</span>` : '<span data-more=""></span>';
  return mark + renderTokens(tokens);
}
