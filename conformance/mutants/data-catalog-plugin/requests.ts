import { readYaml } from '../descriptors.ts';
import { accepts, pause, withBody } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    name: 'catalog-validation-at-once',
    class: 'sequence',
    defect: 'returns 200 and the findings from the asynchronous validation',
    caughtBy: 'DC-01',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'asyncValidate' && reply.status === 202 ? { status: 200, body: job?.end } : reply,
    }),
  },
  {
    name: 'catalog-verdict-as-text',
    class: 'shape',
    defect: 'writes the verdict of a validation as text',
    caughtBy: 'DC-01',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: 'yes' } } } : end,
    }),
  },
  {
    name: 'catalog-invalid-without-errors',
    class: 'cross-field meaning',
    defect: 'reports a data product as invalid without a reason',
    caughtBy: 'DC-01',
    habits: () => ({ finish: (end) => (end['valid'] === false ? { valid: false } : end) }),
  },
  {
    name: 'catalog-valid-with-errors',
    class: 'cross-field meaning',
    defect: 'lists errors with valid: true',
    caughtBy: 'DC-13',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'validate' && end['valid'] === true ? { ...end, error: { errors: ['old tag'] } } : end,
    }),
  },
  {
    name: 'catalog-refuses-to-validate',
    class: 'linkage between operations',
    defect: 'has no synchronous validation',
    caughtBy: 'DC-02',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'validate' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    }),
  },
  {
    name: 'catalog-refuses-plain',
    class: 'negatives',
    defect: 'publishes only descriptors with results',
    caughtBy: 'DC-02',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'provision' && !results(input) ? refused : reply,
    }),
  },
  {
    name: 'catalog-cannot-unprovision',
    class: 'linkage between operations',
    defect: 'returns 500 for an unprovision and never removes',
    caughtBy: 'DC-02',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'unprovision' && reply.status === 202 ? broken('not done yet') : reply,
    }),
  },
  {
    name: 'catalog-validate-refuses-results',
    class: 'negatives',
    defect: 'does not validate descriptors with results',
    caughtBy: 'DC-03',
    habits: () => refusesResults('validate'),
  },
  {
    name: 'catalog-provision-refuses-results',
    class: 'negatives',
    defect: 'does not publish descriptors with results',
    caughtBy: 'DC-03',
    habits: () => refusesResults('provision'),
  },
  {
    name: 'catalog-unprovision-refuses-results',
    class: 'negatives',
    defect: 'does not remove descriptors with results',
    caughtBy: 'DC-03',
    habits: () => refusesResults('unprovision'),
  },
  {
    name: 'catalog-takes-components',
    class: 'negatives',
    defect: 'publishes a component descriptor',
    caughtBy: 'DC-04',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'provision' && isBody(input) && input['descriptorKind'] === 'COMPONENT_DESCRIPTOR'
          ? []
          : found,
    }),
  },
  {
    name: 'catalog-status-missing',
    class: 'linkage between operations',
    defect: 'has no status path and works synchronously',
    caughtBy: 'DC-05',
    habits: () => ({
      mode: 'sync',
      answer: (reply, { operation }) =>
        operation === 'getStatus' ? { status: 404, body: { detail: 'Not Found' } } : reply,
    }),
  },
  {
    name: 'catalog-token-cannot-be-polled',
    class: 'sequence',
    defect: 'returns tokens although its status path returns 501',
    caughtBy: 'DC-06',
    habits: () => ({ status: false }),
  },
  {
    name: 'catalog-declines-now-and-then',
    class: 'state over time',
    defect: 'returns 501 for the status of unknown tokens, and 200 for others',
    caughtBy: 'DC-07',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'getStatus' && job === undefined
          ? { status: 501, body: { error: 'status is not supported' } }
          : reply,
    }),
  },
  {
    name: 'catalog-descriptor-not-needed',
    class: 'negatives',
    defect: 'accepts an unprovision without a descriptor',
    caughtBy: 'DC-12',
    habits: () => accepts('unprovision', 'descriptor'),
  },
  {
    name: 'catalog-number-for-descriptor',
    class: 'negatives',
    defect: 'accepts any value as a descriptor in the asynchronous validation',
    caughtBy: 'DC-12',
    habits: () => accepts('asyncValidate', 'descriptor'),
  },
  {
    name: 'catalog-finds-nonsense-valid',
    class: 'cross-field meaning',
    defect: 'reports text that is not YAML as valid',
    caughtBy: 'DC-14',
    habits: () => ({ finish: (end) => ('valid' in end ? { valid: true } : end) }),
  },
  {
    name: 'catalog-asks-the-parser-alone',
    class: 'cross-field meaning',
    defect:
      'reports any text that a YAML parser accepts, such as a sentence, as valid in the synchronous validation',
    caughtBy: 'DC-14',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' && reply.status === 200 && isBody(input) && parses(input['descriptor'])
          ? { status: 200, body: { valid: true } }
          : reply,
    }),
  },
  {
    name: 'catalog-publishes-nonsense',
    class: 'cross-field meaning',
    defect: 'reports success for text that is not YAML',
    caughtBy: 'DC-14',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && !isYaml(input) ? { status: 'COMPLETED', result: 'published' } : end,
    }),
  },
  {
    name: 'catalog-validations-disagree',
    class: 'linkage between operations',
    defect: 'never finds an error in the asynchronous validation',
    caughtBy: 'DC-15',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'asyncValidate' ? { ...end, info: { publicInfo: { valid: true } } } : end,
    }),
  },
  {
    name: 'catalog-findings-fail',
    class: 'linkage between operations',
    defect: 'ends a validation as FAILED when the descriptor describes no data product',
    caughtBy: 'DC-15',
    habits: () => ({
      finish(end, { operation, input }) {
        if (Object.keys(readYaml(String(input['descriptor'])) ?? { id: '' }).length > 0) return end;
        if (operation === 'validate') return { valid: false, error: { errors: ['id is missing'] } };
        return operation === 'asyncValidate' ? { status: 'FAILED' } : end;
      },
    }),
  },
  {
    name: 'catalog-validation-mixed-up',
    class: 'identity and isolation',
    defect: 'returns the findings of the newest validation for every validation',
    caughtBy: 'A-14',
    habits: () => ({
      find: (job, _call, jobs) =>
        job?.kind === 'validation'
          ? ([...jobs.values()].findLast(
              (one) => one.kind === 'validation' && performance.now() - one.startedAt > 60,
            ) ?? job)
          : job,
    }),
  },
  {
    name: 'catalog-waits-with-the-answer',
    class: 'promptness',
    defect: 'returns the token of a validation only after the work',
    caughtBy: 'A-15',
    habits: () => ({
      answer: async (reply, { operation }) =>
        operation === 'asyncValidate' ? pause(2_500).then(() => reply) : reply,
    }),
  },
  {
    name: 'catalog-holds-the-state-back',
    class: 'promptness',
    defect: 'responds to a publication only after a long time',
    caughtBy: 'CO-07',
    habits: () => ({
      work: 0,
      answer: async (reply, { operation }) =>
        operation === 'getStatus' ? pause(700).then(() => reply) : reply,
    }),
  },
  {
    name: 'catalog-malformed-json-breaks',
    class: 'negatives',
    defect: 'returns 500 for malformed JSON on unprovision',
    caughtBy: 'X-11',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'unprovision' && reply.status === 400 && input === undefined
          ? broken('bad JSON')
          : reply,
    }),
  },
  {
    name: 'catalog-state-of-an-adapter',
    class: 'shape',
    defect: 'returns a state that only tech adapters have',
    caughtBy: 'X-13',
    habits: () => ({
      work: 300,
      look: (seen, { operation }) =>
        operation === 'unprovision' && seen['status'] === 'RUNNING' ? { status: 'TERMINATING' } : seen,
    }),
  },
  {
    name: 'catalog-created',
    class: 'shape',
    defect: 'returns 201 for a publication',
    caughtBy: 'X-01',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'provision' && reply.status === 202 ? { ...reply, status: 201 } : reply,
    }),
  },
  {
    name: 'catalog-info-half',
    class: 'shape',
    defect: 'omits privateInfo',
    caughtBy: 'X-02',
    habits: () => ({
      answer: (reply) =>
        isBody(reply.body) && isBody(reply.body['info']) && 'privateInfo' in reply.body['info']
          ? withBody(reply, { info: { publicInfo: reply.body['info']['publicInfo'] } })
          : reply,
    }),
  },
  {
    name: 'catalog-unsupported-publication',
    class: 'sequence',
    defect: 'returns 501 for a publication',
    caughtBy: 'X-16',
    habits: () => ({
      answer: (reply, { operation }) =>
        operation === 'provision' ? { status: 501, body: { error: 'not supported' } } : reply,
    }),
  },
];
