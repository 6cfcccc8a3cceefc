import { componentOf, findingsIn } from './descriptors.ts';
import { removingWhatIsThere, withBody } from './habits.ts';
import type { Mutant } from './mutant.ts';

/** Mutants whose response fields contradict each other. */
export const meaningMutants: readonly Mutant[] = [
  {
    name: 'removes-data-unasked',
    class: 'cross-field meaning',
    defect: 'removes data when removeData is omitted',
    caughtBy: 'TA-21',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'unprovision' && input['removeData'] === undefined
          ? { ...end, result: 'data removed' }
          : end,
    }),
  },
  {
    name: 'removes-data-that-is-there',
    class: 'cross-field meaning',
    defect: 'removes existing data when removeData is omitted',
    caughtBy: 'TA-21',
    habits: () => removingWhatIsThere(),
  },
  {
    name: 'field-leads-nowhere',
    class: 'cross-field meaning',
    defect: 'names an unknown input field',
    caughtBy: 'X-10',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400 ? withBody(reply, { inputErrorField: 'request.payload.descriptor' }) : reply,
    }),
  },
  {
    name: 'log-runs-backwards',
    class: 'cross-field meaning',
    defect: 'lists the newest log entry first',
    caughtBy: 'X-15',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'provision' && Array.isArray(end['logs'])
          ? {
              ...end,
              logs: ['2025-06-02T09:31:00Z', '2025-06-02T09:30:00Z'].map((timestamp) => ({
                timestamp,
                level: 'INFO',
                message: 'step',
              })),
            }
          : end,
    }),
  },
  {
    name: 'invalid-without-errors',
    class: 'cross-field meaning',
    defect: 'reports valid: false without a reason',
    caughtBy: 'TA-04',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length > 0
          ? { ...end, info: { publicInfo: { valid: false } } }
          : end,
    }),
  },
  {
    name: 'valid-with-errors',
    class: 'cross-field meaning',
    defect: 'reports valid: true with a list of errors',
    caughtBy: 'TA-05',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'validate' && findingsIn(input).length === 0
          ? { valid: true, error: { errors: ['owner is missing'] } }
          : end,
    }),
  },
  {
    name: 'completed-without-verdict',
    class: 'cross-field meaning',
    defect: 'completes a validation without a verdict',
    caughtBy: 'TA-03',
    habits: () => ({
      finish: (end, { operation }) => (operation === 'asyncValidate' ? { status: 'COMPLETED' } : end),
    }),
  },
  {
    name: 'always-valid',
    class: 'cross-field meaning',
    defect: 'reports every descriptor as valid',
    caughtBy: 'TA-06',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'asyncValidate'
          ? { ...end, info: { publicInfo: { valid: true } } }
          : operation === 'validate'
            ? { valid: true }
            : end,
    }),
  },
  {
    name: 'failed-without-a-word',
    class: 'cross-field meaning',
    defect: 'fails without a log or a message',
    caughtBy: 'TA-16',
    habits: () => ({
      finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
    }),
  },
  {
    name: 'everything-in-result',
    class: 'cross-field meaning',
    defect: 'returns its information only in the deprecated result',
    caughtBy: 'TA-17',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && end['status'] === 'COMPLETED'
          ? { status: 'COMPLETED', result: JSON.stringify({ view: componentOf(input) }) }
          : end,
    }),
  },
  {
    name: 'finished-at-once-and-running',
    class: 'cross-field meaning',
    defect: 'returns 200 with a provisioning that is still RUNNING',
    caughtBy: 'TA-12',
    habits: () => ({
      mode: 'sync',
      finish: (end, { operation }) =>
        operation === 'provision' && end['status'] === 'COMPLETED' ? { ...end, status: 'RUNNING' } : end,
    }),
  },
  {
    name: 'nameless-component-provisioned',
    class: 'cross-field meaning',
    defect: 'provisions a component descriptor that names no component',
    caughtBy: 'CO-05',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'provision' && findingsIn(input)[0] === 'componentIdToProvision is missing'
          ? { status: 'COMPLETED', result: 'done' }
          : end,
    }),
  },
  {
    name: 'findings-end-as-failed',
    class: 'cross-field meaning',
    defect: 'ends the validation of an invalid descriptor as FAILED',
    caughtBy: 'TA-06',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && findingsIn(input).length > 0 ? { status: 'FAILED' } : end,
    }),
  },
];
