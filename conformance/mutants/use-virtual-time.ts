import { afterAll, beforeAll } from 'vitest';
import { startVirtualTime } from './virtual-time.ts';

/** Runs the tests of the current file in virtual time. */
export function useVirtualTime(): void {
  let stop = async (): Promise<void> => {};
  beforeAll(() => {
    stop = startVirtualTime();
  });
  afterAll(() => stop());
}
