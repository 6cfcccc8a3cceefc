import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvaluator } from './evaluator.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An evaluator whose evaluations the test ends. */
function open() {
  const started: {
    input: string;
    end: (result: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const results: string[] = [];
  const errors: string[] = [];
  const evaluator = createEvaluator<string, string>({
    evaluate: (input) =>
      new Promise((resolve, reject) => started.push({ input, end: resolve, fail: reject })),
    onResult: (input, result) => void results.push(`${input}: ${result}`),
    onError: (input, error) => void errors.push(`${input}: ${error}`),
    pauseMs: 400,
  });
  const pause = () => vi.advanceTimersByTimeAsync(400);
  return { evaluator, started, results, errors, pause };
}

describe('an evaluator of what a person types', () => {
  it('waits for a pause, and evaluates the latest input', async () => {
    const { evaluator, started, results, pause } = open();
    evaluator.submit('a');
    await vi.advanceTimersByTimeAsync(300);
    evaluator.submit('ab');
    expect(started).toEqual([]);
    await pause();
    expect(started.map(({ input }) => input)).toEqual(['ab']);
    started[0]?.end('good');
    await pause();
    expect(results).toEqual(['ab: good']);
  });

  it('delivers no result of an earlier input, and starts the next one only when the earlier one has ended', async () => {
    const { evaluator, started, results, pause } = open();
    evaluator.submit('a');
    await pause();
    evaluator.submit('b');
    await pause();
    evaluator.submit('c');
    await pause();
    expect(started.map(({ input }) => input)).toEqual(['a']);
    started[0]?.end('late');
    await pause();
    expect(started.map(({ input }) => input)).toEqual(['a', 'c']);
    started[1]?.end('good');
    await pause();
    expect(results).toEqual(['c: good']);
  });

  it('delivers errors, and goes on after them', async () => {
    const { evaluator, started, results, errors, pause } = open();
    evaluator.submit('a');
    await pause();
    started[0]?.fail(new Error('down'));
    evaluator.submit('b');
    await pause();
    started[1]?.end('good');
    await pause();
    expect(errors).toEqual(['a: Error: down']);
    expect(results).toEqual(['b: good']);
  });

  it('delivers nothing once it is closed', async () => {
    const { evaluator, started, results, errors, pause } = open();
    evaluator.submit('a');
    await pause();
    evaluator.submit('b');
    evaluator.close();
    started[0]?.end('late');
    await pause();
    expect(started).toHaveLength(1);
    expect([...results, ...errors]).toEqual([]);
  });
});
