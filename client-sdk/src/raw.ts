import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { readText } from '#runtime';
import { sessionOf } from './session.ts';
import type { FetchLike, Transport } from './transport.ts';

/**
 * Returns the openapi-fetch client of a client's API, for requests that the typed operations do not support; `Paths`
 * are the `paths` of `@tessera/contracts/wire/<api>`. Its own requests have no token and no headers of the client, are
 * not retried, and read responses of any size. Middleware passed to its `use` also receives every attempt of the typed
 * operations, which then use `fetch`. Throws `TypeError` for a value that is not a client of this package.
 */
export function rawOf<Paths extends object>(client: object): Client<Paths, `${string}/${string}`> {
  const session = sessionOf(client);
  const { baseUrl, options, transport } = session;
  const send = (request: Request) => sendBy(options.fetch, request);
  const raw = createFetchClient<Paths>({ baseUrl, fetch: send });
  const typed = createFetchClient<AnyPaths>();
  const used = new Set<Middleware>();
  return {
    ...raw,
    use(...added) {
      for (const middleware of added) used.add(middleware);
      raw.use(...added);
      typed.use(...added);
      session.transport = carryBy(typed, send);
    },
    eject(...removed) {
      for (const middleware of removed) used.delete(middleware);
      raw.eject(...removed);
      typed.eject(...removed);
      if (used.size === 0) session.transport = transport;
    },
  };
}

/** Your `fetch` is called as for typed operations: not all know the `Request` of the runtime. */
async function sendBy(customFetch: FetchLike | undefined, request: Request): Promise<Response> {
  if (customFetch === undefined) return fetch(request);
  const { method, redirect, signal, url } = request;
  const headers = Object.fromEntries(request.headers);
  const body = (await request.text()) || null;
  const answer = await customFetch(url, { method, headers, body, signal, redirect });
  if (answer instanceof Response) return answer;
  const text = await answer.text();
  return new Response(text || null, { status: answer.status, headers: answer.headers });
}

type Methods = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
type AnyContent = { content: { 'application/json': string } };
interface AnyOperation {
  parameters: { path: object };
  requestBody?: AnyContent;
  responses: { 200: AnyContent; 500: AnyContent };
}
type AnyPaths = Record<string, Record<Methods, AnyOperation>>;

/** Lets openapi-fetch send a request that is already written, so that its middleware sees it. */
function carryBy(client: Client<AnyPaths>, send: (request: Request) => Promise<Response>): Transport {
  return async ({ body, headers, maxResponseBytes, method, path, url }, signal) => {
    const { data, error, response } = await client.request(lowerCase(method), path, {
      fetch: async (request) => limitBody(await send(request), maxResponseBytes),
      params: { path: {} },
      pathSerializer: () => url,
      bodySerializer: (text) => text,
      ...(body !== undefined && { body }),
      headers,
      signal,
      redirect: 'manual',
      // Only the text tells a bare token from a JSON string, so the body is not parsed here.
      parseAs: 'stream',
    });
    return {
      status: response.status,
      headers: response.headers,
      text: data === undefined ? textOf(error, response.headers) : await response.text(),
    };
  };
}

/** openapi-fetch reads all of an error, so the limit holds before its turn. */
async function limitBody(response: Response, most: number): Promise<Response> {
  return response.body ? new Response((await readText(response, most)) || null, response) : response;
}

/** openapi-fetch has read the body of an error, and parsed it where it could. */
function textOf(error: unknown, headers: Headers): string {
  const wasText =
    error === '' || (typeof error === 'string' && !headers.get('content-type')?.includes('json'));
  return wasText ? error : (JSON.stringify(error) ?? '');
}

function lowerCase(method: string): Methods {
  return method.toLowerCase() as Methods; // the table holds methods of OpenAPI only
}
