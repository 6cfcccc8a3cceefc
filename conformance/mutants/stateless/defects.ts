import type { Mutant } from '../mutant.ts';
import { type Asked, bodyOf, isBody, type Reply, type Wrap } from './server.ts';

/** A deliberately broken server with one defect. */
export interface StatelessMutant extends Pick<Mutant, 'caughtBy' | 'defect'> {
  readonly commit: Wrap;
}

/** A mutant in one row. */
export const wrapped = (caughtBy: string, defect: string, commit: Wrap): StatelessMutant => ({
  caughtBy,
  defect,
  commit,
});

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

/** Mutants for the requirements of every contract. */
export const everywhere: readonly StatelessMutant[] = [
  wrapped(
    'X-01',
    'returns 203 instead of 200',
    answering((reply) => ({ ...reply, status: 203 })),
  ),
  wrapped(
    'X-03',
    'returns JSON as plain text',
    answering((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  ),
  wrapped(
    'X-05',
    'rejects with a message instead of the list of errors',
    refusing(() => ({ status: 400, body: { message: 'no' } })),
  ),
  wrapped(
    'X-09',
    'returns problems as one string',
    refusing((reply) => ({
      ...reply,
      body: { ...bodyOf(reply), moreInfo: { problems: 'no', solutions: [] } },
    })),
  ),
  wrapped(
    'X-18',
    'returns a system error for an unknown path',
    rewriting((reply) =>
      reply.status === 404 && bodyOf(reply)['userMessage'] !== undefined && isUnrouted(reply) ? crash : reply,
    ),
  ),
  wrapped(
    'X-18',
    'returns a custom page for an unknown path',
    rewriting((reply) =>
      isUnrouted(reply) && reply.status === 404
        ? { status: 200, raw: '<html>home</html>', headers: { 'content-type': 'text/html' } }
        : reply,
    ),
  ),
  wrapped(
    'X-19',
    'returns a system error for another method',
    rewriting((reply) => (reply.status === 405 ? crash : reply)),
  ),
  wrapped(
    'X-17',
    'rejects unknown fields',
    (honest) => (asked) =>
      asked.query.has('not-in-the-contract') || (isBody(asked.input) && 'notInTheContract' in asked.input)
        ? { status: 400, body: { errors: ['unknown member'], userMessage: 'There is an unknown member.' } }
        : honest(asked),
  ),
];

/** Mutants for the requirements on request bodies. */
export const withBodies: readonly StatelessMutant[] = [
  wrapped(
    'X-11',
    'returns a system error for malformed JSON',
    (honest) => (asked) => (asked.text !== '' && asked.input === undefined ? crash : honest(asked)),
  ),
  wrapped(
    'X-12',
    'returns the default error of its framework',
    refusing((reply, { input }) => (isBody(input) || Array.isArray(input) ? unprocessable : reply)),
  ),
  wrapped(
    'X-12',
    'returns a system error for a missing body',
    refusing((reply, { text }) => (text === '' ? crash : reply)),
  ),
  wrapped(
    'CO-08',
    'returns a system error for a body of another media type',
    rewriting((reply) => (reply.status === 415 ? crash : reply)),
  ),
  wrapped(
    'X-20',
    'returns a system error for a large body',
    (honest) => (asked) => (asked.text.length > 1_000_000 ? crash : honest(asked)),
  ),
];

function isUnrouted(reply: Reply): boolean {
  return JSON.stringify(reply.body ?? '').includes('nothing at');
}
