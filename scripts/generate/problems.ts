/** A problem in a spec that a person must fix: what, where, and the fix if known. */
export interface Problem {
  /** Path as the person typed it, for example `specs/shared/errors.yaml`. */
  readonly file: string;
  /** One-based; absent when the problem is about the file as a whole. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly rule: string;
  readonly message: string;
}

/** Collects problems so that all of them are reported at once. */
export class Problems {
  readonly #found = new Map<string, Problem>();

  add(problem: Problem): void {
    this.#found.set(
      `${problem.file}:${problem.line}:${problem.column}:${problem.rule}:${problem.message}`,
      problem,
    );
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** Whether anything was found under one of these rules. */
  has(...rules: readonly string[]): boolean {
    return [...this.#found.values()].some(({ rule }) => rules.includes(rule));
  }

  /** Sorted by file, then line. */
  list(): Problem[] {
    return [...this.#found.values()].sort(
      (a, b) => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compare(a.message, b.message),
    );
  }
}

/** `specs/a.yaml:3:5  message  (rule)`, one problem a line. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems
    .map(({ file, line, column, rule, message }) => {
      const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
      return `${place}  ${message}  (${rule})`;
    })
    .join('\n');
}

/** Code-unit order: the same on every machine and locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
