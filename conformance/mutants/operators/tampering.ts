import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { isObject, type JsonObject, parseJson } from '../../src/suite/json.ts';
import { parametersIn, type Route, routesOf, textOf } from '../routes.ts';
import { listenerOf, type Served, serve } from '../virtual-time.ts';

/** A request to the correct server. */
export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly input: unknown;
  /** Undefined for a method or path that the contract does not have. */
  readonly operation: string | undefined;
  /** The decoded parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
}

/** The response of the correct server, or a changed one. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Lets the correct server answer a request, as it was sent or changed. */
export type Next = (asked: Asked) => Promise<Reply>;

/** A fault around a correct server. */
export type Tamper = (asked: Asked, next: Next) => Promise<Reply>;

/** Serves a correct server with a fault around it; both run in memory. */
export async function serveTampered(
  correct: Served,
  operations: Readonly<Record<string, OperationEntry>>,
  tamper: Tamper,
): Promise<Served> {
  const listener = listenerOf(correct.url);
  const routes = routesOf(operations);
  const next: Next = (asked) =>
    new Promise((resolve) => {
      const { method, url, headers, text } = asked;
      const body = Readable.from(text === '' ? [] : [Buffer.from(text)]);
      listener(Object.assign(body, { method, url, headers }), capture(resolve));
    });
  const front = await serve((request, response) => {
    readRequest(request, routes)
      .then((asked) => tamper(asked, next))
      .then(({ status, headers, text }) => response.writeHead(status, headers).end(text));
  });
  return {
    url: new URL(correct.url.pathname, front.url),
    close: async () => {
      await front.close();
      await correct.close();
    },
  };
}

/** A response with another JSON body. */
export function withJson(reply: Reply, body: unknown): Reply {
  return { ...reply, text: JSON.stringify(body) };
}

/** A JSON response. */
export function jsonReply(status: number, body: unknown): Reply {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

/** The JSON body of a response; undefined if it is not JSON. */
export function bodyOf({ text }: Reply): unknown {
  return parseJson(text)?.value;
}

/** The members of the JSON body of a request; empty unless it is an object. */
export function membersOf({ input }: Asked): JsonObject {
  return isObject(input) ? input : {};
}

/** The same request with another body. */
export function withInput(asked: Asked, input: unknown): Asked {
  const headers = { ...asked.headers, 'content-type': 'application/json' };
  return { ...asked, headers, input, text: JSON.stringify(input) };
}

/** The same request with a changed query. */
export function withQuery(asked: Asked, change: (query: URLSearchParams) => void): Asked {
  const [path = '', search = ''] = asked.url.split('?', 2);
  const query = new URLSearchParams(search);
  change(query);
  return { ...asked, url: query.size === 0 ? path : `${path}?${query}` };
}

export function queryOf({ url }: Asked): URLSearchParams {
  return new URLSearchParams(url.split('?', 2)[1] ?? '');
}

/** Collects a response instead of sending it. Correct servers write the head once, and then the whole body. */
function capture(done: (reply: Reply) => void) {
  const head: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  const response = {
    writeHead(status: number, headers: Record<string, string> = {}) {
      Object.assign(head, { status, headers });
      return response;
    },
    end: (text = '') => done({ ...head, text }),
  };
  return response;
}

async function readRequest(request: IncomingMessage, routes: readonly Route[]): Promise<Asked> {
  const text = await textOf(request);
  const { method = '', url = '', headers } = request;
  const [path = ''] = url.split('?', 1);
  const route = routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
  return {
    method,
    url,
    headers,
    text,
    input: parseJson(text)?.value,
    operation: route?.operation.id,
    path: route === undefined ? {} : parametersIn(route, path),
  };
}
