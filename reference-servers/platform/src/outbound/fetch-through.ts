import type { Transport } from '@tessera/client';

/** Maximum size of a response, in bytes. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** Statuses whose answers have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** A `fetch` for libraries that sends their requests through the platform's client. Bodies are texts. */
export function fetchThrough(
  transport: Transport,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const { body } = init;
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new TypeError('only texts are sent');
    const answer = await transport(
      {
        method: init.method ?? 'GET',
        url,
        path: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: body ?? undefined,
        maxResponseBytes: LARGEST_ANSWER,
      },
      init.signal ?? new AbortController().signal,
    );
    const { status, headers } = answer;
    return new Response(WITHOUT_BODY.has(status) ? null : answer.text, { status, headers });
  };
}
