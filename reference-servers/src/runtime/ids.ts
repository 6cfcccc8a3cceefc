import { randomUUID } from 'node:crypto';

/** Makes the next identifier; never the same twice. */
export type Ids = () => string;

/** Identifiers that cannot be guessed. */
export const randomIds: Ids = () => randomUUID();

/** `task-1`, `task-2`, ... for tests and for stable output. */
export function createSequentialIds(name = 'task'): Ids {
  let last = 0;
  return () => {
    last += 1;
    return `${name}-${last}`;
  };
}
