import type { Mutant } from '../mutant.ts';
import type { Asked, Reply, Wrap } from './server.ts';

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
    'X-18',
    'returns a custom page for an unknown path',
    rewriting((reply) =>
      isUnrouted(reply) && reply.status === 404
        ? { status: 200, raw: '<html>home</html>', headers: { 'content-type': 'text/html' } }
        : reply,
    ),
  ),
];

/** Mutants for the requirements on request bodies. */
export const withBodies: readonly StatelessMutant[] = [];

function isUnrouted(reply: Reply): boolean {
  return JSON.stringify(reply.body ?? '').includes('nothing at');
}
