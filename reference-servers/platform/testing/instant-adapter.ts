import { type FastifyInstance, fastify } from 'fastify';

/** Makes a tech adapter that provisions every component at once, in the answer to the request. */
export function createInstantAdapter(): FastifyInstance {
  const app = fastify();
  app.post('/v2/validate', (_request, reply) => reply.code(501).send({ error: 'not implemented' }));
  app.post('/v1/validate', async () => ({ valid: true }));
  app.post('/v1/provision', async () => ({ status: 'COMPLETED', result: '' }));
  return app;
}
