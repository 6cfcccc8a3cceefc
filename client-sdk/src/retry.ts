import type { Clock } from './clock.ts';
import { ConnectionError, TimeoutError } from './errors.ts';

/** Methods that may be repeated without a second effect (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']);

/** Statuses that speak of the moment, not of the request. */
const PASSING_STATUSES = new Set([408, 429, 502, 503, 504]);

/** Codes of runtimes for a connection that was never made. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Whether an attempt that failed may be followed by another one. */
export function mayTryAgain(method: string, failure: unknown): boolean {
  const isPassing =
    failure instanceof ConnectionError || (failure instanceof TimeoutError && failure.code === 'ATTEMPT');
  return isPassing && (!failure.mayHaveHappened || IDEMPOTENT.has(method));
}

/** Whether an answer is a reason to ask again. An operation that is not idempotent may have happened. */
export function mayAskAgain(method: string, status: number): boolean {
  return PASSING_STATUSES.has(status) && IDEMPOTENT.has(method);
}

/** Whether the code of a runtime says that no request has left. */
export function wasNeverSent(code: string | undefined): boolean {
  return code !== undefined && NEVER_SENT.has(code);
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
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const until = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now());
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
