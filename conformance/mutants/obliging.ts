import { readYaml } from './descriptors.ts';
import type { Mutant } from './mutant.ts';
import { isBody, readJson } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants that accept a request or a descriptor that they must reject. */
export const obligingMutants: readonly Mutant[] = [
  {
    name: 'yaml-for-json',
    class: 'negatives',
    defect: 'parses request bodies as YAML, which allows a trailing comma',
    caughtBy: 'X-11',
    habits: () => ({
      read(text) {
        const value = readYaml(text);
        return value === undefined ? undefined : { value };
      },
    }),
  },
  {
    name: 'closes-what-is-open',
    class: 'negatives',
    defect: 'accepts truncated JSON',
    caughtBy: 'X-11',
    habits: () => ({ read: (text) => readJson(text) ?? readJson(`${text}}`) }),
  },
  {
    name: 'object-for-descriptor-at-once',
    class: 'negatives',
    defect: 'accepts an object as a descriptor in the synchronous validation only',
    caughtBy: 'TA-08',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' && isBody(input) && isBody(input['descriptor'])
          ? { status: 200, body: { valid: true } }
          : reply,
    }),
  },
  {
    name: 'list-breaks',
    class: 'negatives',
    defect: 'crashes on a descriptor that is a list in the synchronous validation',
    caughtBy: 'TA-10',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' && isBody(input) && String(input['descriptor']).startsWith('- ')
          ? breakDown("AttributeError: 'list' object has no attribute 'get'")
          : reply,
    }),
  },
  {
    name: 'nothing-is-valid',
    class: 'negatives',
    defect: 'reports an empty descriptor as valid in the asynchronous validation',
    caughtBy: 'TA-10',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'asyncValidate' && input['descriptor'] === ''
          ? { status: 'COMPLETED', info: { publicInfo: { valid: true } } }
          : end,
    }),
  },
  {
    name: 'nothing-is-removed',
    class: 'negatives',
    defect: 'completes an unprovision with an empty descriptor',
    caughtBy: 'TA-10',
    habits: () => ({
      finish: (end, { operation, input }) =>
        operation === 'unprovision' && input['descriptor'] === '' ? { status: 'COMPLETED' } : end,
    }),
  },
  {
    name: 'numbers-become-text',
    class: 'negatives',
    defect: 'accepts a number as the environment of a reverse provisioning',
    caughtBy: 'X-12',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'runReverseProvisioning' && isBody(input) && typeof input['environment'] === 'number'
          ? found.filter(({ field }) => field !== 'environment')
          : found,
    }),
  },
  {
    name: 'any-params',
    class: 'negatives',
    defect: 'accepts any value as the parameters of a reverse provisioning',
    caughtBy: 'CO-11',
    habits: () => ({
      refuse: ({ operation }, found) =>
        operation === 'runReverseProvisioning' ? found.filter(({ field }) => field !== 'params') : found,
    }),
  },
  {
    name: 'links-lead-nowhere',
    class: 'shape',
    defect: 'returns links without a scheme and a host',
    caughtBy: 'TA-39',
    habits: () => ({
      finish: (end, { operation }) =>
        operation === 'provision' && isBody(end['info'])
          ? { ...end, info: { ...end['info'], publicInfo: { view: LINK } } }
          : end,
    }),
  },
];

const LINK = { type: 'string', label: 'View', value: 'Shipments', href: 'console/view' };
