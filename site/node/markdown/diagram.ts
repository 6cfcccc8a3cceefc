import { lifecycles } from '@tessera/contracts/lifecycles';
import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { code, table } from '../contract-docs/markdown.ts';
import { escapeHtml } from '../output/escape.ts';

/** Colors are in our styles, where they follow the color mode; no fetches and no inline styles. */
const OWN_STYLE = /<style>[\s\S]*?<\/style>\s*/g;
/** Its styles, and elements that need its scripts. */
const OWN_ATTRIBUTE = / (?:style|class|data-[\w-]+)="[^"]*"/g;
const BETWEEN_TAGS = />\s+</g;
const MARKER_ID = /(id="|url\(#)(arrowhead[\w-]*|seq-arrow[\w-]*|[\w-]*-(?:start|end|marker))/g;
const HEAD = '<svg ';
/** A box around messages of a sequence, the tab in its corner, and the text of the tab. */
const TAB =
  /(<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)"[^>]*>\s*<rect [^>]*?width=")([\d.]+)("[^>]*>\s*<text [^>]*font-weight="600"[^>]*>)([^<]*)(?=<)/g;
/** Average width of a character in a tab, and of the space beside the text, in pixels. */
const TAB_CHARACTER = 6.4;
const TAB_SPACE = 12;
/** The box behind the words of a line, and the words. */
const LINE_LABEL =
  /(<g><rect x=")([\d.]+)(" y="[\d.]+" width=")([\d.]+)("[^>]*><text [^>]*font-size="11"[^>]*>)([^<]*)(?=<)/g;
const LABEL_CHARACTER = 6.3;
const LABEL_SPACE = 14;
/** The width of a page's column, in pixels; a wider lifecycle is drawn top to bottom. */
const COLUMN_WIDTH = 680;
/** Only the words at lines have this size. */
const SIZE_AT_LINES = 'font-size="11"';
/** The figure has its own margins: a drawing has only the space around it that its lines need, in pixels. */
const OPTIONS = { transparent: true, padding: 12 };
/** The same and the space between layers, where the usual space makes a drawing too wide, in pixels. */
const CLOSE = { padding: 4, layerSpacing: 24 };

/** A diagram in Mermaid's language as an image with a description. @throws Error when the source cannot be drawn */
export function renderDiagram(source: string, description: string, id: string): string {
  const svg = drawToFit(source)
    .replaceAll(OWN_STYLE, '')
    .replaceAll(OWN_ATTRIBUTE, '')
    .replaceAll(BETWEEN_TAGS, '><')
    .replaceAll(LINE_LABEL, widenLabel)
    .replaceAll(MARKER_ID, (_, before: string, name: string) => `${before}${id}-${name}`)
    .replaceAll(TAB, widenTab)
    .replaceAll(/(\d+\.\d{2})\d+/g, '$1');
  const label = escapeHtml(description);
  return (
    `<figure class="diagram"><div tabindex="0" role="group" aria-label="${label}">` +
    `${svg.replace(HEAD, `${HEAD}role="img" aria-label="${label}" `)}</div>` +
    `<figcaption>${label} <button type="button" class="needs-js" data-zoom="">Enlarge</button></figcaption></figure>\n`
  );
}

/**
 * A drawing that is wider than the column is drawn closer together, because scaling makes its words small; one with words
 * at its lines needs their room.
 */
function drawToFit(source: string): string {
  const usual = renderMermaidSVG(source, OPTIONS);
  if (widthOf(usual) <= COLUMN_WIDTH || usual.includes(SIZE_AT_LINES)) return usual;
  return renderMermaidSVG(source, { ...OPTIONS, ...CLOSE });
}

/** The library assumes narrower letters than ours. */
function widenTab(
  _: string,
  box: string,
  boxWidth: string,
  width: string,
  text: string,
  label: string,
): string {
  const needed = Math.max(Number(width), TAB_SPACE + TAB_CHARACTER * label.length);
  if (needed > Number(boxWidth))
    throw new Error(`"${label}" does not fit into its box: say it in fewer words`);
  return box + needed + text + label;
}

/** The same for the words of a line; they stay in the middle of their box. */
function widenLabel(
  whole: string,
  box: string,
  x: string,
  between: string,
  width: string,
  text: string,
  label: string,
): string {
  const missing = LABEL_SPACE + LABEL_CHARACTER * label.length - Number(width);
  if (missing <= 0) return whole;
  return `${box}${Number(x) - missing / 2}${between}${Number(width) + missing}${text}${label}`;
}

type Transitions = Exclude<LifecycleEntry['transitions'], 'unspecified'>;

/** @throws Error when the contracts do not list its states */
function lifecycleOf(name: string): { entry: LifecycleEntry; transitions: Transitions } {
  const entry = new Map<string, LifecycleEntry>(Object.entries(lifecycles)).get(name);
  if (!entry) throw new Error(`there is no lifecycle ${name}; known: ${Object.keys(lifecycles).join(', ')}`);
  if (entry.transitions === 'unspecified') throw new Error(`the moves of ${name} are not specified`);
  return { entry, transitions: entry.transitions };
}

/** The transitions of a lifecycle as a table in Markdown. @throws Error when the contracts do not list its states */
export function lifecycleMarkdown(name: string): string {
  const { entry, transitions } = lifecycleOf(name);
  const rows = transitions.map(({ from, to, by }) => [
    code(from),
    code(to),
    by === 'server' ? 'the server' : code(by),
  ]);
  return `${describeLifecycle(entry)}:\n\n${table(['From', 'To', 'Caused by'], rows)}`;
}

/** The states of a lifecycle in the contracts. @throws Error when the contracts do not list them */
export function renderLifecycle(name: string, id: string): string {
  const { entry, transitions } = lifecycleOf(name);
  const lines = [`[*] --> ${entry.initial}`, ...movesOf(transitions)];
  const source = [...lines, ...entry.terminal.map((state) => `${state} --> [*]`)];
  const draw = (direction: string): string =>
    renderDiagram(
      ['stateDiagram-v2', `direction ${direction}`, ...source].join('\n'),
      describeLifecycle(entry),
      id,
    );
  const across = draw('LR');
  return widthOf(across) <= COLUMN_WIDTH ? across : draw('TB');
}

function widthOf(svg: string): number {
  return Number(/<svg [^>]*?width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
}

/** One line per pair of states; a label that all of them share is left out. */
function movesOf(transitions: Transitions): string[] {
  const moves = new Map<string, string[]>();
  for (const { from, to, by } of transitions) {
    const move = `${from} --> ${to}`;
    moves.set(move, [...(moves.get(move) ?? []), ...(by === 'server' ? [] : [by])]);
  }
  const labels = [...moves.values()].map(labelOf);
  const areSame = new Set(labels).size === 1;
  return [...moves.keys()].map((move, index) =>
    areSame || labels[index] === '' ? move : `${move}: ${labels[index]}`,
  );
}

/** At most two operations are named; more would not fit beside a line. */
function labelOf(operations: readonly string[]): string {
  return operations.length > 2 ? `${operations.length} operations` : operations.join(' or ');
}

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Names the thing that has the status, as the contract's description does: "Status of a plan." */
function describeLifecycle({ name, description, initial, terminal }: LifecycleEntry): string {
  const [, thing = name] = /^Stat(?:e|us) of (.+?)\./.exec(description) ?? [];
  const end = terminal.length === 0 ? 'never ends' : `ends as ${ALTERNATIVES.format(terminal)}`;
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)} starts as ${initial} and ${end}`;
}
