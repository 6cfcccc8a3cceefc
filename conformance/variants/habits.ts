import { isBody, type Reply } from '../mutants/server.ts';

/** A body with a member that no contract knows, and a media type that names its charset. */
export function withMoreThanAsked(reply: Reply): Reply {
  if (!isBody(reply.body)) return reply;
  return {
    ...reply,
    body: { traceId: 't-1', ...reply.body },
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}
