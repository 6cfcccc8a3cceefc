import { randomBytes } from 'node:crypto';

/** The W3C header: version, trace, span, flags. All zeros are not allowed. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})$/;

/** The trace of a plan: that of its request, or a new one when the request had no valid one. */
export function traceOf(header: unknown): string {
  return typeof header === 'string' && TRACEPARENT.test(header)
    ? header
    : `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** The header of one call within a trace: the same trace, a new span. */
export function childOf(parent: string | null): string {
  const [, trace, flags] = TRACEPARENT.exec(traceOf(parent)) ?? [];
  return `00-${trace}-${randomBytes(8).toString('hex')}-${flags}`;
}
