import type { ReactNode } from 'react';
import { scrollable } from '../../shared/scrollable.ts';

/** Wide content that scrolls by itself. */
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
    <div {...scrollable(label)} className={className}>
      {children}
    </div>
  );
}
