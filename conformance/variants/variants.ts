import type { ServerResponse } from 'node:http';
import { componentOf, findingsIn } from '../mutants/descriptors.ts';
import { failed } from '../mutants/habits.ts';
import { type Body, isBody, type Reply, textOf } from '../mutants/reply.ts';
import type { Habits } from '../mutants/server.ts';
import { accessed, failingOnWhatIsBusy } from './busy.ts';

/** A conformant server with unusual behavior: the suite must report no failure and no warning. */
export interface Variant {
  readonly name: string;
  /** Creates its behavior: each start of the server gets a separate state. */
  habits(): Partial<Habits>;
}

/** Changes every JSON body. */
const rewriting = (rewrite: (body: object) => unknown): Partial<Habits> => ({
  answer: (reply) => (isBody(reply.body) ? { ...reply, body: rewrite(reply.body) } : reply),
});

const sending = (send: (response: ServerResponse, reply: Reply) => void): Partial<Habits> => ({
  write(response, reply) {
    send(response, reply);
    return true;
  },
});

export const VARIANTS: readonly Variant[] = [
  { name: 'asynchronous with termination', habits: () => ({}) },
  { name: 'asynchronous without termination (501)', habits: () => ({ termination: false }) },
  { name: 'synchronous', habits: () => ({ mode: 'sync' }) },
  { name: 'synchronous without termination', habits: () => ({ mode: 'sync', termination: false }) },
  {
    name: 'output ports alone, other components refused',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && /warehouse-tables|daily-load/.test(componentOf(input) ?? '')
          ? [...found, { field: 'descriptor', message: 'not authorized to deploy the resource' }]
          : found,
    }),
  },
  {
    name: 'access of output ports alone',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && accessed(input)?.endsWith(':shipments-view') === false
          ? [...found, { field: 'provisionInfo', message: 'it has no access to set' }]
          : found,
    }),
  },
  {
    name: 'access of output ports alone, told by the task',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'updateacl' && accessed(input)?.endsWith(':shipments-view') === false
          ? failed('it has no access to set')
          : end,
    }),
  },
  { name: 'an identity with two grants, told when they are made', habits: grantingOnce },
  {
    name: 'tokens that are UUIDs, read in any capitals',
    habits: () => ({
      token: () => crypto.randomUUID(),
      decode: (text) => decodeURIComponent(text).toLowerCase(),
    }),
  },
  {
    name: 'tokens of one letter',
    habits: () => ({
      token: ({ count }) => count.toString(36),
      finish: (end, { operation }) =>
        operation === 'unprovision' ? { ...end, result: 'the component has been released' } : end,
    }),
  },
  {
    name: 'null for absent fields',
    habits: () =>
      rewriting((body) =>
        'status' in body
          ? { result: null, info: null, logs: null, ...body }
          : { input: null, inputErrorField: null, ...body },
      ),
  },
  {
    name: 'valid beside error: null',
    habits: () => ({ finish: (end) => (end['valid'] === true ? { ...end, error: null } : end) }),
  },
  {
    name: 'valid beside an empty list of errors',
    habits: () => ({ finish: (end) => (end['valid'] === true ? { ...end, error: { errors: [] } } : end) }),
  },
  {
    name: 'token as bare text',
    habits: () => ({
      answer: (reply) =>
        reply.status === 202
          ? { ...reply, raw: String(reply.body), headers: { 'content-type': 'text/plain; charset=utf-8' } }
          : reply,
    }),
  },
  {
    name: 'token as bare text labeled as JSON',
    habits: () => ({
      answer: (reply) =>
        reply.status === 202
          ? { ...reply, raw: String(reply.body), headers: { 'content-type': 'application/json' } }
          : reply,
    }),
  },
  {
    name: 'tokens with characters that a path encodes',
    habits: () => ({ token: ({ count, kind }) => `${kind}/${count}+a b=ü%` }),
  },
  { name: 'short tokens', habits: () => ({ token: ({ count, kind }) => `${kind.slice(0, 1)}${count}` }) },
  { name: 'under the prefix of the contract', habits: () => ({ prefix: '/tech-adapter' }) },
  { name: 'under another prefix', habits: () => ({ prefix: '/warehouse/adapter-2' }) },
  {
    name: 'chunked bodies',
    habits: () =>
      sending((response, reply) => {
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        for (const piece of textOf(reply).match(/.{1,40}/gs) ?? []) response.write(piece);
        response.end();
      }),
  },
  {
    name: 'indented JSON and a closed connection',
    habits: () =>
      sending((response, { status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
        response.end(body === undefined ? '' : JSON.stringify(body, null, 4));
      }),
  },
  { name: 'work that finishes immediately', habits: () => ({ work: 0 }) },
  { name: 'long work', habits: () => ({ work: 400 }) },
  {
    name: 'no info and no logs',
    habits: () => ({
      finish: (end) =>
        end['status'] === 'COMPLETED' && 'result' in end
          ? { status: 'COMPLETED', result: 'The view has been created.' }
          : end,
    }),
  },
  {
    name: 'an empty result',
    habits: () => ({
      finish: (end) => ('result' in end && end['status'] === 'COMPLETED' ? { ...end, result: '' } : end),
    }),
  },
  {
    name: 'public information of another shape',
    habits: () => ({
      finish: (end) =>
        isBody(end['info']) && 'result' in end
          ? {
              ...end,
              info: { ...end['info'], publicInfo: { rows: 17, names: ['a'], nested: { deep: true } } },
            }
          : end,
    }),
  },
  {
    name: 'termination without a body',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'terminateProvisioning' && reply.status === 200 ? { status: 202 } : reply,
    }),
  },
  {
    name: 'a late termination refused',
    habits: () => ({
      // Long enough for a timely stop request, even on a busy machine.
      work: 400,
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' &&
        reply.status === 200 &&
        job !== undefined &&
        job.stopAskedAt === undefined
          ? {
              status: 400,
              body: { errors: ['the operation has ended'], userMessage: 'The operation has ended.' },
            }
          : reply,
    }),
  },
  {
    name: 'a stop that comes too late',
    habits: () => ({
      look: (seen, job) => (job.stopAskedAt === undefined ? seen : job.end),
      answer: (reply, { operation }, job) =>
        operation === 'terminateProvisioning' && reply.status === 200 && job !== undefined
          ? { status: 200, body: job.end }
          : reply,
    }),
  },
  {
    name: 'findings for a bad request to the synchronous validation',
    habits: () => findingsForBadRequests(),
  },
  { name: 'a clock that is an hour behind', habits: () => shiftedClock(-3_600_000) },
  { name: 'a clock that is an hour ahead', habits: () => shiftedClock(3_600_000) },
  { name: 'an invalid descriptor refused at once', habits: () => refusingInvalid() },
  {
    name: 'an empty token redirected',
    habits: () => ({
      answer: (reply) =>
        reply.status === 404 ? { status: 307, raw: '', headers: { location: '/v2/validate/status' } } : reply,
    }),
  },
  { name: 'a log that repeats itself', habits: () => ({ finish: (end) => repeatLog(end) }) },
  {
    name: 'an invalid descriptor refused by the asynchronous validation',
    habits: () => refusingUnreadable(),
  },
  { name: 'removal without an effect rejected', habits: () => refusingNothing() },
  { name: 'one piece of work at a time on each component', habits: () => failingOnWhatIsBusy() },
];

/** Reports granted access only for the first provision of a component. */
function grantingOnce(): Partial<Habits> {
  const identity = 'user:jane.doe_example.com';
  const granted = new Set<string>();
  return {
    finish(end, { operation, input }) {
      if (operation !== 'provision' || !isBody(end['info'])) return end;
      const component = componentOf(input) ?? '';
      const isNew = granted.size < granted.add(component).size;
      const grants = [true, false].map((locked) => ({ identity, locked }));
      return { ...end, info: { ...end['info'], aclInfo: isNew ? grants : [] } };
    },
  };
}

function findingsForBadRequests(): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === 'validate' && reply.status === 400 && isBody(input)
        ? { status: 200, body: { valid: false, error: { errors: ['descriptor is missing'] } } }
        : reply,
  };
}

function shiftedClock(shift: number): Partial<Habits> {
  const move = (log: unknown): unknown =>
    isBody(log)
      ? { ...log, timestamp: new Date(Date.parse(String(log['timestamp'])) + shift).toISOString() }
      : log;
  return rewriting((body) =>
    'logs' in body && Array.isArray(body.logs) ? { ...body, logs: body.logs.map(move) } : body,
  );
}

function refusingInvalid(): Partial<Habits> {
  return {
    answer: (reply, { operation }, job) =>
      operation === 'provision' && reply.status === 202 && job?.end['refused'] !== undefined
        ? {
            status: 400,
            body: { errors: [String(job.end['refused'])], userMessage: 'The descriptor cannot be deployed.' },
          }
        : reply,
  };
}

function refusingNothing(): Partial<Habits> {
  const there = new Set<string>();
  return {
    refuse({ operation, input }, found) {
      if (!isBody(input) || found.length > 0) return found;
      const name = componentOf(input) ?? '';
      if (operation === 'provision') there.add(name);
      const nothing = operation === 'unprovision' && !there.delete(name);
      return nothing ? [{ field: 'descriptor', message: 'there is nothing to unprovision' }] : found;
    },
  };
}

/** Repeats the first log line a random number of times. */
function repeatLog(end: Body): Body {
  const { logs } = end;
  if (!Array.isArray(logs)) return end;
  const [first, ...rest] = logs;
  return {
    ...end,
    logs: [...Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => first), ...rest],
  };
}

function refusingUnreadable(): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === 'asyncValidate' &&
      reply.status === 202 &&
      isBody(input) &&
      findingsIn(input)[0] === 'descriptor is not YAML'
        ? {
            status: 400,
            body: { errors: ['descriptor is not YAML'], userMessage: 'The descriptor cannot be read.' },
          }
        : reply,
  };
}
