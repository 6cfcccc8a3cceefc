import { componentOf, findingsIn } from './descriptors.ts';
import { removingWhatIsThere } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';

/** Mutants whose response fields contradict each other. */
export const meaningMutants: readonly Mutant[] = [
  mutant('TA-21', 'removes data when removeData is omitted', () => ({
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && input['removeData'] === undefined
        ? { ...end, result: 'data removed' }
        : end,
  })),
  mutant('TA-21', 'removes existing data when removeData is omitted', () => removingWhatIsThere()),
  mutant('X-15', 'lists the newest log entry first', () => ({
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
  })),
  mutant('TA-04', 'reports valid: false without a reason', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && findingsIn(input).length > 0
        ? { ...end, info: { publicInfo: { valid: false } } }
        : end,
  })),
  mutant('TA-05', 'reports valid: true with a list of errors', () => ({
    finish: (end, { operation, input }) =>
      operation === 'validate' && findingsIn(input).length === 0
        ? { valid: true, error: { errors: ['owner is missing'] } }
        : end,
  })),
  mutant('TA-03', 'completes a validation without a verdict', () => ({
    finish: (end, { operation }) => (operation === 'asyncValidate' ? { status: 'COMPLETED' } : end),
  })),
  mutant('TA-06', 'reports every descriptor as valid', () => ({
    finish: (end, { operation }) =>
      operation === 'asyncValidate'
        ? { ...end, info: { publicInfo: { valid: true } } }
        : operation === 'validate'
          ? { valid: true }
          : end,
  })),
  mutant('TA-16', 'fails without a log or a message', () => ({
    finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
  })),
  mutant('TA-17', 'returns its information only in the deprecated result', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && end['status'] === 'COMPLETED'
        ? { status: 'COMPLETED', result: JSON.stringify({ view: componentOf(input) }) }
        : end,
  })),
  mutant('TA-12', 'returns 200 with a provisioning that is still RUNNING', () => ({
    mode: 'sync',
    finish: (end, { operation }) =>
      operation === 'provision' && end['status'] === 'COMPLETED' ? { ...end, status: 'RUNNING' } : end,
  })),
  mutant('CO-05', 'provisions a component descriptor that names no component', () => ({
    finish: (end, { operation, input }) =>
      operation === 'provision' && findingsIn(input)[0] === 'componentIdToProvision is missing'
        ? { status: 'COMPLETED', result: 'done' }
        : end,
  })),
  mutant('TA-06', 'ends the validation of an invalid descriptor as FAILED', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && findingsIn(input).length > 0 ? { status: 'FAILED' } : end,
  })),
];
