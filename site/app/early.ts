/**
 * Runs before the first paint, inlined in every page: sets the color mode and other state that would cause a flash, and
 * makes CSS-only features work before React does. Kept tiny; it must never throw.
 */
import {
  ANNOUNCEMENT_DISMISS_KEY,
  ANNOUNCEMENT_ID_KEY,
  DATA_QUERY_PREFIX,
  THEME_KEY,
  THEME_QUERY_NAMES,
} from '../shared/constants.ts';

const root = document.documentElement;
const query = new URLSearchParams(location.search);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const forced = THEME_QUERY_NAMES.map((name) => query.get(name)).find((value) => value !== null);
const isSwitchable = root.dataset['colorMode'] !== 'light';
const system = () =>
  root.dataset['colorMode'] === 'system' && matchMedia('(prefers-color-scheme: dark)').matches
    ? 'dark'
    : 'light';
root.dataset['theme'] =
  ((isSwitchable ? (forced ?? read(THEME_KEY)) : null) ?? system()) === 'dark' ? 'dark' : 'light';
root.dataset['js'] = '';
const isDismissed = read(ANNOUNCEMENT_DISMISS_KEY) === 'true';
if (isDismissed && read(ANNOUNCEMENT_ID_KEY) === root.dataset['announcement']) root.dataset['dismissed'] = '';
query.forEach((value, name) => {
  const attribute = `data-${name.slice(DATA_QUERY_PREFIX.length)}`;
  if (name.startsWith(DATA_QUERY_PREFIX) && /^data-[a-z-]+$/.test(attribute))
    root.setAttribute(attribute, value);
});

// CSS shows the definition of a term before other scripts have loaded: Escape hides it from then on, wherever the focus
// is, until the pointer comes to a term again.
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') root.dataset['noTips'] = '';
});
for (const coming of ['mouseover', 'focusin'])
  document.addEventListener(coming, ({ target }) => {
    if (target instanceof Element && target.closest('.term')) delete root.dataset['noTips'];
  });

/** The last button that was pressed before any script handled it; the script presses it again. */
let pressed: HTMLElement | null = null;
new MutationObserver((_, observer) => {
  observer.disconnect();
  pressed?.click();
}).observe(root, { attributeFilter: ['data-has-hydrated'] });

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  // The script that opens the interactive reference may still be loading; it checks this when it runs.
  if (target.closest('[data-open-interactive]')) root.dataset['interactive'] = '';
  if (root.dataset['hasHydrated'] === 'true') return;
  pressed = target.closest<HTMLElement>('button:not([data-open-interactive], [data-theme-switch])');
  if (!target.closest('[data-theme-switch]')) return;
  root.dataset['theme'] = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(THEME_KEY, root.dataset['theme']);
  } catch {
    // Storage is blocked: the choice lasts for this page.
  }
});
