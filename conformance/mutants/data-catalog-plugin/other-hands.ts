import { failed } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import type { Habits } from '../server.ts';

/** Mutants that fail on valid descriptors in formatting that their authors do not use. */
export const otherHandsMutants: readonly Mutant[] = [
  {
    name: 'catalog-publishes-plain-lines',
    class: 'cross-field meaning',
    defect: 'cannot publish a descriptor with CRLF line endings',
    caughtBy: 'DC-31',
    habits: () => failing('provision', (text) => text.includes('\r')),
  },
  {
    name: 'catalog-removes-without-marker',
    class: 'cross-field meaning',
    defect: 'cannot remove a descriptor with a document marker',
    caughtBy: 'DC-31',
    habits: () => failing('unprovision', (text) => text.startsWith('---')),
  },
  {
    name: 'catalog-task-knows-ascii',
    class: 'cross-field meaning',
    defect: 'reports non-ASCII comments as invalid in the asynchronous validation',
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
