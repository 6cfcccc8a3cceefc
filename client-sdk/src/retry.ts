import type { Clock } from './clock.ts';

/** Methods that may be repeated without a second effect (RFC 9110, 9.2.2). */
const IDEMPOTENT = /GET|PUT|DELETE/;

/** Statuses that speak of the moment, not of the request. */
const PASSING = /408|429|50[234]/;

/** Code of an error whose response has more bytes than the caller allows; a second one would have as many. */
export const TOO_LARGE = 'TOO_LARGE';

/** Doubled with every attempt, also with the first. */
export const PAUSE_MS = 100;
export const LONGEST_PAUSE_MS = 5_000;

/** A wait without its own limit must not sleep for a year because one answer says so. */
const LONGEST_WISH_MS = 3_600_000;

/** What an attempt came to: an answer, or why there was no answer. */
interface Outcome {
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  readonly code?: unknown;
  readonly mayHaveHappened?: boolean;
}

/**
 * Whether a later attempt may have another outcome: no complete answer arrived, or its status speaks of the moment. Of the
 * errors, that of an abort and that of arguments which cannot be sent have no code.
 */
export function isPassing(outcome: Outcome): boolean {
  return 'status' in outcome
    ? PASSING.test(`${outcome.status}`)
    : 'code' in outcome && outcome.code !== TOO_LARGE;
}

/** Whether to make another attempt; false if that might have an effect twice. */
export function mayTryAgain(method: string, outcome: Outcome): boolean {
  return isPassing(outcome) && (IDEMPOTENT.test(method) || outcome.mayHaveHappened === false);
}

/** Milliseconds that an answer asks for, else between half and all of the usual ones: many callers shall not come back together. */
export function pauseAfter(outcome: Outcome | undefined, usual: number, clock: Clock): number {
  return readRetryAfter(outcome) ?? usual * (0.5 + clock.random() / 2);
}

/**
 * Milliseconds that `Retry-After` asks for (RFC 9110, 10.2.3); a date is read against the clock of the server. Nothing
 * when it asks for no pause: the usual one then keeps a server from being asked without end.
 */
export function readRetryAfter(outcome: Outcome | undefined): number | undefined {
  const headers = outcome?.headers;
  const value = headers?.get('retry-after') ?? '';
  const milliseconds = /^\d*$/.test(value)
    ? Number(value) * 1_000
    : Date.parse(value) - (Date.parse(headers?.get('date') ?? '') || Date.now());
  return milliseconds > 0 ? Math.min(milliseconds, LONGEST_WISH_MS) : undefined;
}
