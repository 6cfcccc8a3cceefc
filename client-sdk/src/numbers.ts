import type { PollPace, Reliability } from './options.ts';

/** What holds the numbers of a client, a call or a wait. */
export interface Numbers extends Reliability {
  readonly poll?: PollPace | undefined;
}

const LIMITS = ['timeout', 'attemptTimeout', 'retries'] as const;

/**
 * Throws `TypeError` for a number that cannot be meant: a call would end before its answer, or one poll follow the other
 * without a pause. Stands for `#numbers` in Node and in development; `where` is what the caller has written.
 */
export function checkNumbers(where: string, given: Numbers): void {
  for (const name of LIMITS) refuseBelow(0, where, name, given[name]);
  const { poll } = given;
  if (!poll) return;
  refuseBelow(0, 'poll', 'initial', poll.initial);
  refuseBelow(0, 'poll', 'longest', poll.longest);
  refuseBelow(1, 'poll', 'factor', poll.factor);
}

function refuseBelow(least: number, where: string, name: string, value: unknown): void {
  if (value === undefined || value === null || (typeof value === 'number' && value >= least)) return;
  const shown = typeof value === 'string' ? `'${value}'` : String(value);
  throw new TypeError(`${where}: ${name} must be a number from ${least}, not ${shown}`);
}
