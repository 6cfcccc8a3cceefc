import { createMemoryStore, type Store } from '../runtime/store.ts';
import { DEFAULT_TASK_LIMITS } from '../runtime/task-queue.ts';

/** Memory limit of one collection of a reference server, in bytes. */
export const COLLECTION_BYTES = DEFAULT_TASK_LIMITS.maxTaskBytes;

/** A store for the state of a reference server; it drops the oldest entries before memory runs out. */
export function createCollection<T>(keepBytes = COLLECTION_BYTES): Store<T> {
  return createMemoryStore(undefined, keepBytes);
}
