import type { Clock } from './clock.ts';
import { ConnectionError, TimeoutError } from './errors.ts';
import type { WireAnswer } from './transport.ts';

/** Methods that may be repeated without a second effect (RFC 9110, 9.2.2). */
const IDEMPOTENT = /GET|HEAD|PUT|DELETE/;

/** Statuses that speak of the moment, not of the request. */
const PASSING = /408|429|50[234]/;

/** Codes of runtimes for a connection that was never made: `ECONNREFUSED`, `UND_ERR_CONNECT_TIMEOUT`. */
export const NEVER_SENT = /REFUSED|NOTFOUND|AI_AGAIN|UNREACH|CONNECT_TIMEOUT/;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Whether what an attempt came to is a reason to make another one; without an effect that may have happened twice. */
export function mayTryAgain(method: string, outcome: WireAnswer | Error): boolean {
  const isIdempotent = IDEMPOTENT.test(method);
  if (!(outcome instanceof Error)) return isIdempotent && PASSING.test(`${outcome.status}`);
  const isPassing =
    outcome instanceof ConnectionError || (outcome instanceof TimeoutError && outcome.code === 'ATTEMPT');
  return isPassing && (isIdempotent || !outcome.mayHaveHappened);
}

/** Milliseconds to pause after an attempt, counted from 1: doubled every time, and between half and all of that. */
export function pauseAfter(attempt: number, clock: Clock): number {
  return withJitter(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), clock);
}

/** Between half and all of the milliseconds, so that many callers do not come back together. */
export function withJitter(milliseconds: number, clock: Clock): number {
  return milliseconds * (0.5 + clock.random() / 2);
}

/** Milliseconds that `Retry-After` asks for (RFC 9110, 10.2.3); a date is read against the clock of the server. */
export function readRetryAfter({ headers }: WireAnswer): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const until = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now());
  return Math.max(0, until) || undefined;
}
