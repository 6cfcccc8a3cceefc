import type { Channel } from '../storage/channel.ts';

/** Data that a reader may want to read again. Holds ids only; the data comes from the API. */
export interface Change {
  readonly kind: 'plan' | 'unit' | 'adapter' | 'hook' | 'entity' | 'report';
  readonly id: string;
}

/** Passes notices of changes to the listeners, in this process and in those that share its database. */
export interface Changes {
  publish(change: Change): void;
  /** Returns a function that ends the subscription. */
  subscribe(watcher: (change: Change) => void): () => void;
}

/** What a reader may have missed: every plan. */
export const EVERY_PLAN: Change = { kind: 'plan', id: '' };

/** Makes a channel of notices without subscribers, which receives those of other processes. */
export async function createChanges(channel: Channel): Promise<Changes> {
  const watchers = new Set<(change: Change) => void>();
  const tell = (change: Change): void => {
    for (const watcher of watchers) watcher(change);
  };
  await channel.listen(
    // Only processes of this platform send there.
    (message) => tell(JSON.parse(message)),
    () => tell(EVERY_PLAN),
  );
  return {
    publish: (change) => {
      tell(change);
      channel.send(JSON.stringify(change));
    },
    subscribe: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
