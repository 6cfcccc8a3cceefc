import type { Reply } from '../reply.ts';
import { on } from './habits.ts';
import type { Call, Habits } from './server.ts';

export const REPORT = 'governance.getEvaluationReport';

export const PREVIEW = 'coordinator-v2.previewProvisioning';

export const STATUS = 'governance.updateEvaluationStatus';

export const ASK = 'docs-agent.askDocs';

/** Repeats the first response that had the given status. */
export function caching(operation: string, status: number, keyOf: (call: Call) => unknown): Partial<Habits> {
  const known = new Map<unknown, Reply>();
  return on(operation, (reply, call) => {
    const key = keyOf(call);
    const before = known.get(key);
    if (before !== undefined && (status === 404 || reply.status === status)) return before;
    if (reply.status === status) known.set(key, structuredClone(reply));
    return reply;
  });
}
