/** Whether tests take all of their cases, as in `npm run test:nightly`. */
export const RUNS_ALL = process.env['TESTS'] === 'all';

/** For tests: one case in so many, beginning with the first; with TESTS=all every one. */
export function sample<Case>(cases: readonly Case[], oneIn: number): readonly Case[] {
  return cases.filter((_, index) => RUNS_ALL || index % oneIn === 0);
}
