/** Events by which a reader scrolls. */
const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

let stopWaiting = () => {};

/** Scrolls to the earlier position, px, as soon as the page is long enough, unless the reader scrolls before that. */
export function restoreScroll(y: number): void {
  scrollUntil(() => {
    window.scrollTo({ top: y, behavior: 'instant' });
    return document.documentElement.scrollHeight - window.innerHeight >= y;
  });
}

/** Scrolls now, when the page has changed its height, and when it has loaded, until that succeeds or the reader scrolls. */
export function scrollUntil(succeeds: () => boolean): void {
  stopWaiting();
  const scroll = () => {
    if (succeeds()) stopWaiting();
  };
  const watcher = new ResizeObserver(scroll);
  const stop = () => stopWaiting();
  // The browser restores positions just before or after the event.
  const onLoad = () => requestAnimationFrame(scroll);
  stopWaiting = () => {
    watcher.disconnect();
    for (const move of MOVES) window.removeEventListener(move, stop);
    window.removeEventListener('load', onLoad);
    stopWaiting = () => {};
  };
  watcher.observe(document.body);
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true });
  window.addEventListener('load', onLoad);
  scroll();
}
