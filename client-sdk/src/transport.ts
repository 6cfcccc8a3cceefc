import type { ParameterEntry } from '@tessera/contracts/vocabulary';
import createFetchClient, { createQuerySerializer } from 'openapi-fetch';

/** One request as it goes over the wire. */
export interface WireRequest {
  readonly baseUrl: string;
  readonly method: string;
  /** With the names of parameters in braces. */
  readonly path: string;
  readonly parameters: readonly ParameterEntry[];
  readonly pathValues: Readonly<Record<string, unknown>>;
  readonly queryValues: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What came back, read to its end. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Address that was asked. */
  readonly url: string;
  /** The runtime hides where the answer redirects to. */
  readonly isOpaque: boolean;
}

/** Sends requests; holds the one openapi-fetch client of a session. */
export interface Transport {
  /** Calls `onSend` with the address when the request is built and about to leave. Redirects are not followed. */
  exchange(request: WireRequest, signal: AbortSignal, onSend: (url: string) => void): Promise<WireAnswer>;
  readonly raw: RawClient;
}

/**
 * The openapi-fetch client underneath, for what the typed operations do not offer. Its requests carry no token, no
 * headers of the client and are not retried; its middleware also sees the requests of the typed operations. To use it
 * with its own types, pass it to a function that takes openapi-fetch's `Client`.
 */
export interface RawClient {
  request(
    method: string,
    path: string,
    init?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
  use(...middleware: RawMiddleware[]): void;
  eject(...middleware: RawMiddleware[]): void;
}

/** Middleware of openapi-fetch, as far as it is called. */
export type RawMiddleware =
  | { onRequest: RawOnRequest; onResponse?: RawOnResponse }
  | { onRequest?: RawOnRequest; onResponse: RawOnResponse };

interface RawEvent {
  readonly request: Request;
  readonly schemaPath: string;
  readonly id: string;
}

type RawOnRequest = (
  event: RawEvent,
) => Request | Response | undefined | Promise<Request | Response | undefined>;

type RawOnResponse = (
  event: RawEvent & { readonly response: Response },
) => Response | undefined | Promise<Response | undefined>;

type Methods = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
type AnyContent = { content: { 'application/json': unknown } };
interface AnyOperation {
  parameters: { path?: Readonly<Record<string, unknown>>; query?: Readonly<Record<string, unknown>> };
  requestBody?: AnyContent;
  responses: { 200: AnyContent; 500: AnyContent };
}
type AnyPaths = Record<string, Record<Methods, AnyOperation>>;

/** Stands in for a `Request` when nobody looks at it: building a real one costs more than all else here. */
class PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly init: RequestInit;

  constructor(url: string, init: RequestInit) {
    this.method = init.method ?? 'GET';
    this.url = url;
    this.init = init;
  }
}

/** Builds the transport of one client. */
export function createTransport(baseUrl: string, customFetch: typeof fetch | undefined): Transport {
  const send: typeof fetch = (input, init) => (customFetch ?? globalThis.fetch)(input, init);
  const client = createFetchClient<AnyPaths>({ baseUrl, fetch: (request) => send(request) });
  const middleware = new Set<RawMiddleware>();

  const raw: RawClient = {
    request: (method, path, init) => client.request(lowerCase(method), path, { ...init }),
    use(...added) {
      client.use(...added);
      for (const one of added) middleware.add(one);
    },
    eject(...removed) {
      client.eject(...removed);
      for (const one of removed) middleware.delete(one);
    },
  };

  return {
    raw,
    async exchange(request, signal, onSend) {
      let url = request.baseUrl;
      const { data, error, response } = await client.request(lowerCase(request.method), request.path, {
        baseUrl: request.baseUrl,
        params: { path: request.pathValues, query: request.queryValues },
        querySerializer: (values) => writeQuery(request.parameters, values ?? {}),
        headers: request.headers,
        body: request.body,
        signal,
        redirect: 'manual',
        // Only the text tells a bare token from a JSON string, so the body is read here.
        parseAs: 'stream',
        ...(middleware.size === 0 && { Request: PlainRequest }),
        fetch(built: Request | PlainRequest) {
          url = built.url;
          onSend(url);
          return built instanceof PlainRequest ? send(url, built.init) : send(built);
        },
      });
      const isOpaque = response.type === 'opaqueredirect';
      const text = data === undefined ? textOf(error, response.headers) : await response.text();
      return { status: response.status, headers: response.headers, text, url, isOpaque };
    },
  };
}

/** openapi-fetch has read the body of an error, and parsed it where it could. */
function textOf(error: unknown, headers: Headers): string {
  const wasText =
    error === '' || (typeof error === 'string' && !headers.get('content-type')?.includes('json'));
  return wasText ? error : (JSON.stringify(error) ?? '');
}

function writeQuery(
  parameters: readonly ParameterEntry[],
  values: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const entry = parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
      const explode = entry?.explode ?? true;
      const style =
        entry?.style === 'spaceDelimited' || entry?.style === 'pipeDelimited' ? entry.style : 'form';
      const objectStyle = entry?.style === 'deepObject' ? 'deepObject' : 'form';
      const write = createQuerySerializer<Record<string, unknown>>({
        array: { style, explode },
        object: { style: objectStyle, explode },
      });
      return write({ [name]: value });
    })
    .filter((part) => part !== '')
    .join('&');
}

function lowerCase(method: string): Methods {
  return method.toLowerCase() as Methods; // the table holds methods of OpenAPI only
}
