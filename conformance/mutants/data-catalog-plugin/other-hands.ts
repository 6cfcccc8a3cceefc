import { failed } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import type { Habits } from '../server.ts';

/** Mutants that fail on valid descriptors in formatting that their authors do not use. */
export const otherHandsMutants: readonly Mutant[] = [
  {
    name: 'catalog-publishes-plain-lines',
    class: 'cross-field meaning',
    defect: 'cannot publish a descriptor whose lines end with CR and LF',
    caughtBy: 'DC-31',
    habits: () => failing('provision', (text) => text.includes('\r')),
  },
  {
    name: 'catalog-removes-without-marker',
    class: 'cross-field meaning',
    defect: 'cannot remove what is described behind a marker',
    caughtBy: 'DC-31',
    habits: () => failing('unprovision', (text) => text.startsWith('---')),
  },
  {
    name: 'catalog-task-knows-ascii',
    class: 'cross-field meaning',
    defect: 'the validation as a task finds comments in other letters invalid',
    caughtBy: 'DC-31',
    habits: () => ({
      finish(end, { operation, input }) {
        const isPlain = [...String(input['descriptor'])].every((letter) => letter.charCodeAt(0) < 128);
        if (operation !== 'asyncValidate' || isPlain) return end;
        const publicInfo = { valid: false, error: { errors: ['the descriptor cannot be read'] } };
        return { status: 'COMPLETED', info: { publicInfo } };
      },
    }),
  },
];

function failing(operation: string, isOdd: (text: string) => boolean): Partial<Habits> {
  return {
    finish: (end, job) =>
      job.operation === operation && isOdd(String(job.input['descriptor'])) ? failed('it broke') : end,
  };
}
