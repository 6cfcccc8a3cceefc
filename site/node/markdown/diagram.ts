import { lifecycles } from '@tessera/contracts/lifecycles';
import type { LifecycleEntry } from '@tessera/contracts/vocabulary';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { escapeHtml } from '../output/escape.ts';

/** Colours stand in our own styles, where they follow the colour mode; nothing is fetched and nothing is inline. */
const OWN_STYLE = /<style>[\s\S]*?<\/style>\s*/g;
const OWN_ATTRIBUTE = / style="[^"]*"/g;
const MARKER_ID = /(id="|url\(#)(arrowhead[\w-]*|[\w-]*-(?:start|end|marker))/g;
const HEAD = '<svg ';

/** A diagram in Mermaid's language as an image with a description. @throws Error when the source cannot be drawn */
export function renderDiagram(source: string, description: string, id: string): string {
  const svg = renderMermaidSVG(source, { transparent: true })
    .replaceAll(OWN_STYLE, '')
    .replaceAll(OWN_ATTRIBUTE, '')
    .replaceAll(MARKER_ID, (_, before: string, name: string) => `${before}${id}-${name}`)
    .replaceAll(/(\d+\.\d{2})\d+/g, '$1');
  const label = escapeHtml(description);
  return (
    `<figure class="diagram"><div tabindex="0" role="group" aria-label="${label}">` +
    `${svg.replace(HEAD, `${HEAD}role="img" aria-label="${label}" `)}</div>` +
    `<figcaption>${label}</figcaption></figure>\n`
  );
}

/** The states of a thing out of the contracts. @throws Error when the contracts do not tell them */
export function renderLifecycle(name: string, id: string): string {
  const entry = new Map<string, LifecycleEntry>(Object.entries(lifecycles)).get(name);
  if (!entry) throw new Error(`there is no lifecycle ${name}; known: ${Object.keys(lifecycles).join(', ')}`);
  if (entry.transitions === 'unspecified') throw new Error(`the moves of ${name} are not specified`);
  const moves = entry.transitions.map(({ from, to, by }) =>
    by === 'server' ? `${from} --> ${to}` : `${from} --> ${to}: ${by}`,
  );
  const source = ['stateDiagram-v2', 'direction LR', `[*] --> ${entry.initial}`, ...moves];
  const ends = entry.terminal.map((state) => `${state} --> [*]`);
  return renderDiagram([...source, ...ends].join('\n'), describeLifecycle(entry), id);
}

function describeLifecycle({ name, initial, terminal }: LifecycleEntry): string {
  return `${name} begins with ${initial} and ends with ${terminal.join(' or ')}`;
}
