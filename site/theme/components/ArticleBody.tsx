import { memo, useEffect, useRef } from 'react';
import { copyCode } from '../enhance/copy-code.ts';
import { toggleDetails } from '../enhance/details.ts';
import { moveTab, restoreTabs, selectTab } from '../enhance/tabs.ts';

interface ArticleBodyProps {
  /** Null for the page the document was delivered with: its article is in the document already. */
  readonly html: string | null;
  readonly className: string;
}

/**
 * The article, as the build rendered it. React keeps it as it is and only listens: copy buttons, tabs and folding
 * blocks work by delegation, so that no page needs code of its own.
 */
export const ArticleBody = memo(function ArticleBody({ html, className }: ArticleBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (body.current ? restoreTabs(body.current) : undefined), []);
  return (
    <div
      ref={body}
      className={className}
      onClick={(event) => {
        if (!(event.target instanceof Element)) return;
        const copy = event.target.closest<HTMLButtonElement>('[data-copy]');
        if (copy) void copyCode(copy);
        const tab = event.target.closest<HTMLElement>('[role=tab]');
        if (tab) selectTab(tab);
        const summary = event.target.closest('summary');
        if (summary && toggleDetails(summary)) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (
          event.target instanceof HTMLElement &&
          event.target.role === 'tab' &&
          moveTab(event.target, event.key)
        ) {
          event.preventDefault();
        }
      }}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? '' }}
    />
  );
});
