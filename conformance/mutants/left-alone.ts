import { componentOf, readYaml } from './descriptors.ts';
import { failed, isOver, pause, running } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants in rarely tested places, or that only a comparison of two responses reveals. */
export const leftAloneMutants: readonly Mutant[] = [
  mutant('CO-03', 'fails to set the same identities in another order', () => settingInOrder()),
  mutant('A-06', 'returns to RUNNING from TERMINATING, and completes', () => ({
    work: 500,
    look(seen, { stopAskedAt, end }, now) {
      if (stopAskedAt === undefined) return seen;
      const since = now - stopAskedAt;
      if (since < 100) return { status: 'TERMINATING' };
      return since < 300 ? running : end;
    },
  })),
  mutant('A-06', 'reports TERMINATING, and then completes the task', () => ({
    look: (seen, job) => (seen['status'] === 'TERMINATED' ? job.end : seen),
  })),
  mutant('CO-07', 'holds the response to a poll until the provision has finished', () => ({
    work: ({ operation }) => (operation === 'provision' ? 1_400 : 60),
    async answer(reply, { operation }, job) {
      if (operation !== 'getStatus' || job === undefined || job.operation !== 'provision') return reply;
      if (!isBody(reply.body) || isOver(reply.body)) return reply;
      await pause(Math.max(0, 1_400 - (performance.now() - job.startedAt)));
      return { status: 200, body: job.stopAskedAt === undefined ? job.end : { status: 'TERMINATED' } };
    },
  })),
  mutant('A-08', 'changes a valid verdict to invalid when a finished task is read again', () => ({
    look: (seen, { kind, readsAfter }) =>
      kind === 'validation' && readsAfter > 1 && seen['status'] === 'COMPLETED'
        ? { ...seen, info: { publicInfo: { valid: false, error: { errors: ['no longer'] } } } }
        : seen,
  })),
  mutant('TA-38', 'reports a change of a field that is not in the request', () => ({
    finish: (end, { operation }) =>
      operation === 'runReverseProvisioning' ? { ...end, updates: { 'warehouse.table': 'SHIPMENTS' } } : end,
  })),
  mutant('CO-03', 'reports identities in upper case', () =>
    tellingAccess((refs) => refs.map((ref) => ref.toUpperCase())),
  ),
  mutant('CO-03', 'appends a list to the earlier ones, and reports all in every result', () =>
    keepingAccess(
      (component) => component,
      (before, refs) => [...new Set([...before, ...refs])],
    ),
  ),
  mutant('CO-03', 'keeps one list for all components', () =>
    keepingAccess(
      () => 'system',
      (_before, refs) => refs,
    ),
  ),
  mutant('CO-03', 'lists every identity with access twice', () =>
    tellingAccess((refs) => [...refs, ...refs]),
  ),
  mutant('A-14', 'returns the first result for the template to every request', () => keepingByTemplate()),
  mutant('TA-41', 'crashes when the enriched descriptor cannot be parsed', () => ({
    answer: (reply, { input }) =>
      isBody(input) &&
      typeof input['latestEnrichedDescriptor'] === 'string' &&
      readYaml(input['latestEnrichedDescriptor']) === undefined
        ? breakDown('mapping values are not allowed here')
        : reply,
  })),
];

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
