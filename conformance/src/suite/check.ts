import type { Exchange } from './exchange.ts';
import type { Verdict } from './verdict.ts';

/** One finding of a check. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  /** Names the kind of violation; findings with the same symptom have one cause. */
  readonly symptom: string;
  readonly expected: string;
  readonly actual: string;
  /** The smallest place where expected and actual differ. */
  readonly difference?: string;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** What a check states in a finding. */
export interface Statement {
  readonly symptom: string;
  readonly expected: string;
  readonly actual: string;
  readonly difference?: string;
}

/** The interface through which a check reports. */
export interface Trial {
  /** The requirement is violated; the level decides the severity. */
  violated(statement: Statement, ...where: readonly Exchange[]): void;
  /** The same: the answer shows the actual value. */
  wrongAnswer(symptom: string, expected: string, answer: Exchange, ...more: readonly Exchange[]): void;
  /** The same: a value in an answer is not the expected one. */
  wrongValue(symptom: string, expected: string, actual: unknown, ...where: readonly Exchange[]): void;
  /** A recommendation besides the requirement is not followed: a warning at most. */
  warned(statement: Statement, ...where: readonly Exchange[]): void;
  /** Not recommended, but tolerated. */
  note(statement: Statement, ...where: readonly Exchange[]): void;
  /** Evidence of a check: a check without any has not passed. */
  saw(...where: readonly Exchange[]): void;
}

/**
 * One check of the suite. Checks run concurrently and share results through memoized facts, so the facts determine the
 * order of requests.
 */
export interface Check {
  /** The requirement's id, and after a colon the subject of the check. */
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  /** The operation that must exist. */
  readonly operation?: string;
  /**
   * `settled` sends its requests when the `active` checks have ended, which change what the server holds. `last` checks
   * the journal after all other requests.
   */
  readonly phase: 'active' | 'settled' | 'last';
  run(trial: Trial): Promise<void> | void;
}

/** Thrown by a check whose subject is validly absent. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** Why a read-only run skips a check: neither a defect of the target nor a missing fixture. */
export const NEEDS_WRITING = 'the run only reads: operations that may change state are not called';

/** Thrown by a check that cannot run because the configuration lacks something. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
}

/** Thrown by a check that cannot run because another one has failed. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  /** Requirement whose check reports the reason. */
  readonly by: string;

  constructor(by: string, message: string) {
    super(message);
    this.by = by;
  }
}

/** A defect of the suite itself, which says nothing about the target. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}

/** The run was interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Runs at most once, on first use. */
export function memo<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) {
      made = make();
      // A rejected fact without a waiting check must not end the process.
      made.catch(() => undefined);
    }
    return made;
  };
}
