/** How a reader looks at a page. */
export interface View {
  readonly mode: 'light' | 'dark';
  /** Of the window, in pixels. */
  readonly width: number;
}

/** Whether tests take all of their cases instead of a sample, as in the nightly run. */
export const RUNS_ALL = process.env['TESTS'] === 'all';
let turn = 0;

/**
 * Views in which a page is examined: one of them, the next one for each page, so that pages in succession cover all.
 * With TESTS=all it is all of them.
 */
export function viewsOf(widths: readonly number[]): View[] {
  const all = widths.flatMap((width) => (['light', 'dark'] as const).map((mode) => ({ mode, width })));
  const next = all[turn++ % all.length];
  return RUNS_ALL || next === undefined ? all : [next];
}
