import type { Exchange } from './exchange.ts';
import type { Verdict } from './verdict.ts';

/** One thing that a check found. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  /** Names the kind of departure; findings with the same symptom have one cause. */
  readonly symptom: string;
  readonly expected: string;
  readonly actual: string;
  /** The smallest place where expected and actual differ. */
  readonly difference?: string;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** What a check says when it found something. */
export interface Statement {
  readonly symptom: string;
  readonly expected: string;
  readonly actual: string;
  readonly difference?: string;
}

/** What a check is given to judge with. */
export interface Trial {
  /** The requirement is violated; how bad that is follows from its level. */
  violated(statement: Statement, ...where: readonly Exchange[]): void;
  /** A recommendation beside the requirement is not followed: a warning at most. */
  warned(statement: Statement, ...where: readonly Exchange[]): void;
  /** Untidy, and tolerated. */
  note(statement: Statement, ...where: readonly Exchange[]): void;
  /** These exchanges were looked at. A check that has looked at nothing has not passed. */
  saw(...where: readonly Exchange[]): void;
}

/**
 * One thing that the suite judges. Checks run side by side and share what they learn through memoised facts, so the
 * order among them is the order of their facts.
 */
export interface Check {
  /** The requirement's id, and after a colon what it is asked of. */
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  /** The operation that has to be there. */
  readonly operation?: string;
  /** `last` judges the journal when all else has ended. */
  readonly phase: 'active' | 'last';
  run(trial: Trial): Promise<void> | void;
}

/** Thrown by a check whose subject is truthfully absent. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** Why a run that may only read leaves a check out: neither a fault of the target nor a fixture that is missing. */
export const NEEDS_WRITING = 'the run only reads: operations that may change state are not called';

/** Thrown by a check that cannot be made because something is missing that the caller could add. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
}

/** Thrown by a check that cannot be made because another one has failed. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  /** Requirement whose check reports the reason. */
  readonly by: string;

  constructor(by: string, message: string) {
    super(message);
    this.by = by;
  }
}

/** The suite itself has done something wrong; nothing is said about the target. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}

/** The run was told to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Runs at most once, when first asked. */
export function memo<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) {
      made = make();
      // A fact that nobody waits for any more must not end the process.
      made.catch(() => undefined);
    }
    return made;
  };
}
