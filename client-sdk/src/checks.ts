import type { PollPace, Reliability } from './options.ts';

/** What holds the numbers of a client, a call or a wait. */
export interface Numbers extends Reliability {
  readonly poll?: PollPace | undefined;
}

const LIMITS = ['timeout', 'attemptTimeout', 'retries', 'maxResponseBytes'] as const;

/**
 * Throws `TypeError` for an invalid number, with which a call would end before its response, or polls would have no pause
 * between them. `where` is the expression of the caller.
 */
export function checkNumbers(where: string, given: Numbers): void {
  for (const name of LIMITS) refuseBelow(0, where, name, given[name]);
  const { poll } = given;
  if (!poll) return;
  refuseBelow(0, 'poll', 'initial', poll.initial);
  refuseBelow(0, 'poll', 'longest', poll.longest);
  refuseBelow(1, 'poll', 'factor', poll.factor);
}

/**
 * Throws `TypeError` for an address that no request can be sent to. Its text is not part of the message, since it may hold a
 * password.
 */
export function checkAddress(baseUrl: string): void {
  if (!/^https?:\/\/[^/@?#]+(\/[^?#]*)?$/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be http(s) without user, query, fragment');
}

/** What a header is (RFC 9110, 5.1 and 5.5). */
const HEADER = /^[\w!#-'*+.^`|~-]+:[\t -~\x80-\xff]*$/;

/** Throws `TypeError` for a header that cannot be sent; runtimes report one like a lost connection. */
export function checkHeader(name: string, value: string): void {
  if (!HEADER.test(`${name}:${value}`)) throw new TypeError(`${name} is no header`);
}

function refuseBelow(least: number, where: string, name: string, value: unknown): void {
  if (value === undefined || value === null || (typeof value === 'number' && value >= least)) return;
  const shown = typeof value === 'string' ? `'${value}'` : String(value);
  throw new TypeError(`${where}: ${name} must be a number from ${least}, not ${shown}`);
}
