import type { Body, Reply } from '../reply.ts';
import { membersOf } from './asked.ts';
import type { Memory } from './memory.ts';
import type { Call, Habits } from './server.ts';

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
/** Returns other values of some members with every success of one operation. */
export const setting = (operation: string, members: Body): Partial<Habits> =>
  onGood(operation, (body) => ({ ...body, ...members }));
/** Changes the list that the successes of one operation are, or have as a member. */
export const onItems = (
  operation: string,
  member: string | undefined,
  change: (items: Body[], call: Call) => readonly unknown[],
): Partial<Habits> =>
  on(operation, (reply, call) => {
    const body = membersOf(reply.body);
    const list = member === undefined ? reply.body : body[member];
    if (reply.status >= 300 || !Array.isArray(list)) return reply;
    const items = change(list.map(membersOf), call);
    return { ...reply, body: member === undefined ? items : { ...body, [member]: items } };
  });
/** Returns other values with the position of a page. */
export const onPosition = (
  operation: string,
  change: (position: Body, memory: Memory) => Body,
): Partial<Habits> =>
  on(operation, (reply, _call, memory) => {
    const body = membersOf(reply.body);
    const meta = membersOf(body['meta']);
    if (reply.status >= 300) return reply;
    const pagination = change(membersOf(meta['pagination']), memory);
    return { ...reply, body: { ...body, meta: { ...meta, pagination } } };
  });
/** Changes a stored policy or metric with every success of an operation that names it. */
export const onEntity = (operation: string, change: (entity: Body) => void): Partial<Habits> =>
  on(operation, (reply, { path }, { entities }) => {
    const entity = entities.get(path['id'] ?? '');
    if (reply.status !== 200 || entity === undefined) return reply;
    change(entity);
    return { ...reply, body: { ...entity } };
  });
/** Answers otherwise where the correct platform answers with a status. */
export const instead = (
  operation: string,
  status: number,
  other: (call: Call, memory: Memory, reply: Reply) => Reply | undefined,
): Partial<Habits> =>
  on(operation, (reply, call, memory) =>
    reply.status === status ? (other(call, memory, reply) ?? reply) : reply,
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
