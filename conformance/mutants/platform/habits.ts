import { membersOf } from './asked.ts';
import type { Memory } from './memory.ts';
import type { Body, Call, Habits, Reply } from './server.ts';

/** Changes the responses of one operation. */
export const on = (
  operation: string,
  change: (reply: Reply, call: Call, memory: Memory) => Reply | Promise<Reply>,
): Partial<Habits> => ({
  answer: (reply, call, memory) => (call.operation === operation ? change(reply, call, memory) : reply),
});
/** Changes the success responses of one operation. */
export const onGood = (operation: string, change: (body: Body, call: Call) => unknown): Partial<Habits> =>
  on(operation, (reply, call) =>
    reply.status < 300 ? { ...reply, body: change(membersOf(reply.body), call) } : reply,
  );
/** Accepts invalid requests that match the predicate. */
export const taking = (operation: string, what: (call: Call) => boolean): Partial<Habits> => ({
  refuse: (call, faults) => (call.operation === operation && what(call) ? [] : faults),
});
/** Rejects valid requests that match the predicate. */
export const refusing = (operation: string, what: (call: Call) => boolean): Partial<Habits> => ({
  refuse: (call, faults) => (call.operation === operation && what(call) ? ['refused'] : faults),
});
export const listOf = (body: Body, name: string): unknown[] => {
  const list = body[name];
  return Array.isArray(list) ? list : [];
};
export const page = (body: Body): unknown[] => listOf(body, 'data');
export const ADAPTERS = 'coordinator-v2.listTechAdapters';
