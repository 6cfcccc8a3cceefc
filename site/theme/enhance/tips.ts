const DISMISSED = 'data-no-tips';

/** Escape closes the definition that styles show beside a word, until the reader comes to a word again. */
export function dismissTips(article: HTMLElement): () => void {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') document.documentElement.setAttribute(DISMISSED, '');
  };
  const onCome = ({ target }: Event) => {
    if (target instanceof Element && target.closest('.term'))
      document.documentElement.removeAttribute(DISMISSED);
  };
  // A pointer that rests on a word leaves the focus where it was: the key arrives anywhere.
  document.addEventListener('keydown', onKeyDown);
  article.addEventListener('mouseover', onCome);
  article.addEventListener('focusin', onCome);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    article.removeEventListener('mouseover', onCome);
    article.removeEventListener('focusin', onCome);
  };
}
