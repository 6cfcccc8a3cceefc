import { animateHeight, settleHeight } from '../components/Collapsible.tsx';

const CLOSING = 'data-closing';

/** Opens or closes the block of this summary with an animation; false when it has nothing to animate. */
export function toggleDetails(summary: Element): boolean {
  const details = summary.parentElement;
  const body = summary.nextElementSibling;
  if (!(details instanceof HTMLDetailsElement) || !(body instanceof HTMLElement)) return false;
  if (!body.classList.contains('details-body')) return false;
  const isOpening = !details.open || details.hasAttribute(CLOSING);
  details.toggleAttribute(CLOSING, !isOpening);
  if (isOpening) details.open = true;
  animateHeight(body, isOpening);
  body.addEventListener('transitionend', function onEnd(event) {
    if (event.target !== body || event.propertyName !== 'height') return;
    body.removeEventListener('transitionend', onEnd);
    // A second click may have reversed the animation meanwhile.
    const isClosed = details.hasAttribute(CLOSING);
    if (isClosed) details.open = false;
    details.removeAttribute(CLOSING);
    settleHeight(body, true);
  });
  return true;
}
