import { decodeHash } from '../../app/scroll-rule.ts';
import { browserStorage } from '../../app/storage.ts';
import type { CodeRun } from '../../shared/color-runs.ts';
import { DATA_QUERY_PREFIX, MOBILE_MAX_WIDTH, SERVER_KEY_PREFIX } from '../../shared/constants.ts';
import { HEALTH_ATTRIBUTE, MOUNT_ID, SPEC_ATTRIBUTE } from '../../shared/interactive.ts';
import { PATH_BREAK } from '../../shared/path-break.ts';
import { colorCode } from './color-code.ts';
import { foldParts } from './fold-parts.ts';
import { followReader } from './follow-reader.ts';
import { keepPlace } from './keep-place.ts';
import { openMembers } from './open-members.ts';
import { showServer } from './show-server.ts';

/** In the query of an address: the script before the first paint makes an attribute of it. */
const OPENS_AT_ONCE = `${DATA_QUERY_PREFIX}interactive`;

/** Fragment identifiers of a reference. */
const PLACE = /^#(?:api|tag|webhook|schema|lifecycle|error)\//;

/**
 * Leads to the page of the place in the address: from its entry in the list of APIs, and from the page of another API by
 * that list.
 */
function followPlace(): void {
  const place = document.getElementById(decodeHash(location.hash));
  if (place instanceof HTMLAnchorElement && place.closest('[data-entries]'))
    location.replace(place.href.replace(/(?=#|$)/, location.search));
  else if (place === null && PLACE.test(location.hash) && document.querySelector('.api'))
    location.replace(`../${location.search}${location.hash}`);
}

/** Opens the interactive reference on demand, in place of the static one, and closes it again. */
function listen(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const open = event.target.closest<HTMLElement>('[data-open-interactive]');
    if (open) openInteractive(open);
    if (event.target.closest('[data-close-interactive]')) reloadWith(false);
    if (event.target.closest('[data-retry-interactive]')) reloadWith(true);
  });
  const button = document.querySelector<HTMLElement>('[data-open-interactive]');
  if (button && document.documentElement.dataset['interactive'] !== undefined) openInteractive(button);
}

/** The static reference stays until the other one is there to be read, or for good where that does not load. */
function openInteractive(button: HTMLElement): void {
  const layout = button.closest<HTMLElement>('.reference-layout');
  const { spec, health, script, styles } = button.dataset;
  if (!layout || spec === undefined || script === undefined || document.getElementById(MOUNT_ID)) return;
  const sheets = (styles ?? '').split(' ').flatMap((href) => (href === '' ? [] : [fetchStyles(href)]));
  document.querySelector('.interactive-bar')?.remove();
  // A reload opens it again, and so does Back to here.
  history.replaceState(history.state, '', atApi(addressWith(true)));
  const bar = document.createElement('div');
  bar.className = 'interactive-bar';
  bar.innerHTML = '<span role="status"><span class="ring"></span> Loading the interactive reference …</span>';
  const mount = document.createElement('div');
  mount.id = MOUNT_ID;
  mount.setAttribute(SPEC_ATTRIBUTE, new URL(spec, location.href).href);
  mount.setAttribute(HEALTH_ATTRIBUTE, health ?? '');
  layout.before(bar, mount);
  const rendered = new MutationObserver(() => {
    for (const sheet of sheets) sheet.media = 'all';
    if (mount.textContent === '') return;
    rendered.disconnect();
    layout.remove();
    bar.innerHTML = '<button type="button" data-close-interactive>Back to the static reference</button>';
    bar.querySelector('button')?.focus();
  });
  rendered.observe(mount, { childList: true, subtree: true });
  const module = document.createElement('script');
  module.type = 'module';
  module.src = script;
  module.onerror = () => {
    mount.remove();
    bar.innerHTML =
      '<span role="alert">The interactive reference did not load.</span> <button type="button" data-retry-interactive>Retry</button>';
  };
  document.head.append(module);
}

/** The interactive reference has all APIs: from the page of one, it opens at its first part. */
function atApi(url: URL): URL {
  if (url.hash === '') url.hash = document.querySelector('.api > section[id^="tag/"]')?.id ?? '';
  return url;
}

/** Styles that apply to nothing yet. */
function fetchStyles(href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  link.href = href;
  document.head.append(link);
  return link;
}

/** Loads the page anew, because a document never asks twice for a script that failed; the place is in the hash. */
function reloadWith(isInteractive: boolean): void {
  const url = addressWith(isInteractive);
  if (url.search === location.search) location.reload();
  else location.replace(url);
}

/** The address of this page and place, with the one reference or the other. */
function addressWith(isInteractive: boolean): URL {
  const url = new URL(location.href);
  if (isInteractive) url.searchParams.set(OPENS_AT_ONCE, '');
  else url.searchParams.delete(OPENS_AT_ONCE);
  return url;
}

/** Colors code when it is shown for the first time: tens of thousands of words that hardly anybody sees. */
function colorCodeWhenShown(): void {
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLDetailsElement) for (const code of codesIn(target)) color(code);
  };
  // The event does not bubble.
  document.addEventListener('toggle', onToggle, true);
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      for (const code of codesIn(target)) color(code);
    }
  });
  for (const part of document.querySelectorAll('.samples, .callback')) watcher.observe(part);
}

/** Code that is not folded away. */
function codesIn(part: Element): Iterable<HTMLElement> {
  return part.querySelectorAll<HTMLElement>('code[data-language]:not(details:not([open]) *)');
}

function color(code: HTMLElement): void {
  const runs = colorCode(code.textContent ?? '', code.dataset['language'] ?? '');
  code.replaceChildren(...runs.map(toNode));
  delete code.dataset['language'];
}

function toNode({ className, text }: CodeRun): Node {
  const pieces = text
    .split(PATH_BREAK)
    .flatMap((piece, index) => [
      ...(index > 0 ? [document.createElement('wbr')] : []),
      document.createTextNode(piece),
    ]);
  const run = className === null ? document.createDocumentFragment() : document.createElement('span');
  if (run instanceof HTMLElement && className !== null) run.className = className;
  run.append(...pieces);
  return run;
}

/** On narrow windows the contents are folded until the reader opens them, and again after a choice. */
function foldMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.reference-menu');
  if (!menu) return;
  const fold = () => {
    if (window.innerWidth <= MOBILE_MAX_WIDTH) menu.open = false;
  };
  fold();
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) fold();
  });
  menu.dataset['ready'] = '';
}

/** Samples call the server that the reader chose for the contract. */
function showChosenServers(): void {
  for (const api of document.querySelectorAll<HTMLElement>('[data-requests]')) {
    const server = browserStorage().get(SERVER_KEY_PREFIX + api.id.slice('api/'.length));
    if (server !== null) showServer(api, server);
  }
}

followPlace();
window.addEventListener('hashchange', followPlace);
listen();
showChosenServers();
colorCodeWhenShown();
foldMenu();
foldParts();
openMembers();
followReader();
keepPlace();
