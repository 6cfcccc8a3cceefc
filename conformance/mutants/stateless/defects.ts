import { mutants } from '../mutant.ts';
import { bodyOf, type Reply } from '../reply.ts';
import type { Asked, Wrap } from './server.ts';

/** Changes the responses of the correct server. */
export const rewriting =
  (change: (reply: Reply, asked: Asked) => Reply | Promise<Reply>): Wrap =>
  (honest) =>
  async (asked) =>
    change(await honest(asked), asked);

/** Changes 400 responses. */
export const refusing = (change: (reply: Reply, asked: Asked) => Reply): Wrap =>
  rewriting((reply, asked) => (reply.status === 400 ? change(reply, asked) : reply));

/** Changes 200 responses. */
export const answering = (change: (reply: Reply, asked: Asked) => Reply): Wrap =>
  rewriting((reply, asked) => (reply.status === 200 ? change(reply, asked) : reply));

/** Changes the request before the correct server handles it. */
export const mistaking =
  (change: (asked: Asked) => Asked): Wrap =>
  (honest) =>
  (asked) =>
    honest(change(asked));

export const withQuery = (asked: Asked, change: (query: URLSearchParams) => void): Asked => {
  const query = new URLSearchParams(asked.query);
  change(query);
  return { ...asked, query };
};

export const crash: Reply = {
  status: 500,
  raw: 'Internal Server Error',
  headers: { 'content-type': 'text/plain; charset=utf-8' },
};

/** A framework's default response to an invalid request. */
export const unprocessable: Reply = {
  status: 422,
  body: { detail: [{ loc: ['body'], msg: 'field required' }] },
};

/** Returns another response where a condition holds. */
export const replying = (other: Reply, where: (asked: Asked, reply: Reply) => boolean): Wrap =>
  rewriting((reply, asked) => (where(asked, reply) ? other : reply));

/** Crashes where a condition holds. */
export const crashing = (where: (asked: Asked, reply: Reply) => boolean): Wrap => replying(crash, where);

/** Returns the errors of all earlier rejections as well. */
export const addingUp = (isRefused: (reply: Reply, asked: Asked) => boolean): Wrap => {
  const told: unknown[] = [];
  return rewriting((reply, asked) => {
    const errors = bodyOf(reply)['errors'];
    if (!isRefused(reply, asked) || !Array.isArray(errors)) return reply;
    told.push(...errors);
    return { ...reply, body: { ...bodyOf(reply), errors: [...told] } };
  });
};

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Mutants of every stateless contract. */
export const everywhere = mutants<Wrap>({
  'X-05': {
    'rejects with a message for the user and without the list of errors': refusing((reply) =>
      Object(bodyOf(reply)['errors'])[0]?.suggestion === undefined
        ? { ...reply, body: { ...bodyOf(reply), errors: undefined } }
        : reply,
    ),
  },
  'X-18': {
    'returns a custom page for an unknown path': replying(
      { status: 200, raw: '<html>home</html>', headers: { 'content-type': 'text/html' } },
      (_asked, reply) => reply.status === 404 && JSON.stringify(reply.body ?? '').includes('nothing at'),
    ),
  },
});

/** Mutants of every stateless contract whose responses have the usual errors. */
export const failing = mutants<Wrap>({
  'X-07': { 'fails without an error string': answering(() => ({ status: 500, body: { code: 17 } })) },
  'X-08': { 'fails without a userMessage': answering(() => ({ status: 500, body: { error: 'boom' } })) },
});
