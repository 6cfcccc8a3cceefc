import { failed } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import type { Habits } from '../server.ts';

/** Mutants that fail on valid descriptors in formatting that their authors do not use. */
export const otherHandsMutants: readonly Mutant[] = [
  mutant('DC-31', 'cannot publish a descriptor with CRLF line endings', () =>
    failing('provision', (text) => text.includes('\r')),
  ),
  mutant('DC-31', 'cannot remove a descriptor with a document marker', () =>
    failing('unprovision', (text) => text.startsWith('---')),
  ),
  mutant('DC-31', 'reports non-ASCII comments as invalid in the asynchronous validation', () => ({
    finish(end, { operation, input }) {
      const isPlain = [...String(input['descriptor'])].every((letter) => letter.charCodeAt(0) < 128);
      if (operation !== 'asyncValidate' || isPlain) return end;
      const publicInfo = { valid: false, error: { errors: ['the descriptor cannot be read'] } };
      return { status: 'COMPLETED', info: { publicInfo } };
    },
  })),
];

function failing(operation: string, isOdd: (text: string) => boolean): Partial<Habits> {
  return {
    finish: (end, job) =>
      job.operation === operation && isOdd(String(job.input['descriptor'])) ? failed('it broke') : end,
  };
}
