import type { ReactNode } from 'react';

/** Wide content that scrolls by itself; named and focusable, so that the keyboard can scroll it too. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
