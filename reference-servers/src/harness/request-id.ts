import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Nothing but what can stand in a log line and in an answer without harm. */
const HARMLESS = /^[\w.:-]{1,128}$/;

/**
 * Takes over the `X-Request-ID` of the sender where it is harmless. Numbers the other requests, and puts before the number
 * what tells this server from another one whose log ends up in the same place.
 */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const prefix = `req-${randomBytes(4).toString('hex')}-`;
  let last = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && HARMLESS.test(given)) return given;
    last += 1;
    return prefix + last.toString(36);
  };
}
