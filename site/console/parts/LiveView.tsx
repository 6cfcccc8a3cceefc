import type { ReactNode } from 'react';
import type { Live } from '../api/use-live.tsx';
import { Failure, Loading } from './Notice.tsx';

/**
 * Shows the last result: a loading state before it, the error when there is no result, and both when a later read
 * failed.
 */
export function LiveView<T>({
  live: { value, error, reread },
  what,
  children,
}: {
  live: Live<T>;
  what: string;
  children: (value: T) => ReactNode;
}) {
  const failure = error === undefined ? null : <Failure error={error} onRetry={reread} />;
  if (value === undefined) return failure ?? <Loading what={what} />;
  return (
    <>
      {failure}
      {children(value)}
    </>
  );
}
