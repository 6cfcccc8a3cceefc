import { type RefObject, useCallback, useRef } from 'react';
import { useBrowserLayoutEffect } from '../hooks/use-browser-layout-effect.ts';

interface KeptProps {
  readonly as?: 'div' | 'footer' | 'main';
  /** Null for what the document was delivered with: it is in the document already. */
  readonly html: string | null;
  readonly className: string;
  readonly id?: string;
  readonly tabIndex?: number;
  readonly body?: RefObject<HTMLElement | null>;
}

/** What was taken out of the document, to be put back when a crash has passed. */
const taken = new Map<string, string>();

/** HTML as the build rendered it: React keeps it, and knows nothing of what is in it. */
export function Kept({ as: Tag = 'div', html, body, ...rest }: KeptProps) {
  const own = useRef<HTMLElement>(null);
  const element = body ?? own;
  const attach = useCallback(
    (node: HTMLElement | null) => {
      element.current = node;
    },
    [element],
  );
  useBrowserLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (html === null && current) taken.set(rest.className, current.innerHTML);
    };
  }, [element, html, rest.className]);
  return (
    <Tag
      {...rest}
      ref={attach}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? taken.get(rest.className) ?? '' }}
    />
  );
}
