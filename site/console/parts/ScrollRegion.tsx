import type { ReactNode } from 'react';
import { scrollable } from '../../shared/scrollable.ts';

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
    <div className={className} {...scrollable(label)}>
      {children}
    </div>
  );
}
