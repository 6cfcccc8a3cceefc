/**
 * Takes tables that fit out of the tab order: only content that scrolls needs the keyboard. Follows changes of the
 * width; returns a function that stops it.
 */
export function skipFittingTables(article: HTMLElement): () => void {
  // Called for tables that are folded away or far below only when they are rendered.
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      // A focused table keeps its place until it is measured again.
      else if (target !== document.activeElement) target.removeAttribute('tabindex');
    }
  });
  for (const table of article.querySelectorAll('.table[tabindex]')) watcher.observe(table);
  return () => watcher.disconnect();
}
