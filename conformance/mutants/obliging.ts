import { readYaml } from './descriptors.ts';
import { type Mutant, mutant } from './mutant.ts';
import { isBody, readJson } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants that accept a request or a descriptor that they must reject. */
export const obligingMutants: readonly Mutant[] = [
  mutant('X-11', 'parses request bodies as YAML, which allows a trailing comma', () => ({
    read(text) {
      const value = readYaml(text);
      return value === undefined ? undefined : { value };
    },
  })),
  mutant('X-11', 'accepts truncated JSON', () => ({
    read: (text) => readJson(text) ?? readJson(`${text}}`),
  })),
  mutant('TA-08', 'accepts an object as a descriptor in the synchronous validation only', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'validate' && isBody(input) && isBody(input['descriptor'])
        ? { status: 200, body: { valid: true } }
        : reply,
  })),
  mutant('TA-10', 'crashes on a descriptor that is a list in the synchronous validation', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'validate' && isBody(input) && String(input['descriptor']).startsWith('- ')
        ? breakDown("AttributeError: 'list' object has no attribute 'get'")
        : reply,
  })),
  mutant('TA-10', 'reports an empty descriptor as valid in the asynchronous validation', () => ({
    finish: (end, { operation, input }) =>
      operation === 'asyncValidate' && input['descriptor'] === ''
        ? { status: 'COMPLETED', info: { publicInfo: { valid: true } } }
        : end,
  })),
  mutant('TA-10', 'completes an unprovision with an empty descriptor', () => ({
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && input['descriptor'] === '' ? { status: 'COMPLETED' } : end,
  })),
  mutant('X-12', 'accepts a number as the environment of a reverse provisioning', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'runReverseProvisioning' && isBody(input) && typeof input['environment'] === 'number'
        ? found.filter(({ field }) => field !== 'environment')
        : found,
  })),
  mutant('TA-39', 'returns links without a scheme and a host', () => ({
    finish: (end, { operation }) =>
      operation === 'provision' && isBody(end['info'])
        ? { ...end, info: { ...end['info'], publicInfo: { view: LINK } } }
        : end,
  })),
];

const LINK = { type: 'string', label: 'View', value: 'Shipments', href: 'console/view' };
