import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Only characters that are safe in a log line and in a response. */
const HARMLESS = /^[\w.:-]{1,128}$/;

/**
 * Uses the sender's `X-Request-ID` when it is safe. Other requests get a number with a prefix that distinguishes
 * servers whose logs are stored together.
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
