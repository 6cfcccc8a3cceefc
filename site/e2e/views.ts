import { expect } from 'vitest';
import { RUNS_ALL } from '../../scripts/test-cases.js';

/** How a reader looks at a page. */
export interface View {
  readonly mode: 'light' | 'dark';
  /** Of the window, in pixels. */
  readonly width: number;
}

/** How many pages each file of tests has examined: what one file takes does not depend on which files ran before it. */
const turns = new Map<string, number>();

/**
 * Views in which a page is examined: one of them, the next one for each page of a file of tests, so that pages in succession
 * cover all. With TESTS=all it is all of them.
 */
export function viewsOf(widths: readonly number[]): View[] {
  const all = widths.flatMap((width) => (['light', 'dark'] as const).map((mode) => ({ mode, width })));
  const file = expect.getState().testPath ?? '';
  const turn = turns.get(file) ?? 0;
  turns.set(file, turn + 1);
  const next = all[turn % all.length];
  return RUNS_ALL || next === undefined ? all : [next];
}
