import { type FastifyInstance, fastify } from 'fastify';

/** A tech adapter that records its requests. */
export interface CountingAdapter {
  readonly app: FastifyInstance;
  /** Bodies of the provisioning requests, by the component that they are about. */
  readonly requests: ReadonlyMap<string, readonly string[]>;
}

/** Makes an adapter whose tasks take `ms` milliseconds. Its tokens contain the component id. */
export function createCountingAdapter(ms: number): CountingAdapter {
  const requests = new Map<string, string[]>();
  const due = new Map<string, number>();
  const app = fastify();
  app.post('/v2/validate', (_request, reply) => reply.code(501).send({ error: 'not implemented' }));
  app.post('/v1/validate', async () => ({ valid: true }));
  app.post<{ Body: { descriptor: string } }>('/v1/provision', async ({ body }, reply) => {
    const [, id = ''] = /componentIdToProvision: (\S+)/.exec(body.descriptor) ?? [];
    const known = requests.get(id) ?? [];
    requests.set(id, [...known, JSON.stringify(body)]);
    const token = `${id}-${known.length}`;
    due.set(token, Date.now() + ms);
    return reply.code(202).send(JSON.stringify(token));
  });
  app.get<{ Params: { token: string } }>('/v1/provision/:token/status', async ({ params }, reply) => {
    const end = due.get(params.token);
    if (end === undefined) return reply.code(400).send({ errors: ['unknown token'] });
    if (Date.now() < end) return { status: 'RUNNING', result: '' };
    return {
      status: 'COMPLETED',
      result: '',
      info: { publicInfo: {}, privateInfo: { token: params.token } },
    };
  });
  return { app, requests };
}
