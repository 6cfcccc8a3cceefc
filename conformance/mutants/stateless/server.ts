import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../src/suite/json.ts';
import { breakDown, errorList, isBody, type Reply, send, withBody } from '../reply.ts';
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
export function startServer(respond: Responder, write: Write = send): Promise<Served> {
  return serve((request, response) => {
    read(request)
      .then(respond)
      .catch((cause: unknown) => withBody(breakDown(String(cause)), { errors: [String(cause)] }))
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
    input: parseJson(text)?.value,
  };
}
