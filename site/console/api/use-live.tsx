import type { PlatformSettings } from '@tessera/platform/routes';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ChangeFeed, type FeedState, type Notice, openChangeFeed } from './change-feed.ts';
import type { PlatformApi } from './platform.ts';
import { createReader, type Reader } from './reader.ts';

/** The dependencies of every view. */
export interface Connection {
  readonly api: PlatformApi;
  readonly settings: PlatformSettings;
  readonly feed: ChangeFeed;
}

const ConnectionContext = createContext<Connection | null>(null);

/** Opens the stream of changes for the views inside. */
export function ConnectionProvider({
  api,
  settings,
  children,
}: {
  api: PlatformApi;
  settings: PlatformSettings;
  children: ReactNode;
}) {
  const [feed, setFeed] = useState<ChangeFeed | null>(null);
  useEffect(() => {
    const opened = openChangeFeed(api.own);
    setFeed(opened);
    return () => opened.close();
  }, [api]);
  const connection = useMemo(() => (feed === null ? null : { api, settings, feed }), [api, settings, feed]);
  if (connection === null) return null;
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

/** The platform. @throws Error outside ConnectionProvider */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new Error('useConnection is used outside ConnectionProvider');
  return connection;
}

/** How notices arrive now. */
export function useFeedState(): FeedState {
  const { feed } = useConnection();
  return useSyncExternalStore(feed.onState, () => feed.state);
}

/** The last result, and why it could not be read again. */
export interface Live<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  reread(): void;
}

/** A change of a plan publishes many notices within a moment. */
const GATHER_MS = 250;

/** Reads, and reads again when a notice affects this. Both functions must be stable. */
export function useLive<T>(
  read: (signal: AbortSignal) => Promise<T>,
  concerns: (notice: NonNullable<Notice>) => boolean,
  gatherMs = GATHER_MS,
): Live<T> {
  const { feed } = useConnection();
  const [seen, setSeen] = useState<{ of: unknown; value: T | undefined; error: unknown }>();
  const reader = useRef<Reader>(undefined);
  useEffect(() => {
    const current = createReader({
      read,
      onValue: (value) => setSeen({ of: read, value, error: undefined }),
      // The earlier result stays visible.
      onError: (error) =>
        setSeen((before) => ({ of: read, value: before?.of === read ? before.value : undefined, error })),
      gatherMs,
    });
    reader.current = current;
    const stop = feed.subscribe((notice) => {
      if (notice === null || concerns(notice)) current.schedule();
    });
    return () => {
      stop();
      current.close();
    };
  }, [feed, read, concerns, gatherMs]);
  const reread = useCallback(() => reader.current?.schedule(), []);
  const isCurrent = seen?.of === read;
  return { value: isCurrent ? seen.value : undefined, error: isCurrent ? seen.error : undefined, reread };
}
