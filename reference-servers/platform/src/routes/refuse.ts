import type { FastifyReply } from 'fastify';

/** Returns an error as a sentence. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: message });
}
