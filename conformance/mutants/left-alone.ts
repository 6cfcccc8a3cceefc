import { componentOf, readYaml } from './descriptors.ts';
import { failed, isOver, pause, running } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants in rarely tested places, or that only a comparison of two responses reveals. */
export const leftAloneMutants: readonly Mutant[] = [
  {
    name: 'access-moved-by-polls',
    class: 'state over time',
    defect: 'sets access only while it is polled',
    caughtBy: 'A-10',
    habits: () => movedByPolls('updateacl'),
  },
  {
    name: 'removal-moved-by-polls',
    class: 'state over time',
    defect: 'finishes an unprovision only after enough polls',
    caughtBy: 'A-10',
    habits: () => movedByPolls('unprovision'),
  },
  {
    name: 'access-is-an-order',
    class: 'state over time',
    defect: 'fails to set the same identities in another order',
    caughtBy: 'CO-03',
    habits: () => settingInOrder(),
  },
  {
    name: 'goes-on-after-stopping',
    class: 'state over time',
    defect: 'returns to RUNNING from TERMINATING, and completes',
    caughtBy: 'A-06',
    habits: () => ({
      work: 500,
      look(seen, { stopAskedAt, end }, now) {
        if (stopAskedAt === undefined) return seen;
        const since = now - stopAskedAt;
        if (since < 100) return { status: 'TERMINATING' };
        return since < 300 ? running : end;
      },
    }),
  },
  {
    name: 'completes-what-it-stops',
    class: 'state over time',
    defect: 'reports TERMINATING, and then completes the task',
    caughtBy: 'A-06',
    habits: () => ({ look: (seen, job) => (seen['status'] === 'TERMINATED' ? job.end : seen) }),
  },
  {
    name: 'holds-who-asks-until-the-end',
    class: 'promptness',
    defect: 'holds the response to a poll until the provision has finished',
    caughtBy: 'CO-07',
    habits: () => ({
      work: ({ operation }) => (operation === 'provision' ? 1_400 : 60),
      async answer(reply, { operation }, job) {
        if (operation !== 'getStatus' || job === undefined || job.operation !== 'provision') return reply;
        if (!isBody(reply.body) || isOver(reply.body)) return reply;
        await pause(Math.max(0, 1_400 - (performance.now() - job.startedAt)));
        return { status: 200, body: job.stopAskedAt === undefined ? job.end : { status: 'TERMINATED' } };
      },
    }),
  },
  {
    name: 'verdict-changes-later',
    class: 'state over time',
    defect: 'changes a valid verdict to invalid when a finished task is read again',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { kind, readsAfter }) =>
        kind === 'validation' && readsAfter > 1 && seen['status'] === 'COMPLETED'
          ? { ...seen, info: { publicInfo: { valid: false, error: { errors: ['no longer'] } } } }
          : seen,
    }),
  },
  {
    name: 'updates-of-nothing',
    class: 'linkage between operations',
    defect: 'reports a change of a field that is not in the request',
    caughtBy: 'TA-38',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'runReverseProvisioning'
          ? { ...end, updates: { 'warehouse.table': 'SHIPMENTS' } }
          : end,
    }),
  },
  {
    name: 'identities-in-capitals',
    class: 'identity and isolation',
    defect: 'reports identities in upper case',
    caughtBy: 'CO-03',
    habits: () => tellingAccess((refs) => refs.map((ref) => ref.toUpperCase())),
  },
  {
    name: 'access-adds-up',
    class: 'linkage between operations',
    defect: 'appends a list to the earlier ones, and reports all in every result',
    caughtBy: 'CO-03',
    habits: () =>
      keepingAccess(
        (component) => component,
        (before, refs) => [...new Set([...before, ...refs])],
      ),
  },
  {
    name: 'access-of-the-system',
    class: 'identity and isolation',
    defect: 'keeps one list for all components',
    caughtBy: 'CO-03',
    habits: () =>
      keepingAccess(
        () => 'system',
        (_before, refs) => refs,
      ),
  },
  {
    name: 'identities-told-twice',
    class: 'identity and isolation',
    defect: 'lists every identity with access twice',
    caughtBy: 'CO-03',
    habits: () => tellingAccess((refs) => [...refs, ...refs]),
  },
  {
    name: 'entity-kept-by-template',
    class: 'identity and isolation',
    defect: 'returns the first result for the template to every request',
    caughtBy: 'A-14',
    habits: () => keepingByTemplate(),
  },
  {
    name: 'breaks-on-enriched-that-is-no-yaml',
    class: 'negatives',
    defect: 'crashes when the enriched descriptor cannot be parsed',
    caughtBy: 'TA-41',
    habits: () => ({
      answer: (reply, { input }) =>
        isBody(input) &&
        typeof input['latestEnrichedDescriptor'] === 'string' &&
        readYaml(input['latestEnrichedDescriptor']) === undefined
          ? breakDown('mapping values are not allowed here')
          : reply,
    }),
  },
];

/** Finishes at the fourth poll, however much time has passed. */
function movedByPolls(operation: string): Partial<Habits> {
  return {
    work: 0,
    look: (seen, job) => (job.operation === operation && job.reads < 4 ? running : seen),
  };
}

function tellingAccess(tell: (refs: readonly string[]) => readonly string[]): Partial<Habits> {
  return {
    finish(end, { operation, input }) {
      if (operation !== 'updateacl' || end['status'] !== 'COMPLETED' || !Array.isArray(input['refs']))
        return end;
      const aclInfo = tell(input['refs'].map(String)).map((identity) => ({ identity, locked: false }));
      return { ...end, info: { publicInfo: {}, privateInfo: {}, aclInfo } };
    },
  };
}

/** Reports the current list in the result of each provision and each change of access. */
function keepingAccess(
  keyOf: (component: string) => string,
  next: (before: readonly unknown[], refs: readonly unknown[]) => readonly unknown[],
): Partial<Habits> {
  const lists = new Map<string, readonly unknown[]>();
  return {
    finish(end, { operation, input }) {
      const { refs, provisionInfo } = input;
      const accessed = isBody(provisionInfo) ? { descriptor: provisionInfo['request'] } : input;
      const key = keyOf(componentOf(accessed) ?? '');
      if (!['provision', 'updateacl'].includes(operation) || end['status'] !== 'COMPLETED') return end;
      if (Array.isArray(refs)) lists.set(key, next(lists.get(key) ?? [], refs));
      const aclInfo = (lists.get(key) ?? []).map((identity) => ({ identity, locked: false }));
      const info = isBody(end['info']) ? end['info'] : { publicInfo: {}, privateInfo: {} };
      return { ...end, info: { ...info, aclInfo } };
    },
  };
}

function keepingByTemplate(): Partial<Habits> {
  const known = new Map<unknown, Body>();
  return {
    finish(end, { operation, input }) {
      if (operation !== 'runReverseProvisioning') return end;
      const { catalogInfo, useCaseTemplateId } = input;
      const metadata = isBody(catalogInfo) ? catalogInfo['metadata'] : undefined;
      const name = isBody(metadata) ? metadata['name'] : undefined;
      const own = { ...end, updates: { 'spec.mesh.specific.viewOf': name ?? 'unknown' } };
      const first = known.get(useCaseTemplateId) ?? own;
      known.set(useCaseTemplateId, first);
      return first;
    },
  };
}

function settingInOrder(): Partial<Habits> {
  const before = new Map<string, readonly unknown[]>();
  const text = (refs: readonly unknown[]): string => JSON.stringify(refs);
  return {
    finish(end, { operation, input: { refs, provisionInfo } }) {
      if (operation !== 'updateacl' || end['status'] !== 'COMPLETED' || !Array.isArray(refs)) return end;
      const component = isBody(provisionInfo) ? String(provisionInfo['request']) : '';
      const set = before.get(component) ?? refs;
      before.set(component, refs);
      const isMoved = text(set) !== text(refs) && text([...set].sort()) === text([...refs].sort());
      return isMoved ? failed('the list has moved') : end;
    },
  };
}
