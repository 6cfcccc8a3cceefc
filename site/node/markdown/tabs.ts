import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import container from 'markdown-it-container';
import { slugify } from '../../shared/slugs.ts';
import { escapeHtml } from '../output/escape.ts';

interface Panel {
  readonly label: string;
  readonly value: string;
  readonly token: Token;
}

interface TabsInfo {
  readonly group: string | null;
  readonly query: string | null;
  readonly initial: string | null;
}

/**
 * Adds `:::: tabs group=language` around blocks of `::: tab Label`. Without scripts every panel shows under
 * its label; the attribute that scripts set before the first paint turns the labels into a tab list.
 */
export function addTabs(md: MarkdownIt): void {
  md.use(container, 'tabs', { render: () => '' });
  md.use(container, 'tab', { render: () => '' });
  md.core.ruler.push('tabs', (state) => {
    let count = 0;
    state.tokens.forEach((token, index) => {
      if (token.type === 'container_tabs_open') renderGroup(state, index, count++);
    });
  });
  for (const rule of [
    'container_tabs_open',
    'container_tabs_close',
    'container_tab_open',
    'container_tab_close',
  ]) {
    md.renderer.rules[rule] = (tokens, index) => tokens[index]?.content ?? '';
  }
}

function renderGroup(state: StateCore, start: number, number: number): void {
  const open = state.tokens[start];
  if (!open) return;
  const end = state.tokens.findIndex(
    (token, index) => index > start && token.type === 'container_tabs_close',
  );
  const panels = state.tokens
    .slice(start, end)
    .filter((token) => token.type === 'container_tab_open')
    .map(toPanel);
  const info = parseInfo(open.info);
  const initial = info.initial ?? panels[0]?.value ?? '';
  checkValues(panels, initial);
  const attributes = [
    info.group === null ? '' : ` data-group="${escapeHtml(info.group)}"`,
    info.query === null ? '' : ` data-query="${escapeHtml(info.query)}"`,
  ].join('');
  const buttons = panels.map((panel) => {
    const isSelected = panel.value === initial;
    return (
      `<button type="button" role="tab" id="tab-${number}-${panel.value}" data-value="${panel.value}" ` +
      `aria-controls="panel-${number}-${panel.value}" aria-selected="${isSelected}" ` +
      `tabindex="${isSelected ? 0 : -1}">${escapeHtml(panel.label)}</button>`
    );
  });
  open.content = `<div class="tabs"${attributes}><div role="tablist" aria-label="${escapeHtml(info.group ?? 'Variants')}">${buttons.join('')}</div>\n`;
  for (const panel of panels) {
    const state = panel.value === initial ? '' : ' data-inactive=""';
    panel.token.content =
      `<div role="tabpanel" id="panel-${number}-${panel.value}" aria-labelledby="tab-${number}-${panel.value}"${state}>` +
      `<p class="tab-label">${escapeHtml(panel.label)}</p>\n`;
  }
  let tab: string | undefined;
  for (const token of state.tokens.slice(start, end + 1)) {
    if (token.type === 'container_tab_open') tab = panels.find((panel) => panel.token === token)?.value;
    if (token.type === 'fence') token.meta = { ...token.meta, tab };
    if (token.type === 'container_tab_close' || token.type === 'container_tabs_close')
      token.content = '</div>\n';
  }
}

function toPanel(token: Token): Panel {
  const rest = token.info.trim().slice('tab'.length).trim();
  const [, label = rest, explicit] = /^(.*?)(?:\s+value=([\w-]+))?$/.exec(rest) ?? [];
  return { label, value: explicit ?? slugify(label), token };
}

function parseInfo(info: string): TabsInfo {
  const read = (name: string) => new RegExp(`\\b${name}=([\\w-]+)`).exec(info)?.[1] ?? null;
  return { group: read('group'), query: read('query'), initial: read('default') };
}

function checkValues(panels: readonly Panel[], initial: string): void {
  const values = panels.map((panel) => panel.value);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new TabsError(`tabs have the value "${twice}" twice`);
  if (!values.includes(initial))
    throw new TabsError(`tabs have no value "${initial}", only ${values.join(', ')}`);
}

/** A tab group with a contradiction. */
export class TabsError extends Error {
  override readonly name = 'TabsError';
}
