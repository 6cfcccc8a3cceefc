import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenize } from './highlight.ts';

/** The marked pieces of the only line. */
function classesOf(code: string, language: string): (string | null)[] {
  return (tokenize(code, language)[0] ?? []).map(({ className }) => className);
}

describe('highlighting', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is the same on a machine that takes seconds for a line', () => {
    const code = 'export const answer: number = Number("42");';
    const want = classesOf(code, 'ts');
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1_000;
      return now;
    });
    expect(classesOf(code, 'ts')).toEqual(want);
    expect(new Set(want).size).toBeGreaterThan(2);
  });
});
