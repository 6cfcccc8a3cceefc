// JavaScript with declarations beside it: tests of every package import this file, and a TypeScript project compiles no
// sources of another one.
export const RUNS_ALL = process.env['TESTS'] === 'all';

export function oneIn(count, cases) {
  return cases.filter((_, index) => RUNS_ALL || index % count === 0);
}
