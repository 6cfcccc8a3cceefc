import { scrollUntil } from '../../app/restore-scroll.ts';
import { decodeHash } from '../../app/scroll-rule.ts';
import { MOBILE_MAX_WIDTH } from '../../shared/constants.ts';

/** Of each kind, so many parts are shown at once. */
const SHOWN = 3;
const KINDS = ['operation', 'schema', 'error'];

/** In a narrow window, the later parts of a reference are a list of headings until the reader opens them. */
export function foldParts(): void {
  if (window.innerWidth > MOBILE_MAX_WIDTH) return;
  for (const kind of KINDS)
    for (const part of [...document.querySelectorAll<HTMLElement>(`.${kind}`)].slice(SHOWN)) fold(part);
  window.addEventListener('hashchange', showTarget);
  showTarget();
}

/** Parts above the target have an estimated height until they are drawn, so that it moves: it is kept in view until the reader moves. */
function showTarget(): void {
  const target = document.getElementById(decodeHash(location.hash));
  if (!target) return;
  openPart(target);
  scrollUntil(() => {
    target.scrollIntoView({ behavior: 'instant' });
    return false;
  });
}

/** Opens a folded part; false for everything else. */
export function openPart(part: HTMLElement | null): boolean {
  const button = part?.querySelector<HTMLElement>(':scope > h3 > .unfold:not([hidden])');
  if (!part || !button) return false;
  show(part, button, true);
  return true;
}

function fold(part: HTMLElement): void {
  const button = part.querySelector<HTMLElement>(':scope > h3 > .unfold');
  if (!button) return;
  button.hidden = false;
  show(part, button, false);
  button.addEventListener('click', () => show(part, button, button.ariaExpanded === 'false'));
  // The search of the browser finds what is folded.
  part.addEventListener('beforematch', () => show(part, button, true));
}

function show(part: HTMLElement, button: HTMLElement, isShown: boolean): void {
  button.ariaExpanded = String(isShown);
  part.toggleAttribute('data-folded', !isShown);
  const body = part.querySelector(':scope > .part');
  if (isShown) body?.removeAttribute('hidden');
  else body?.setAttribute('hidden', 'until-found');
}
