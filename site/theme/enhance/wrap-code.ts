/** Adds a wrap button to every code block that is wider than its container; returns a function that stops watching. */
export function offerWrapping(article: HTMLElement): () => void {
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) update(target);
  });
  for (const pre of article.querySelectorAll<HTMLElement>('.code pre')) watcher.observe(pre);
  return () => watcher.disconnect();
}

/** Wraps the lines of the block beside the button, or stops wrapping them. */
export function toggleWrapping(button: HTMLButtonElement): void {
  const block = button.closest<HTMLElement>('.code');
  if (!block) return;
  const isWrapped = block.toggleAttribute('data-wrapped');
  button.setAttribute('aria-pressed', String(isWrapped));
}

function update(pre: HTMLElement): void {
  const block = pre.closest<HTMLElement>('.code');
  const isOffered = block?.querySelector('[data-wrap]') ?? null;
  if (!block || block.hasAttribute('data-wrapped')) return;
  const isTooWide = pre.scrollWidth > pre.clientWidth;
  if (isTooWide && isOffered === null) block.append(createButton());
  else if (!isTooWide) isOffered?.remove();
}

function createButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy wrap';
  button.dataset['wrap'] = '';
  button.setAttribute('aria-pressed', 'false');
  button.textContent = 'Wrap';
  return button;
}
