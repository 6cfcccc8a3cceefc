import { isBody, type Reply } from '../mutants/server.ts';

/** Adds an unknown member to the body and a charset to the media type. */
export function withMoreThanAsked(reply: Reply): Reply {
  if (!isBody(reply.body)) return reply;
  return {
    ...reply,
    body: { traceId: 't-1', ...reply.body },
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}
