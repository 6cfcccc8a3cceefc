import { componentOf } from './descriptors.ts';
import { failed } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';

/** Mutants in which one request corrupts the state for later requests. */
export const afterwardsMutants: readonly Mutant[] = [
  mutant('TA-24', 'fails to remove a component that it already removed', () => removingOnce()),
  mutant('TA-24', 'fails when the data must be removed as well', () => ({
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && input['removeData'] === true
        ? failed('DROP SCHEMA: permission denied')
        : end,
  })),
  mutant('CO-10', 'fails to remove a component whose provision was terminated', () => lockingWhatIsStopped()),
  mutant('A-14', 'adds the errors of all earlier rejected requests to each error response', () =>
    addingErrors(),
  ),
  mutant('A-14', 'reports the information of the first component for every component', () => informingOnce()),
  mutant('TA-04', 'says valid: false without a reason while a validation runs', () => ({
    work: ({ operation }) => (operation === 'asyncValidate' ? 900 : 60),
    look: (seen, { kind }) =>
      kind === 'validation' && seen['status'] === 'RUNNING'
        ? { ...seen, info: { publicInfo: { valid: false } } }
        : seen,
  })),
];

function removingOnce(): Partial<Habits> {
  const removed = new Set<string>();
  return {
    finish: (end, { operation, input }) => {
      const component = componentOf(input) ?? '';
      if (operation === 'provision') removed.delete(component);
      if (operation !== 'unprovision') return end;
      return removed.size === removed.add(component).size ? failed('no such deployment') : end;
    },
  };
}

function lockingWhatIsStopped(): Partial<Habits> {
  const locked = new Set<string>();
  return {
    find: (job, { operation }) => {
      if (job !== undefined && operation === 'terminateProvisioning')
        locked.add(componentOf(job.input) ?? '');
      return job;
    },
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && locked.has(componentOf(input) ?? '')
        ? failed('the state is locked')
        : end,
  };
}

function addingErrors(): Partial<Habits> {
  const all: unknown[] = [];
  return {
    answer: (reply) => {
      if (reply.status !== 400 || !isBody(reply.body) || !Array.isArray(reply.body['errors'])) return reply;
      all.push(...reply.body['errors']);
      return { ...reply, body: { ...reply.body, errors: [...all] } };
    },
  };
}

function informingOnce(): Partial<Habits> {
  let first: Body | undefined;
  return {
    finish: (end, { operation }) => {
      if (operation !== 'provision' || end['status'] !== 'COMPLETED') return end;
      first ??= end;
      return { ...end, info: first['info'] };
    },
  };
}
