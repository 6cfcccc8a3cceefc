import { createMemoryStore, type Store } from '../runtime/store.ts';
import { DEFAULT_TASK_LIMITS } from '../runtime/task-queue.ts';

/** What one collection of a reference server may take, in bytes. */
export const COLLECTION_BYTES = DEFAULT_TASK_LIMITS.maxTaskBytes;

/** A store for what a reference server remembers of requests; it drops the oldest entries before memory runs out. */
export function createCollection<T>(keepBytes = COLLECTION_BYTES): Store<T> {
  return createMemoryStore(undefined, keepBytes);
}
