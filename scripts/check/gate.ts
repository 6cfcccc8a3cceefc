/** The verdict of a gate about the tree. `error` is a failure of the gate itself; it never counts as a pass. */
export type Verdict = 'pass' | 'fail' | 'error' | 'skip';

/** One problem and its location. */
export interface Finding {
  /** `file`, `file:line` or a commit; absent for the whole tree. */
  where?: string;
  message: string;
}

/** The answer of one gate run. */
export interface Outcome {
  verdict: Verdict;
  findings: Finding[];
  /** Informational lines, such as the reason of a skip. */
  notes: string[];
}

/** One named assertion about the repository. */
export interface Gate {
  /** Name of the gate and of its file in `scripts/check/`. */
  name: string;
  /** One sentence: the condition that holds when the gate passes. */
  asserts: string;
  /** The command that fixes a failure, or a sentence that says what to do. */
  fix: string;
  /** Name of a gate that must end before this one starts, because this one reads its output. */
  after?: string;
  /**
   * Where the files are from which alone its verdict follows, beside the installed packages; `''` is everywhere. Such a gate
   * does not run again while their content is that of its last pass.
   */
  reads?: readonly string[];
  /** @param root absolute path of the repository (or of a made-up tree in tests) */
  run(root: string): Promise<Outcome>;
  /** Writes the file that the gate compares with, when the gate keeps one. */
  write?(root: string): void;
}

/** Passes without findings, fails with them. */
export function judge(findings: Finding[], notes: string[] = []): Outcome {
  return { verdict: findings.length === 0 ? 'pass' : 'fail', findings, notes };
}

/** The gate has nothing to look at yet; the reason is printed. */
export function skip(reason: string): Outcome {
  return { verdict: 'skip', findings: [], notes: [reason] };
}
