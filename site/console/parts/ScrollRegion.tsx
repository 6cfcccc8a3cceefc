import type { ReactNode } from 'react';

/** A scrollable region; named and focusable, so that the keyboard can scroll it too. */
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
    <div role="group" className={className} aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
