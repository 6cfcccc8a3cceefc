import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `end` once, when a response has been sent or its client has disconnected. Not a hook of the framework, which would
 * wait forever for the end of a response to a disconnected client.
 */
export function whenEnded(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  if (reply.raw.socket === null) onceQueued(request.raw.socket, reply.raw, end);
  else reply.raw.once('close', end);
}

/** With pipelined requests, only the one ahead is notified when their connection ends. */
function onceQueued(socket: Socket, response: ServerResponse, end: () => void): void {
  const endOnce = (): void => {
    socket.off('close', endOnce);
    response.off('close', endOnce);
    end();
  };
  socket.setMaxListeners(0).on('close', endOnce);
  response.on('close', endOnce);
}
