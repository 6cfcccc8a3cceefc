import type { IncomingMessage } from 'node:http';

/** Nothing but what can stand in a log line and in an answer without harm. */
const HARMLESS = /^[\w.:-]{1,128}$/;

/** Takes over the `X-Request-ID` of the sender where it is harmless; numbers the other requests. */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  let last = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && HARMLESS.test(given)) return given;
    last += 1;
    return `req-${last.toString(36)}`;
  };
}
