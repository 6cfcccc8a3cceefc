/** How often the address is compared, in milliseconds. */
const INTERVAL = 100;
const ACTIONS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/**
 * Keeps the place in the address until the reader acts in the reference. While Scalar renders, it writes whichever part
 * happens to be in view into the address, and it stops looking for the part that was asked for after three seconds.
 */
export function keepPlace(): void {
  const place = location.hash;
  if (place === '') return;
  const restore = (): boolean => {
    if (location.hash === place) return false;
    history.replaceState(history.state, '', place);
    return true;
  };
  const timer = setInterval(() => {
    // Scalar scrolls to the part in the address on this event.
    if (restore()) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, INTERVAL);
  const release = (event: Event): void => {
    if (isLeaving(event)) return;
    clearInterval(timer);
    removeEventListener('click', restore, true);
    for (const action of ACTIONS) removeEventListener(action, release, true);
  };
  // The button that leads back to the static reference reads the place from the address.
  addEventListener('click', restore, true);
  for (const action of ACTIONS) addEventListener(action, release, { capture: true, passive: true });
}

/** Whether this is the first part of a click on the button that leads back. */
function isLeaving(event: Event): boolean {
  if (!(event.target instanceof Element) || !event.target.closest('[data-close-interactive]')) return false;
  return event instanceof KeyboardEvent ? ['Enter', ' '].includes(event.key) : event.type !== 'wheel';
}
