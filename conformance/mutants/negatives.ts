import { findingsIn } from './descriptors.ts';
import { accepts, isStart, withBody } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { isBody } from './server.ts';

/** Mutants that reject valid requests or accept invalid ones. */
export const negativeMutants: readonly Mutant[] = [
  {
    name: 'remove-data-required',
    class: 'negatives',
    defect: 'requires removeData',
    caughtBy: 'TA-21',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        isStart(operation) && isBody(input) && 'descriptor' in input && !('removeData' in input)
          ? [...found, { field: 'removeData', message: 'removeData is required' }]
          : found,
    }),
  },
  {
    name: 'unknown-members-refused',
    class: 'negatives',
    defect: 'rejects a provision with an unknown field',
    caughtBy: 'X-17',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'provision' && isBody(input) && 'notInTheContract' in input
          ? [...found, { field: 'notInTheContract', message: 'unknown member' }]
          : found,
    }),
  },
  {
    name: 'unknown-token-breaks',
    class: 'negatives',
    defect: 'returns 500 for an unknown token',
    caughtBy: 'A-11',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'getStatus' && job === undefined
          ? {
              status: 500,
              body: { error: 'KeyError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    }),
  },
  {
    name: 'unknown-token-failed',
    class: 'negatives',
    defect: 'returns 200 and FAILED for an unknown token',
    caughtBy: 'A-11',
    habits: () => ({
      answer: (reply, { operation }, job) =>
        operation === 'getReverseProvisioningStatus' && job === undefined && reply.status === 400
          ? { status: 200, body: { status: 'FAILED', updates: {} } }
          : reply,
    }),
  },
  {
    name: 'unknown-word-breaks',
    class: 'negatives',
    defect: 'returns 500 for a token that is not a UUID',
    caughtBy: 'A-11',
    habits: () => ({
      answer: (reply, { operation, token }) =>
        operation === 'getValidationStatus' && token.startsWith('unknown-')
          ? {
              status: 500,
              body: { error: 'bad UUID', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    }),
  },
  {
    name: 'descriptor-not-required',
    class: 'negatives',
    defect: 'starts a validation without a descriptor',
    caughtBy: 'TA-07',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'asyncValidate' && isBody(input) && !('descriptor' in input)
          ? found.filter(({ field }) => field !== 'descriptor')
          : found,
    }),
  },
  {
    name: 'descriptor-not-named',
    class: 'negatives',
    defect: 'names the wrong field when the descriptor is missing',
    caughtBy: 'CO-12',
    habits: () => ({
      answer: (reply, { input }) =>
        reply.status === 400 && isBody(input)
          ? withBody(reply, { inputErrorField: 'descriptorKind' })
          : reply,
    }),
  },
  {
    name: 'number-for-descriptor',
    class: 'negatives',
    defect: 'accepts a number as a descriptor',
    caughtBy: 'TA-08',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && typeof input['descriptor'] === 'number'
          ? found.filter(({ field }) => field !== 'descriptor')
          : found,
    }),
  },
  {
    name: 'any-kind',
    class: 'negatives',
    defect: 'accepts any descriptorKind on unprovision',
    caughtBy: 'TA-09',
    habits: () => accepts('unprovision', 'descriptorKind'),
  },
  {
    name: 'any-remove-data',
    class: 'negatives',
    defect: 'accepts any value as removeData',
    caughtBy: 'TA-22',
    habits: () => accepts('provision', 'removeData'),
  },
  {
    name: 'not-yaml-breaks',
    class: 'negatives',
    defect: 'returns 500 for a descriptor that is not YAML',
    caughtBy: 'TA-10',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'validate' &&
        isBody(input) &&
        findingsIn(input)[0] === 'descriptor is not YAML' &&
        reply.status === 200
          ? {
              status: 500,
              body: { error: 'ScannerError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    }),
  },
  {
    name: 'malformed-json-breaks',
    class: 'negatives',
    defect: 'answers malformed JSON with 500',
    caughtBy: 'X-11',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'updateacl' && input === undefined && reply.status === 400
          ? {
              status: 500,
              body: { error: 'SyntaxError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    }),
  },
  {
    name: 'refs-not-required',
    class: 'negatives',
    defect: 'changes access without refs',
    caughtBy: 'TA-31',
    habits: () => accepts('updateacl', 'refs'),
  },
  {
    name: 'provision-info-not-required',
    class: 'negatives',
    defect: 'changes access without provisionInfo',
    caughtBy: 'TA-31',
    habits: () => accepts('updateacl', 'provisionInfo'),
  },
  {
    name: 'provision-result-not-required',
    class: 'negatives',
    defect: 'changes access without the result of the provisioning',
    caughtBy: 'X-12',
    habits: () => accepts('updateacl', 'provisionInfo.result'),
  },
  {
    name: 'any-identity',
    class: 'negatives',
    defect: 'accepts an identity that is neither a user nor a group',
    caughtBy: 'TA-32',
    habits: () => accepts('updateacl', 'refs.0'),
  },
  {
    name: 'fixed-access-fields',
    class: 'negatives',
    defect: 'rejects unknown accessControlFields',
    caughtBy: 'TA-33',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && 'accessControlFields' in input
          ? [...found, { field: 'accessControlFields', message: 'unknown field' }]
          : found,
    }),
  },
  {
    name: 'environment-not-required',
    class: 'negatives',
    defect: 'accepts a reverse provisioning without an environment field',
    caughtBy: 'TA-35',
    habits: () => accepts('runReverseProvisioning', 'environment'),
  },
  {
    name: 'empty-access-refused',
    class: 'negatives',
    defect: 'rejects an empty access list',
    caughtBy: 'CO-06',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' &&
        isBody(input) &&
        Array.isArray(input['refs']) &&
        input['refs'].length === 0
          ? [{ field: 'refs', message: 'refs is empty' }]
          : found,
    }),
  },
  {
    name: 'object-for-descriptor',
    class: 'negatives',
    defect: 'accepts an object as a descriptor',
    caughtBy: 'TA-08',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && isBody(input['descriptor'])
          ? found.filter(({ field }) => field !== 'descriptor')
          : found,
    }),
  },
  {
    name: 'kind-in-any-case',
    class: 'negatives',
    defect: 'accepts descriptorKind in lower case',
    caughtBy: 'TA-09',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && /^[a-z_]+$/.test(String(input['descriptorKind']))
          ? found.filter(({ field }) => field !== 'descriptorKind')
          : found,
    }),
  },
  {
    name: 'first-identity-only',
    class: 'negatives',
    defect: 'checks only the first identity',
    caughtBy: 'TA-32',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && Array.isArray(input['refs']) && String(input['refs'][0]).startsWith('user:')
          ? found.filter(({ field }) => field !== 'refs.0')
          : found,
    }),
  },
  {
    name: 'access-fields-required',
    class: 'negatives',
    defect: 'requires accessControlFields',
    caughtBy: 'TA-30',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateacl' && isBody(input) && !('accessControlFields' in input)
          ? [...found, { field: 'accessControlFields', message: 'accessControlFields is required' }]
          : found,
    }),
  },
  {
    name: 'empty-token-accepted',
    class: 'negatives',
    defect: 'returns a state for an empty token',
    caughtBy: 'A-12',
    habits: () => ({
      answer: (reply) => (reply.status === 404 ? { status: 200, body: { status: 'COMPLETED' } } : reply),
    }),
  },
  {
    name: 'text-breaks',
    class: 'negatives',
    defect: 'returns 500 for a body of another media type',
    caughtBy: 'CO-08',
    habits: () => ({
      answer: (reply) =>
        reply.status === 415
          ? {
              status: 500,
              body: { error: 'TypeError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
            }
          : reply,
    }),
  },
];
