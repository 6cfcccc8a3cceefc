/** Scrolls only a column, and only when the item is out of its view. */
export function bringIntoView(column: HTMLElement, item: HTMLElement): void {
  const frame = column.getBoundingClientRect();
  const box = item.getBoundingClientRect();
  if (box.top >= frame.top && box.bottom <= Math.min(frame.bottom, window.innerHeight)) return;
  column.scrollTop += box.top - frame.top - column.clientHeight / 3;
}
