/** What a gate says about the tree. `error` is ours: the gate itself broke; it never counts as a pass. */
export type Verdict = 'pass' | 'fail' | 'error' | 'skip';

/** One thing that is wrong, and where. */
export interface Finding {
  /** `file`, `file:line` or a commit; absent when the whole tree is meant. */
  where?: string;
  message: string;
}

/** The answer of one gate run. */
export interface Outcome {
  verdict: Verdict;
  findings: Finding[];
  /** Lines worth reading although they decide nothing, such as the reason of a skip. */
  notes: string[];
}

/** One named assertion about the repository. */
export interface Gate {
  /** Name of the gate and of its file in `scripts/check/`. */
  name: string;
  /** One sentence: what holds when the gate passes. */
  asserts: string;
  /** The command that mends a failure, or the sentence that says what to do by hand. */
  fix: string;
  /** Name of a gate that must have ended before this one starts, because it writes what this one reads. */
  after?: string;
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
