import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReader } from './reader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a reader', () => {
  it('reads at once, and one more time for all notices of a while', async () => {
    const read = vi.fn(async () => 'value');
    const reader = createReader({ read, onValue: () => {}, onError: () => {}, gatherMs: 100 });
    await vi.advanceTimersByTimeAsync(0);
    for (let notice = 0; notice < 50; notice += 1) reader.schedule();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('never reads twice at a time, and reads again for a notice that came meanwhile', async () => {
    let finish = (_: string): void => {};
    const read = vi.fn(
      () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    );
    const reader = createReader({ read, onValue: () => {}, onError: () => {}, gatherMs: 100 });
    reader.schedule();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read).toHaveBeenCalledTimes(1);
    finish('late');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('says nothing any more once it is closed', async () => {
    const onValue = vi.fn();
    const reader = createReader({ read: async () => 1, onValue, onError: onValue, gatherMs: 100 });
    reader.close();
    reader.schedule();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onValue).not.toHaveBeenCalled();
  });
});
