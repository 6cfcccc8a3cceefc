import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

test('a timer without an end does not fire', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fired: string[] = [];
  systemClock.after(Infinity, () => fired.push('without an end'));
  systemClock.after(10, () => fired.push('after 10 ms'));
  const cancel = systemClock.after(20, () => fired.push('canceled'));
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(fired).toEqual(['after 10 ms']);
});
