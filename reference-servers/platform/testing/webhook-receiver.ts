import { type FastifyInstance, fastify } from 'fastify';

/** A request that a webhook received. */
export interface Arrival {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A webhook that keeps what it receives. */
export interface WebhookReceiver {
  readonly app: FastifyInstance;
  /** Requests in the order of their arrival; tests empty it. */
  readonly arrivals: Arrival[];
  /** Statuses of the next responses; then 200. */
  readonly answers: number[];
}

/** Creates a webhook at every path, which does not listen yet. */
export function createReceiver(): WebhookReceiver {
  const arrivals: Arrival[] = [];
  const answers: number[] = [];
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/*', (request, reply) => {
    const { url: path, headers, body } = request;
    arrivals.push({ path, headers, body: String(body) });
    return reply.code(answers.shift() ?? 200).send();
  });
  return { app, arrivals, answers };
}
