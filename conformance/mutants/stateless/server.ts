import type { IncomingMessage, ServerResponse } from 'node:http';
import { textOf as bodyText } from '../routes.ts';
import { type Served, serve } from '../virtual-time.ts';

/** A request as the server receives it. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The raw query. */
  readonly search: string;
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly input: unknown;
}

/** The response of the server. */
export interface Reply {
  readonly status: number;
  /** JSON, unless `raw` is set. */
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A complete server. Mutants and variants wrap one. */
export type Responder = (asked: Asked) => Reply | Promise<Reply>;
export type Wrap = (honest: Responder) => Responder;
export type Write = (response: ServerResponse, reply: Reply) => void;

/** The route of an operation. */
export interface Route {
  readonly method: string;
  readonly path: string;
  /** An `optional` body may be absent; without this field, the operation takes only a query. */
  readonly body?: 'required' | 'optional';
  readonly refuse: (errors: readonly string[], field?: string) => Reply;
  readonly answer: Responder;
}

/** Serves until the caller closes it. Shares no code with the reference servers. */
export function startServer(respond: Responder, write: Write = plainly): Promise<Served> {
  return serve((request, response) => {
    read(request)
      .then(respond)
      .catch((cause: unknown) => fault(String(cause)))
      .then((reply) => write(response, reply));
  });
}

/** Finds the route, parses the body, and calls the handler. */
export function routing(routes: readonly Route[]): Responder {
  return (asked) => {
    const here = routes.filter(({ path }) => path === asked.path);
    const route = here.find(({ method }) => method === asked.method);
    if (route === undefined)
      return errorList(here.length === 0 ? 404 : 405, [`nothing at ${asked.method} ${asked.path}`]);
    if (route.body === undefined || (asked.text === '' && route.body === 'optional'))
      return route.answer(asked);
    if (asked.text === '') return route.refuse(['a body is required']);
    if (asked.mediaType !== 'application/json') return errorList(415, ['send application/json']);
    if (asked.input === undefined) return route.refuse(['the body is not JSON']);
    if (!isBody(asked.input)) return route.refuse(['the body is no object']);
    return route.answer(asked);
  };
}

export function errorList(status: number, errors: readonly string[]): Reply {
  return { status, body: { errors, userMessage: 'The request cannot be accepted.' } };
}

export function isBody(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body of a response as an object. */
export const bodyOf = ({ body }: Reply): Record<string, unknown> => (isBody(body) ? body : {});

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const fault = (error: string): Reply => ({
  status: 500,
  body: {
    error,
    errors: [error],
    userMessage: 'Something broke.',
    moreInfo: { problems: [error], solutions: [] },
  },
});

const textOf = ({ raw, body }: Reply): string => raw ?? (body === undefined ? '' : JSON.stringify(body));

function plainly(response: ServerResponse, reply: Reply): void {
  const text = textOf(reply);
  response.writeHead(reply.status, {
    ...(text === '' ? {} : { 'content-type': 'application/json' }),
    ...reply.headers,
  });
  response.end(text);
}

async function read(request: IncomingMessage): Promise<Asked> {
  const text = await bodyText(request);
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return {
    method: request.method ?? '',
    path,
    query: new URLSearchParams(query),
    search: query,
    mediaType: (request.headers['content-type'] ?? '').split(';', 1)[0] ?? '',
    text,
    input: parse(text),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
