import type { FastifyInstance } from 'fastify';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

/** Statuses whose responses have no body. */
const WITHOUT_BODY = [204, 304];

/**
 * Makes a `fetch` for the tests of a server: it calls the server in the same process, without a network, whatever the host in
 * the URL is. As the option `fetch` of a client of the contract, it gives tests each operation with its types. The caller
 * closes the server.
 */
export function createTestFetch(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = METHODS.find((one) => one === request.method);
    if (method === undefined) throw new TypeError(`a contract has no operation with ${request.method}`);
    const { pathname, search } = new URL(request.url);
    const payload = await request.text();
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload === '' ? {} : { payload }),
    });
    request.signal.throwIfAborted();
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headers))
      for (const value of [values ?? []].flat()) headers.append(name, String(value));
    const { statusCode: status, body } = answer;
    return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
  };
}
