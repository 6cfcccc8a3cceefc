/** Events by which a reader scrolls. */
const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

let stopWaiting = () => {};

/** Scrolls to the earlier position, px, as soon as the page is long enough, unless the reader scrolls before that. */
export function restoreScroll(y: number): void {
  stopWaiting();
  const scroll = () => {
    window.scrollTo({ top: y, behavior: 'instant' });
    if (document.documentElement.scrollHeight - window.innerHeight >= y) stopWaiting();
  };
  const watcher = new ResizeObserver(scroll);
  const stop = () => stopWaiting();
  stopWaiting = () => {
    watcher.disconnect();
    for (const move of MOVES) window.removeEventListener(move, stop);
    stopWaiting = () => {};
  };
  watcher.observe(document.body);
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true });
  scroll();
}
