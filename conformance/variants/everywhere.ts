import { type Asked, bodyOf, type Reply, type Tamper, withJson } from '../mutants/operators/tampering.ts';
import { pause } from '../mutants/reply.ts';
import { isObject, type JsonObject, listOf } from '../src/suite/json.ts';

/** Behavior that every contract allows, around any correct server. */
export interface WireVariant {
  readonly name: string;
  /** Creates its behavior: each start of the server gets a separate state. */
  tamper(): Tamper;
}

const rewriting = (change: (reply: Reply, asked: Asked) => Reply) => (): Tamper => async (asked, next) =>
  change(await next(asked), asked);

const withHeaders = (headers: Readonly<Record<string, string>>) =>
  rewriting((reply) => (reply.text === '' ? reply : { ...reply, headers: { ...reply.headers, ...headers } }));

/** Changes every JSON object in the response body. */
const rewritingBodies = (change: (body: JsonObject, status: number) => unknown) =>
  rewriting((reply) => {
    const body = bodyOf(reply);
    return isObject(body) ? withJson(reply, change(body, reply.status)) : reply;
  });

const isText = (value: unknown): boolean => typeof value === 'string';

/** How long a backend takes to wake up, in milliseconds. */
const WAKING = 1_500;

/** Variants of any server: the suite must report no failure and no warning. */
export const EVERYWHERE: readonly WireVariant[] = [
  {
    name: 'a media type with a charset',
    tamper: withHeaders({ 'content-type': 'application/json; charset=utf-8' }),
  },
  {
    name: 'a media type in capitals',
    tamper: withHeaders({ 'content-type': 'Application/JSON;CHARSET=UTF-8' }),
  },
  {
    name: 'headers of a framework',
    tamper: withHeaders({
      server: 'uvicorn',
      'x-powered-by': 'Express',
      etag: 'W/"1"',
      vary: 'Origin',
      'set-cookie': 'a=b',
      'retry-after': '1',
    }),
  },
  {
    name: 'fields that the contract does not know',
    tamper: rewritingBodies((body) => ({ ...body, requestId: 'r-1', links: { self: '/x' } })),
  },
  {
    name: 'fields in another order',
    tamper: rewritingBodies((body) => Object.fromEntries(Object.entries(body).reverse())),
  },
  {
    name: 'indented JSON',
    tamper: rewriting((reply) => {
      const body = bodyOf(reply);
      return body === undefined ? reply : { ...reply, text: JSON.stringify(body, null, 4) };
    }),
  },
  {
    name: 'errors in another language',
    tamper: rewritingBodies((body, status) =>
      status === 400 && listOf(body['errors']).some(isText)
        ? { ...body, errors: ['Die Anfrage ist unvollständig'], userMessage: 'Ungültige Anfrage.' }
        : body,
    ),
  },
  {
    name: 'redirected unknown paths',
    tamper: rewriting((reply, { operation }) =>
      operation === undefined && reply.status === 404
        ? { status: 307, headers: { location: '/' }, text: '' }
        : reply,
    ),
  },
  {
    name: '501 for other methods',
    tamper: rewriting((reply) =>
      reply.status === 405
        ? { status: 501, headers: { 'content-type': 'text/plain' }, text: 'Unsupported method' }
        : reply,
    ),
  },
  {
    name: 'slow responses within the timeout',
    tamper: () => (asked, next) => pause(250).then(() => next(asked)),
  },
  {
    name: 'a backend that wakes up with the first request',
    tamper() {
      let isAwake = false;
      return async (asked, next) => {
        if (!isAwake) await pause(WAKING);
        isAwake = true;
        return next(asked);
      };
    },
  },
];
