import { type RefObject, useCallback, useRef } from 'react';
import { useBrowserLayoutEffect } from '../hooks/use-browser-layout-effect.ts';

interface KeptProps {
  readonly as?: 'div' | 'footer' | 'main';
  /** Null for the initial content: it is in the document already. */
  readonly html: string | null;
  readonly className: string;
  readonly id?: string;
  readonly tabIndex?: number;
  readonly body?: RefObject<HTMLElement | null>;
}

/** The nodes taken out of the document, to be restored after a crash. */
const taken = new Map<string, string>();

/** HTML as the build rendered it: React leaves it unchanged, and does not know its content. */
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
