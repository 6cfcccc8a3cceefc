import { createRoot } from 'react-dom/client';
import { Lazy, lazyPart } from '../lazy-part.tsx';

const tryPanel = lazyPart(
  () => import('../../reference/try/TryPanel.tsx'),
  (module) => module.TryPanel,
  () => import('../../reference/try/try.css?url'),
);

/** Opens and closes the panel that sends a request of an operation; its code is fetched when the first one opens. */
export function tryOperation(button: HTMLButtonElement): void {
  const isOpen = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', String(isOpen));
  const next = button.nextElementSibling;
  if (next instanceof HTMLElement && next.matches('.try-place')) next.hidden = !isOpen;
  else renderPanel(button);
}

function renderPanel(button: HTMLButtonElement): void {
  const contract = button.closest<HTMLElement>('[data-requests]')?.dataset['requests'];
  const operation = button.dataset['try'];
  if (contract === undefined || operation === undefined) return;
  const health = document.querySelector<HTMLElement>('[data-health]')?.dataset['health'] ?? null;
  const place = document.createElement('div');
  place.className = 'try-place';
  button.after(place);
  createRoot(place).render(<Lazy part={tryPanel} props={{ contract, operation, health }} />);
}
