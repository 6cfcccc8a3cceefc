import { componentOf } from '../mutants/descriptors.ts';
import { failed } from '../mutants/habits.ts';
import { type Body, isBody } from '../mutants/reply.ts';
import type { Habits } from '../mutants/server.ts';

const WORKING = ['provision', 'unprovision', 'updateacl'];

/** The component whose access the request sets. */
export function accessed({ provisionInfo }: Body): string | undefined {
  return isBody(provisionInfo) ? componentOf({ descriptor: provisionInfo['request'] }) : undefined;
}

/** Fails a job for a component that another job is still working on; a terminated job works on nothing. */
export function failingOnWhatIsBusy(): Partial<Habits> {
  const work = 120;
  const begun = new Map<string, number>();
  return {
    work,
    finish(end, { operation, input }) {
      const component = operation === 'updateacl' ? accessed(input) : componentOf(input);
      if (!WORKING.includes(operation) || component === undefined) return end;
      const now = performance.now();
      const isBusy = now - (begun.get(component) ?? Number.NEGATIVE_INFINITY) < work;
      begun.set(component, now);
      return isBusy ? failed('the component is being worked on') : end;
    },
    answer(reply, { operation }, job) {
      const component = job && componentOf(job.input);
      if (operation === 'terminateProvisioning' && component !== undefined) begun.delete(component);
      return reply;
    },
  };
}
