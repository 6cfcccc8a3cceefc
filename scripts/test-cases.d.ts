/** Whether tests take all of their cases, as in `npm run test:nightly`. */
export declare const RUNS_ALL: boolean;

/** For tests: one case in so many, beginning with the first; with TESTS=all every one. */
export declare function oneIn<Case>(count: number, cases: readonly Case[]): readonly Case[];
