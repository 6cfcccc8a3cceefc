import { memo, useEffect, useRef } from 'react';
import { Kept } from './Kept.tsx';

interface ArticleBodyProps {
  /** Null for the initial page: its article is in the document already. */
  readonly html: string | null;
  readonly className: string;
  /** True when the article and its related parts are all of the main element. */
  readonly isMain?: boolean;
}

/**
 * The article, as the build rendered it. React leaves it unchanged: copy buttons, tabs and folding blocks work by event
 * delegation, in a module that is fetched when the pointer comes near.
 */
export const ArticleBody = memo(function ArticleBody({ html, className, isMain = false }: ArticleBodyProps) {
  const body = useRef<HTMLElement>(null);
  useEffect(() => (body.current ? enhanceLater(body.current) : undefined), []);
  return (
    <Kept
      {...(isMain && { as: 'main', id: 'main', tabIndex: -1 })}
      className={className}
      html={html}
      body={body}
    />
  );
});

const INTENTS = ['mouseover', 'touchstart', 'focusin'] as const;

/** Tabs must show an earlier choice at once; everything else waits until the pointer comes near. */
function enhanceLater(article: HTMLElement): () => void {
  let stop = () => {};
  let isStale = false;
  let clicked: HTMLElement | null = null;
  const load = () => {
    for (const intent of INTENTS) article.removeEventListener(intent, load);
    import('../enhance/enhance.ts').then(
      ({ enhance }) => {
        article.removeEventListener('click', remember);
        if (isStale) return;
        stop = enhance(article);
        clicked?.click();
      },
      (cause: unknown) => console.warn('Copy buttons and tabs did not load.', cause),
    );
  };
  const remember = ({ target }: MouseEvent) => {
    // The button of the interactive reference has its own handler, and must run once.
    if (target instanceof Element)
      clicked = target.closest<HTMLElement>('button:not([data-open-interactive])');
  };
  if (article.querySelector('.tabs')) load();
  else for (const intent of INTENTS) article.addEventListener(intent, load, { passive: true });
  article.addEventListener('click', remember);
  return () => {
    isStale = true;
    for (const intent of INTENTS) article.removeEventListener(intent, load);
    article.removeEventListener('click', remember);
    stop();
  };
}
