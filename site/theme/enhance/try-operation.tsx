import { createRoot, type Root } from 'react-dom/client';
import { Lazy, lazyPart } from '../lazy-part.tsx';

const tryPanel = lazyPart(
  () => import('../../reference/try/TryPanel.tsx'),
  (module) => module.TryPanel,
  () => import('../../reference/try/try.css?url'),
);

/** Each panel by its button. */
const roots = new WeakMap<HTMLButtonElement, Root>();

/** Opens and closes the panel that sends a request of an operation; its code is fetched when the first one opens. */
export function tryOperation(button: HTMLButtonElement): void {
  const contract = button.closest<HTMLElement>('[data-requests]')?.dataset['requests'];
  const operation = button.dataset['try'];
  if (contract === undefined || operation === undefined) return;
  const isOpen = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', String(isOpen));
  const root = roots.get(button) ?? createRoot(placeAfter(button));
  roots.set(button, root);
  const health = document.querySelector<HTMLElement>('[data-health]')?.dataset['health'] ?? null;
  root.render(<Lazy part={tryPanel} props={{ contract, operation, health, isOpen }} />);
}

function placeAfter(button: HTMLButtonElement): HTMLElement {
  const place = document.createElement('div');
  button.after(place);
  return place;
}
