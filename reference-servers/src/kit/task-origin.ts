import type { FastifyBaseLogger } from 'fastify';
import type { HandlerContext } from '../harness/bind.ts';
import type { TaskOrigin, TaskRecord } from '../runtime/task-store.ts';

/** Maximum length of a header that is kept with a task, in characters; `tracestate` has at least 512 (W3C Trace Context). */
const LONGEST_HEADER = 1_024;

/** What identifies a request in logs and traces. */
export function originOf({ requestId, headers }: HandlerContext): TaskOrigin {
  const { traceparent, tracestate } = headers;
  return {
    requestId,
    ...(isShort(traceparent) ? { traceparent } : {}),
    ...(isShort(tracestate) ? { tracestate } : {}),
  };
}

/** The context of the request that started a task, for another process that continues it. */
export function contextOf({ token, origin }: TaskRecord, log: FastifyBaseLogger): HandlerContext {
  const { requestId, ...trace } = origin ?? { requestId: token };
  return {
    requestId,
    headers: { 'x-request-id': requestId, ...trace },
    log: log.child({ reqId: requestId }),
  };
}

function isShort(header: unknown): header is string {
  return typeof header === 'string' && header.length <= LONGEST_HEADER;
}
