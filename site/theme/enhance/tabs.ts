import { browserStorage } from '../../app/storage.ts';
import { TAB_KEY_PREFIX } from '../../shared/constants.ts';

/** Selects a tab, remembers it for its group and applies it to every group of that name on the page. */
export function selectTab(tab: HTMLElement): void {
  const tabs = tab.closest<HTMLElement>('.tabs');
  const value = tab.dataset['value'];
  if (!tabs || value === undefined) return;
  const before = tab.getBoundingClientRect().top;
  const { group, query } = tabs.dataset;
  if (group === undefined) show(tabs, value);
  else {
    browserStorage().set(TAB_KEY_PREFIX + group, value);
    for (const other of document.querySelectorAll<HTMLElement>(`.tabs[data-group="${group}"]`))
      show(other, value);
  }
  if (query !== undefined) {
    const url = new URL(location.href);
    url.searchParams.set(query, value);
    history.replaceState(history.state, '', url);
  }
  // Groups above may have changed their height: keep the tab under the pointer.
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** Moves the focus to the adjacent tab, wrapping at the ends; false for other keys. */
export function moveTab(tab: HTMLElement, key: string): boolean {
  const tabs = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const index = tabs.indexOf(tab);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const target =
    step === undefined ? { Home: 0, End: tabs.length - 1 }[key] : (index + step + tabs.length) % tabs.length;
  if (target === undefined) return false;
  tabs[target]?.focus();
  return true;
}

/** Applies the address or an earlier choice to the tab groups of an article. */
export function restoreTabs(article: HTMLElement): () => void {
  const query = new URLSearchParams(location.search);
  const stops: (() => void)[] = [];
  for (const tabs of article.querySelectorAll<HTMLElement>('.tabs')) {
    const { group, query: name } = tabs.dataset;
    const asked = name === undefined ? null : query.get(name);
    const stored = group === undefined ? null : browserStorage().get(TAB_KEY_PREFIX + group);
    const wanted = asked ?? stored;
    if (wanted !== null) show(tabs, wanted);
    if (group !== undefined) {
      stops.push(
        browserStorage().listen(TAB_KEY_PREFIX + group, (value) => value !== null && show(tabs, value)),
      );
    }
  }
  return () => {
    for (const stop of stops) stop();
  };
}

/** A value this group does not have changes nothing. */
function show(tabs: HTMLElement, value: string): void {
  const buttons = [...tabs.querySelectorAll<HTMLElement>('[role=tab]')].filter(
    (tab) => tab.closest('.tabs') === tabs,
  );
  if (!buttons.some((button) => button.dataset['value'] === value)) return;
  for (const button of buttons) {
    const isSelected = button.dataset['value'] === value;
    button.setAttribute('aria-selected', String(isSelected));
    button.tabIndex = isSelected ? 0 : -1;
    const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
    panel?.toggleAttribute('data-inactive', !isSelected);
  }
}
