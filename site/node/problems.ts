/** One problem of the content, with its location. */
export interface Problem {
  /** Path relative to the site folder, or the built file when no source exists. */
  readonly file: string;
  /** 1-based; absent when the problem belongs to the whole file. */
  readonly line?: number;
  readonly message: string;
}

/** All problems of one build, thrown once, after all have been found. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    // A source is compiled once for every version of the documentation; a problem in it counts once.
    const sorted = [...new Map(problems.map((one) => [describe(one), one])).values()].toSorted(byPlace);
    super(`${sorted.length} problem${sorted.length === 1 ? '' : 's'}\n${sorted.map(describe).join('\n')}`);
    this.problems = sorted;
  }
}

/** `file:line  message`, the form editors turn into a link. */
export function describe(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  return `  ${place}  ${problem.message}`;
}

function byPlace(a: Problem, b: Problem): number {
  return a.file.localeCompare(b.file, 'en') || (a.line ?? 0) - (b.line ?? 0);
}
