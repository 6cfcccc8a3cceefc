/** Whether tests take all of their cases, as in `npm run test:nightly`. */
export const RUNS_ALL = process.env['TESTS'] === 'all';

/** For tests: one case in so many, beginning with the first; with TESTS=all every one. */
export function oneIn<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, index) => RUNS_ALL || index % count === 0);
}
