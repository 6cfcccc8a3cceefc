import { findingsIn } from './descriptors.ts';
import { accepts, isStart, withBody } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { isBody } from './server.ts';

/** Mutants that reject valid requests or accept invalid ones. */
export const negativeMutants: readonly Mutant[] = [
  mutant('TA-21', 'requires removeData', () => ({
    refuse: ({ operation, input }, found) =>
      isStart(operation) && isBody(input) && 'descriptor' in input && !('removeData' in input)
        ? [...found, { field: 'removeData', message: 'removeData is required' }]
        : found,
  })),
  mutant('X-17', 'rejects a provision with an unknown field', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'provision' && isBody(input) && 'notInTheContract' in input
        ? [...found, { field: 'notInTheContract', message: 'unknown member' }]
        : found,
  })),
  mutant('A-11', 'returns 500 for an unknown token', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'getStatus' && job === undefined
        ? {
            status: 500,
            body: { error: 'KeyError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
          }
        : reply,
  })),
  mutant('A-11', 'returns 200 and FAILED for an unknown token', () => ({
    answer: (reply, { operation }, job) =>
      operation === 'getReverseProvisioningStatus' && job === undefined && reply.status === 400
        ? { status: 200, body: { status: 'FAILED', updates: {} } }
        : reply,
  })),
  mutant('A-11', 'returns 500 for a token that is not a UUID', () => ({
    answer: (reply, { operation, token }) =>
      operation === 'getValidationStatus' && token.startsWith('unknown-')
        ? {
            status: 500,
            body: { error: 'bad UUID', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
          }
        : reply,
  })),
  mutant('TA-07', 'starts a validation without a descriptor', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'asyncValidate' && isBody(input) && !('descriptor' in input)
        ? found.filter(({ field }) => field !== 'descriptor')
        : found,
  })),
  mutant('CO-12', 'names the wrong field when the descriptor is missing', () => ({
    answer: (reply, { input }) =>
      reply.status === 400 && isBody(input) ? withBody(reply, { inputErrorField: 'descriptorKind' }) : reply,
  })),
  mutant('TA-08', 'accepts a number as a descriptor', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && typeof input['descriptor'] === 'number'
        ? found.filter(({ field }) => field !== 'descriptor')
        : found,
  })),
  mutant('TA-09', 'accepts any descriptorKind on unprovision', () =>
    accepts('unprovision', 'descriptorKind'),
  ),
  mutant('TA-22', 'accepts any value as removeData', () => accepts('provision', 'removeData')),
  mutant('TA-10', 'returns 500 for a descriptor that is not YAML', () => ({
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
  })),
  mutant('X-11', 'answers malformed JSON with 500', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'updateacl' && input === undefined && reply.status === 400
        ? {
            status: 500,
            body: { error: 'SyntaxError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
          }
        : reply,
  })),
  mutant('TA-31', 'changes access without refs', () => accepts('updateacl', 'refs')),
  mutant('TA-31', 'changes access without provisionInfo', () => accepts('updateacl', 'provisionInfo')),
  mutant('X-12', 'changes access without the result of the provisioning', () =>
    accepts('updateacl', 'provisionInfo.result'),
  ),
  mutant('TA-32', 'accepts an identity that is neither a user nor a group', () =>
    accepts('updateacl', 'refs.0'),
  ),
  mutant('TA-33', 'rejects unknown accessControlFields', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && 'accessControlFields' in input
        ? [...found, { field: 'accessControlFields', message: 'unknown field' }]
        : found,
  })),
  mutant('TA-35', 'accepts a reverse provisioning without an environment field', () =>
    accepts('runReverseProvisioning', 'environment'),
  ),
  mutant('CO-06', 'rejects an empty access list', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && Array.isArray(input['refs']) && input['refs'].length === 0
        ? [{ field: 'refs', message: 'refs is empty' }]
        : found,
  })),
  mutant('TA-08', 'accepts an object as a descriptor', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && isBody(input['descriptor'])
        ? found.filter(({ field }) => field !== 'descriptor')
        : found,
  })),
  mutant('TA-09', 'accepts descriptorKind in lower case', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && /^[a-z_]+$/.test(String(input['descriptorKind']))
        ? found.filter(({ field }) => field !== 'descriptorKind')
        : found,
  })),
  mutant('TA-32', 'checks only the first identity', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && Array.isArray(input['refs']) && String(input['refs'][0]).startsWith('user:')
        ? found.filter(({ field }) => field !== 'refs.0')
        : found,
  })),
  mutant('TA-30', 'requires accessControlFields', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && !('accessControlFields' in input)
        ? [...found, { field: 'accessControlFields', message: 'accessControlFields is required' }]
        : found,
  })),
  mutant('A-12', 'returns a state for an empty token', () => ({
    answer: (reply) => (reply.status === 404 ? { status: 200, body: { status: 'COMPLETED' } } : reply),
  })),
  mutant('CO-08', 'returns 500 for a body of another media type', () => ({
    answer: (reply) =>
      reply.status === 415
        ? {
            status: 500,
            body: { error: 'TypeError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
          }
        : reply,
  })),
];
