import type { MutantClass } from '../mutant.ts';
import { type Asked, bodyOf, isBody, type Reply, type Wrap } from './server.ts';

/** A deliberately broken server with one defect. */
export interface StatelessMutant {
  readonly name: string;
  readonly class: MutantClass;
  /** The defect, in one line. */
  readonly defect: string;
  /** The requirement whose check must catch it. */
  readonly caughtBy: string;
  readonly commit: Wrap;
}

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
  {
    name: 'undocumented-status',
    class: 'shape',
    defect: 'returns 203 instead of 200',
    caughtBy: 'X-01',
    commit: answering((reply) => ({ ...reply, status: 203 })),
  },
  {
    name: 'text-for-json',
    class: 'shape',
    defect: 'returns JSON as plain text',
    caughtBy: 'X-03',
    commit: answering((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
  },
  {
    name: 'refusal-without-errors',
    class: 'shape',
    defect: 'rejects with a message instead of the list of errors',
    caughtBy: 'X-05',
    commit: refusing(() => ({ status: 400, body: { message: 'no' } })),
  },
  {
    name: 'more-info-is-text',
    class: 'shape',
    defect: 'returns problems as one string',
    caughtBy: 'X-09',
    commit: refusing((reply) => ({
      ...reply,
      body: { ...bodyOf(reply), moreInfo: { problems: 'no', solutions: [] } },
    })),
  },
  {
    name: 'unknown-path-crashes',
    class: 'negatives',
    defect: 'returns a system error for an unknown path',
    caughtBy: 'X-18',
    commit: rewriting((reply) =>
      reply.status === 404 && bodyOf(reply)['userMessage'] !== undefined && isUnrouted(reply) ? crash : reply,
    ),
  },
  {
    name: 'unknown-path-answered',
    class: 'negatives',
    defect: 'returns a custom page for an unknown path',
    caughtBy: 'X-18',
    commit: rewriting((reply) =>
      isUnrouted(reply) && reply.status === 404
        ? { status: 200, raw: '<html>home</html>', headers: { 'content-type': 'text/html' } }
        : reply,
    ),
  },
  {
    name: 'other-method-crashes',
    class: 'negatives',
    defect: 'returns a system error for another method',
    caughtBy: 'X-19',
    commit: rewriting((reply) => (reply.status === 405 ? crash : reply)),
  },
  {
    name: 'stranger-refused',
    class: 'negatives',
    defect: 'rejects unknown fields',
    caughtBy: 'X-17',
    commit: (honest) => (asked) =>
      asked.query.has('not-in-the-contract') || (isBody(asked.input) && 'notInTheContract' in asked.input)
        ? { status: 400, body: { errors: ['unknown member'], userMessage: 'There is an unknown member.' } }
        : honest(asked),
  },
];

/** Mutants for the requirements on request bodies. */
export const withBodies: readonly StatelessMutant[] = [
  {
    name: 'broken-json-crashes',
    class: 'negatives',
    defect: 'returns a system error for malformed JSON',
    caughtBy: 'X-11',
    commit: (honest) => (asked) => (asked.text !== '' && asked.input === undefined ? crash : honest(asked)),
  },
  {
    name: 'framework-default',
    class: 'negatives',
    defect: 'returns the default error of its framework',
    caughtBy: 'X-12',
    commit: refusing((reply, { input }) => (isBody(input) || Array.isArray(input) ? unprocessable : reply)),
  },
  {
    name: 'no-body-crashes',
    class: 'negatives',
    defect: 'returns a system error for a missing body',
    caughtBy: 'X-12',
    commit: refusing((reply, { text }) => (text === '' ? crash : reply)),
  },
  {
    name: 'other-media-type-crashes',
    class: 'negatives',
    defect: 'returns a system error for a body of another media type',
    caughtBy: 'CO-08',
    commit: rewriting((reply) => (reply.status === 415 ? crash : reply)),
  },
  {
    name: 'large-body-crashes',
    class: 'negatives',
    defect: 'returns a system error for a large body',
    caughtBy: 'X-20',
    commit: (honest) => (asked) => (asked.text.length > 1_000_000 ? crash : honest(asked)),
  },
];

function isUnrouted(reply: Reply): boolean {
  return JSON.stringify(reply.body ?? '').includes('nothing at');
}
