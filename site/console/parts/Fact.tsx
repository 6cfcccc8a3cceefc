import type { ReactNode } from 'react';

/** A name and its value in a list of facts; nothing without a value. A long one takes a row. */
export function Fact({
  name,
  isLong = false,
  children,
}: {
  name: string;
  isLong?: boolean;
  children: ReactNode;
}) {
  if (children === undefined || children === null || children === false) return null;
  return (
    <div className={isLong ? 'fact-long' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
