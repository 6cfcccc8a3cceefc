/** How far below the top of the window a part may begin and yet be the one that is read, px. */
const READING_LINE = 160;

/**
 * Marks in the contents which part is being read, and keeps the mark in view; only the contents scroll. Folded contents
 * name the part.
 */
export function followReader(): void {
  const column = document.querySelector<HTMLElement>('.reference-nav');
  if (!column) return;
  const name = column.querySelector('.current-part');
  const parts = Array.from(column.querySelectorAll('a'), (link) => ({
    link,
    target: beginningOf(document.getElementById(decodeURIComponent(link.hash.slice(1)))),
  }));
  // Before the first part, the page itself is read.
  const current = column.querySelector<HTMLAnchorElement>('[aria-current]');
  const atTop = current ?? parts.find(({ target }) => target !== null)?.link;
  let marked = current ?? undefined;
  let isPlanned = false;
  const update = () => {
    isPlanned = false;
    const isReached = ({ target }: (typeof parts)[number]) =>
      target !== null && target.getBoundingClientRect().top <= READING_LINE;
    const link = parts.findLast(isReached)?.link ?? atTop;
    if (link === marked) return;
    marked?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    marked = link;
    if (name) name.textContent = link === atTop ? '' : ((link?.lastElementChild ?? link)?.textContent ?? '');
    if (link) bringIntoView(column, link);
  };
  const onScroll = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(update);
  };
  document.addEventListener('scroll', onScroll, { passive: true });
  update();
}

/** The heading of a group belongs to its first operation. */
function beginningOf(part: HTMLElement | null): HTMLElement | null {
  const group = part?.parentElement;
  return group && group.querySelector(':scope > .operation') === part ? group : part;
}

function bringIntoView(column: HTMLElement, link: HTMLElement): void {
  const frame = column.getBoundingClientRect();
  const box = link.getBoundingClientRect();
  if (box.top < frame.top || box.bottom > Math.min(frame.bottom, window.innerHeight))
    column.scrollTop += box.top - frame.top - column.clientHeight / 3;
}
