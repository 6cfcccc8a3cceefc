import type { ReactNode } from 'react';
import type { Live } from '../api/use-live.tsx';
import { Failure, Loading } from './Notice.tsx';

/** Shows what was read: loading before, the failure when there is nothing else, and both when reading again failed. */
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
