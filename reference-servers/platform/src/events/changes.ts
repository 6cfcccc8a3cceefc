/** Something that a reader may want to read again. Holds ids only; the data comes from the API. */
export interface Change {
  readonly kind: 'plan' | 'unit' | 'adapter' | 'hook' | 'report';
  readonly id: string;
}

/** Passes notices of changes to the listeners in this process. */
export interface Changes {
  publish(change: Change): void;
  /** Returns a function that ends the subscription. */
  subscribe(watcher: (change: Change) => void): () => void;
}

/** Makes a channel without subscribers. */
export function createChanges(): Changes {
  const watchers = new Set<(change: Change) => void>();
  return {
    publish: (change) => {
      for (const watcher of watchers) watcher(change);
    },
    subscribe: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
