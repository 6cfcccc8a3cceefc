/** Whose work may be waiting for questions, and how long a task of it is to be left alone to find out. */
export interface Solitude {
  /** How long the next task of an operation is left alone, in milliseconds after its start; 0 where nothing speaks for it. */
  patience(operation: string): number;
  /** Tells what was seen of a task that had been left alone. */
  looked(operation: string, isRunning: boolean): void;
  /** Tells that a task has ended. */
  ended(operation: string, end: Ended): void;
}

interface Ended {
  /** Answers that it runs. */
  readonly looks: number;
  /** How old it was then, in milliseconds. */
  readonly age: number;
  readonly wasAlone: boolean;
}

/** The next task is left alone until it should have ended: the usual duration, and what another one may take longer. */
const DUE = { lengths: 1, more: 4 };
/** Those after it are left alone for so many usual durations more each: a short task may take much longer than another. */
const LONG = { lengths: 2, more: 250 };
/** So many in a row say enough. */
const ENOUGH = 2;
/** Nobody is left alone for longer, in milliseconds, nor for more of the time that a task may take. */
const LONGEST = 3_000;
const SHARE = 0.75;

interface Known {
  /** Answers that the first task ran. */
  readonly first: number;
  /** The earliest end that was seen, in milliseconds. */
  usual: number;
  /** How many tasks in a row speak for waiting; undefined when nothing does any more. */
  doubt: number | undefined;
}

/**
 * The first task of an operation is asked about all the time, the others when they should have ended. Whose tasks want as
 * many questions nevertheless may be moved by questions. Whoever is in no doubt is not waited for.
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
