import type { FastifyReply } from 'fastify';

/** Answers with what is wrong, as a sentence. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: message });
}
