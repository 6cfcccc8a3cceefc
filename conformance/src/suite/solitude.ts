/** Decides whether polling may drive the work of a target, and how long a task is not polled to find out. */
export interface Solitude {
  /** How long the next task of an operation is not polled, in milliseconds after its start; 0 without a suspicion. */
  patience(operation: string): number;
  /** Reports whether a task was running after the time without polls. */
  looked(operation: string, isRunning: boolean): void;
  /** Reports that a task has ended. */
  ended(operation: string, end: Ended): void;
}

interface Ended {
  /** Number of answers that it runs. */
  readonly looks: number;
  /** Its age then, in milliseconds. */
  readonly age: number;
  readonly wasAlone: boolean;
}

/** The next task is not polled until it should have ended: the usual duration, and a tolerance. */
const DUE = { lengths: 1, more: 4 };
/**
 * The tasks after it are not polled for this many further usual durations each: durations of short tasks vary a lot.
 */
const LONG = { lengths: 2, more: 250 };
/** Number of consecutive tasks that is sufficient. */
const ENOUGH = 2;
/** Maximum time without polls: in milliseconds, and as a share of the time that a task may take. */
const LONGEST = 3_000;
const SHARE = 0.75;

interface Known {
  /** Number of answers that the first task was running. */
  readonly first: number;
  /** The earliest end so far, in milliseconds. */
  usual: number;
  /** Number of consecutive tasks that confirm the suspicion; undefined once it is refuted. */
  doubt: number | undefined;
}

/**
 * The first task of an operation is polled continuously, the others when they should have ended. If those need as many
 * polls nevertheless, polling may drive the work. Without such a suspicion there is no waiting.
 * @param budget Milliseconds that a task may take.
 */
export function createSolitude(budget: number): Solitude {
  const operations = new Map<string, Known>();
  return {
    patience(operation) {
      const known = operations.get(operation);
      if (known?.doubt === undefined) return 0;
      const { usual, doubt } = known;
      const patience =
        doubt === 0 ? DUE.lengths * usual + DUE.more : doubt * (LONG.lengths * usual + LONG.more);
      return patience > Math.min(LONGEST, budget * SHARE) ? 0 : patience;
    },
    looked(operation, isRunning) {
      const known = operations.get(operation);
      if (known?.doubt === undefined || (isRunning && known.doubt === 0)) return;
      known.doubt = isRunning && known.doubt < ENOUGH ? known.doubt + 1 : undefined;
    },
    ended(operation, { looks, age, wasAlone }) {
      const known = operations.get(operation);
      if (known === undefined) {
        const doubt = looks === 0 ? undefined : 0;
        operations.set(operation, { first: looks, usual: age, doubt });
        return;
      }
      known.usual = Math.min(known.usual, age);
      if (known.doubt === 0 && wasAlone) known.doubt = looks === known.first ? 1 : undefined;
    },
  };
}
