import { useEffect, useEffectEvent, useState } from 'react';
import { useConnection } from './use-live.tsx';

type Api = ReturnType<typeof useConnection>['api'];

/** Reads what the address names, once for each id, and hands it on; returns the error when that failed. */
export function useReadOnce<T>(
  id: string | undefined,
  read: (api: Api, id: string, signal: AbortSignal) => Promise<T>,
  onRead: (found: T) => void,
): unknown {
  const { api } = useConnection();
  const [error, setError] = useState<unknown>();
  const start = useEffectEvent(read);
  const take = useEffectEvent(onRead);
  useEffect(() => {
    if (id === undefined) return;
    const closing = new AbortController();
    start(api, id, closing.signal).then(
      (found) => take(found),
      (cause: unknown) => {
        if (!closing.signal.aborted) setError(cause);
      },
    );
    return () => closing.abort();
  }, [api, id]);
  return error;
}
