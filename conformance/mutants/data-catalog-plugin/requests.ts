import { readYaml } from '../descriptors.ts';
import { pause } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Habits, isBody } from '../server.ts';
import { parseYaml } from '../yaml.ts';
import { broken, refused, results } from './plugin.ts';

const refusesResults = (only: string): Partial<Habits> => ({
  answer: (reply, { operation, input }) => (operation === only && results(input) ? refused : reply),
});
const isYaml = (input: Record<string, unknown>): boolean =>
  readYaml(String(input['descriptor'])) !== undefined;

/** Whether a parser of YAML reads the text, whatever it describes. */
function parses(text: unknown): boolean {
  try {
    parseYaml(String(text));
    return true;
  } catch {
    return false;
  }
}

/** Mutants that read requests or write responses incorrectly. */
export const requestMutants: readonly Mutant[] = [
  mutant('DC-01', 'returns 200 and the findings from the asynchronous validation', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'asyncValidate' && reply.status === 202 ? { status: 200, body: job?.end } : reply,
  })),
  mutant('DC-01', 'writes the verdict of a validation as text', () => ({
    finish: (end, { operation }) =>
      operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: 'yes' } } } : end,
  })),
  mutant('DC-01', 'reports a data product as invalid without a reason', () => ({
    finish: (end) => (end['valid'] === false ? { valid: false } : end),
  })),
  mutant('DC-13', 'lists errors with valid: true', () => ({
    finish: (end, { operation }) =>
      operation === 'validate' && end['valid'] === true ? { ...end, error: { errors: ['old tag'] } } : end,
  })),
  mutant('DC-02', 'has no synchronous validation', () => ({
    answer: (reply, { operation }) =>
      operation === 'validate' ? { status: 404, body: { detail: 'Not Found' } } : reply,
  })),
  mutant('DC-02', 'publishes only descriptors with results', () => ({
    answer: (reply, { operation, input }) => (operation === 'provision' && !results(input) ? refused : reply),
  })),
  mutant('DC-02', 'returns 500 for an unprovision and never removes', () => ({
    answer: (reply, { operation }) =>
      operation === 'unprovision' && reply.status === 202 ? broken('not done yet') : reply,
  })),
  mutant('DC-03', 'does not validate descriptors with results', () => refusesResults('validate')),
  mutant('DC-03', 'does not publish descriptors with results', () => refusesResults('provision')),
  mutant('DC-03', 'does not remove descriptors with results', () => refusesResults('unprovision')),
  mutant('DC-04', 'publishes a component descriptor', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'provision' && isBody(input) && input['descriptorKind'] === 'COMPONENT_DESCRIPTOR'
        ? []
        : found,
  })),
  mutant('DC-05', 'has no status path and works synchronously', () => ({
    mode: 'sync',
    answer: (reply, { operation }) =>
      operation === 'getStatus' ? { status: 404, body: { detail: 'Not Found' } } : reply,
  })),
  mutant('DC-06', 'returns tokens although its status path returns 501', () => ({ status: false })),
  mutant('DC-07', 'returns 501 for the status of unknown tokens, and 200 for others', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'getStatus' && job === undefined
        ? { status: 501, body: { error: 'status is not supported' } }
        : reply,
  })),
  mutant('DC-14', 'reports text that is not YAML as valid', () => ({
    finish: (end) => ('valid' in end ? { valid: true } : end),
  })),
  mutant(
    'DC-14',
    'reports any text that a YAML parser accepts, such as a sentence, as valid in the synchronous validation',
    () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' && reply.status === 200 && isBody(input) && parses(input['descriptor'])
          ? { status: 200, body: { valid: true } }
          : reply,
    }),
  ),
  mutant('DC-14', 'reports success for text that is not YAML', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && !isYaml(input) ? { status: 'COMPLETED', result: 'published' } : end,
  })),
  mutant('DC-15', 'never finds an error in the asynchronous validation', () => ({
    finish: (end, { operation }) =>
      operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: true } } } : end,
  })),
  mutant('DC-15', 'ends a validation as FAILED when the descriptor describes no data product', () => ({
    finish(end, { operation, input }) {
      if (Object.keys(readYaml(String(input['descriptor'])) ?? { id: '' }).length > 0) return end;
      if (operation === 'validate') return { valid: false, error: { errors: ['id is missing'] } };
      return operation === 'asyncValidate' ? { status: 'FAILED' } : end;
    },
  })),
  mutant('A-14', 'returns the findings of the newest validation for every validation', () => ({
    find: (job, _call, jobs) =>
      job?.kind === 'validation'
        ? ([...jobs.values()].findLast(
            (one) => one.kind === 'validation' && performance.now() - one.startedAt > 60,
          ) ?? job)
        : job,
  })),
  mutant('CO-07', 'responds to a publication only after a long time', () => ({
    work: 0,
    answer: async (reply, { operation }) =>
      operation === 'getStatus' ? pause(700).then(() => reply) : reply,
  })),
  mutant('X-13', 'returns a state that only tech adapters have', () => ({
    work: 300,
    look: (seen, { operation }) =>
      operation === 'unprovision' && seen['status'] === 'RUNNING' ? { status: 'TERMINATING' } : seen,
  })),
  mutant('X-01', 'returns 201 for a publication', () => ({
    answer: (reply, { operation }) =>
      operation === 'provision' && reply.status === 202 ? { ...reply, status: 201 } : reply,
  })),
];
