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
  mutant('A-11', 'returns 500 for a token that is not a UUID', () => ({
    answer: (reply, { operation, token }) =>
      operation === 'getValidationStatus' && token.startsWith('unknown-')
        ? {
            status: 500,
            body: { error: 'bad UUID', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
          }
        : reply,
  })),
  mutant('CO-12', 'names the wrong field when the descriptor is missing', () => ({
    answer: (reply, { input }) =>
      reply.status === 400 && isBody(input) ? withBody(reply, { inputErrorField: 'descriptorKind' }) : reply,
  })),
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
  mutant('TA-32', 'accepts an identity that is neither a user nor a group', () =>
    accepts('updateacl', 'refs.0'),
  ),
  mutant('TA-33', 'rejects unknown accessControlFields', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && 'accessControlFields' in input
        ? [...found, { field: 'accessControlFields', message: 'unknown field' }]
        : found,
  })),
  mutant('CO-06', 'rejects an empty access list', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' && isBody(input) && Array.isArray(input['refs']) && input['refs'].length === 0
        ? [{ field: 'refs', message: 'refs is empty' }]
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
];
