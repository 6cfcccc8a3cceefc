import { readYaml } from '../descriptors.ts';
import { type Mutant, mutant } from '../mutant.ts';
import { type Body, type Habits, isBody } from '../server.ts';
import { broken, entry, fine, when } from './defects.ts';
import { refuse } from './plugin.ts';

/** Mutants with a defect in a single response. */
export const requestMutants: readonly Mutant[] = [
  mutant('MP-01', 'omits the status', () => ({
    finish: (end) => ('status' in end ? { info: end['info'] } : end),
  })),
  mutant('MP-03', 'returns the address of the entry as a list', () =>
    entry({ href: ['https://marketplace.example.com/products/1'] }),
  ),
  mutant('MP-04', 'returns the page of the entry as a path only', () => entry({ href: '/products/1' })),
  mutant('X-02', 'returns an object for a removal', () =>
    when('delete', fine, (reply) => ({ status: 200, body: { message: reply.body } })),
  ),
  mutant('MP-07', 'returns 200 for a change of access', () =>
    when('updateAcl', fine, { status: 200, body: 'OK' }),
  ),
  mutant('X-04', 'sends a body with a 204', () => ({
    write(response, { status }) {
      if (status !== 204) return false;
      // Node's HTTP server drops the body of a 204, so this writes it by hand.
      response.socket?.end('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\nconnection: close\r\n\r\nOK');
      return true;
    },
  })),
  mutant('MP-11', 'accepts the number of an output port as a string', () => ({
    refuse: ({ input, operation }, found) =>
      operation === 'updateAcl' && isBody(input) && input['outputPortId'] === '12' ? [] : found,
  })),
  mutant('MP-11', 'accepts empty values as the number zero of an output port', () => ({
    refuse: ({ input, operation }, found) =>
      operation === 'updateAcl' && isBody(input) && [false, ''].some((one) => one === input['outputPortId'])
        ? found.filter(({ field }) => field !== 'outputPortId')
        : found,
  })),
  mutant('MP-11', 'accepts an object as the number of an output port', () => ({
    refuse: ({ input, operation }, found) =>
      operation === 'updateAcl' && isBody(input) && isBody(input['outputPortId'])
        ? found.filter(({ field }) => field !== 'outputPortId')
        : found,
  })),
  mutant('X-12', 'accepts an object in the list of identities', () => ({
    refuse: ({ input, operation }, found) => {
      const refs = operation === 'updateAcl' && isBody(input) ? input['refs'] : undefined;
      return Array.isArray(refs) && refs.every((one: unknown) => typeof one === 'string' || isBody(one))
        ? found.filter(({ field }) => field !== 'refs')
        : found;
    },
  })),
  mutant('MP-11', 'rounds the number of an output port', () => ({
    refuse: ({ input, operation }, found) =>
      operation === 'updateAcl' && isBody(input) && input['outputPortId'] === 1.5 ? [] : found,
  })),
  mutant('MP-16', 'accepts an insertion of text that is not YAML', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && typeof input['descriptor'] === 'string' && readYaml(input['descriptor']) === undefined
        ? []
        : found,
  })),
  mutant('MP-16', 'returns 500 for text that is not YAML', () =>
    when(
      'delete',
      (_reply, { input }) =>
        isBody(input) &&
        typeof input['descriptor'] === 'string' &&
        readYaml(input['descriptor']) === undefined,
      broken,
    ),
  ),
  mutant('MP-17', 'rejects an empty access list', () =>
    when(
      'updateAcl',
      (_reply, { input }) => isBody(input) && Array.isArray(input['refs']) && input['refs'].length === 0,
      refuse(400, 'refs is empty'),
    ),
  ),
  mutant('X-12', 'accepts a number as an identity', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && Array.isArray(input['refs']) ? found.filter(({ field }) => field !== 'refs') : found,
  })),
  mutant('X-07', 'returns plain text "Internal Server Error" for malformed JSON', () =>
    when('delete', (reply, { input }) => reply.status === 400 && input === undefined, {
      status: 500,
      raw: 'Internal Server Error',
      headers: { 'content-type': 'text/plain' },
    }),
  ),
  mutant('MP-18', 'rejects a request id that is not a UUID', () => ({
    refuse: ({ input, operation }, found) =>
      operation === 'updateAcl' && isBody(input) && String(input['requestId']).includes(' ')
        ? [...found, { field: 'requestId', message: 'requestId is a UUID' }]
        : found,
  })),
  mutant('X-24', 'crashes on an output port with a number of more than 32 bits', () =>
    breakingOnAccess(({ outputPortId }) => Number(outputPortId) > 2 ** 31),
  ),
  mutant('MP-19', 'crashes on an identity without a prefix', () =>
    breakingOnAccess(({ refs }) => Array.isArray(refs) && refs.some((one) => !String(one).includes(':'))),
  ),
  mutant('MP-19', 'crashes on a duplicate identity, like a unique key', () =>
    breakingOnAccess(({ refs }) => Array.isArray(refs) && new Set(refs).size < refs.length),
  ),
  mutant('MP-19', 'crashes on more identities than its database statement allows', () =>
    breakingOnAccess(({ refs }) => Array.isArray(refs) && refs.length > 100),
  ),
  mutant('MP-19', 'crashes on a negative output port number', () =>
    breakingOnAccess(({ outputPortId }) => Number(outputPortId) < 0),
  ),
  mutant('MP-12', 'rejects a list of identities that starts with a group', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'updateAcl' && isBody(input) && /"refs":\["group:/.test(JSON.stringify(input))
        ? [...found, { field: 'refs', message: 'users come first' }]
        : found,
  })),
  mutant('MP-11', 'accepts true as the number of an output port', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && input['outputPortId'] === true
        ? found.filter(({ field }) => field !== 'outputPortId')
        : found,
  })),
];

/** Crashes on some access lists. */
function breakingOnAccess(isBad: (input: Body) => boolean): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === 'updateAcl' && isBody(input) && reply.status === 204 && isBad(input) ? broken : reply,
  };
}
