import { readYaml } from '../descriptors.ts';
import { accepts } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Body, type Habits, isBody } from '../server.ts';
import { broken, entry, fine, INSERT, when } from './defects.ts';
import { refuse } from './plugin.ts';

/** Mutants with a defect in a single response. */
export const requestMutants: readonly Mutant[] = [
  {
    name: 'market-without-status',
    class: 'shape',
    defect: 'omits the status',
    caughtBy: 'MP-01',
    habits: () => ({ finish: (end) => ('status' in end ? { info: end['info'] } : end) }),
  },
  {
    name: 'market-needs-no-descriptor',
    class: 'negatives',
    defect: 'accepts an insertion without a descriptor',
    caughtBy: 'MP-02',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === INSERT && isBody(input) && !('descriptor' in input) ? [] : found,
    }),
  },
  {
    name: 'market-removes-anything',
    class: 'negatives',
    defect: 'accepts a number as the descriptor of a removal',
    caughtBy: 'MP-02',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'delete' && isBody(input) && typeof input['descriptor'] !== 'string' ? [] : found,
    }),
  },
  {
    name: 'market-entry-href-is-a-list',
    class: 'shape',
    defect: 'returns the address of the entry as a list',
    caughtBy: 'MP-03',
    habits: () => entry({ href: ['https://marketplace.example.com/products/1'] }),
  },
  {
    name: 'market-entry-type-is-a-number',
    class: 'shape',
    defect: 'returns the type of the entry as a number',
    caughtBy: 'MP-03',
    habits: () => entry({ type: 17 }),
  },
  {
    name: 'market-relative-page',
    class: 'shape',
    defect: 'returns the page of the entry as a path only',
    caughtBy: 'MP-04',
    habits: () => entry({ href: '/products/1' }),
  },
  {
    name: 'market-removal-in-an-object',
    class: 'shape',
    defect: 'returns an object for a removal',
    caughtBy: 'X-02',
    habits: () => when('delete', fine, (reply) => ({ status: 200, body: { message: reply.body } })),
  },
  {
    name: 'market-acl-200',
    class: 'shape',
    defect: 'returns 200 for a change of access',
    caughtBy: 'MP-07',
    habits: () => when('updateAcl', fine, { status: 200, body: 'OK' }),
  },
  {
    name: 'market-204-with-a-body',
    class: 'shape',
    defect: 'sends a body with a 204',
    caughtBy: 'X-04',
    habits: () => ({
      write(response, { status }) {
        if (status !== 204) return false;
        // Node's HTTP server drops the body of a 204, so this writes it by hand.
        response.socket?.end('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\nconnection: close\r\n\r\nOK');
        return true;
      },
    }),
  },
  {
    name: 'market-needs-no-request',
    class: 'negatives',
    defect: 'changes access without a request id',
    caughtBy: 'MP-08',
    habits: () => accepts('updateAcl', 'requestId'),
  },
  {
    name: 'market-needs-no-port',
    class: 'negatives',
    defect: 'changes access without an output port',
    caughtBy: 'MP-09',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && (input['outputPortId'] ?? undefined) === undefined
          ? found.filter(({ field }) => field !== 'outputPortId')
          : found,
    }),
  },
  {
    name: 'market-needs-no-refs',
    class: 'negatives',
    defect: 'treats a missing list as an empty one',
    caughtBy: 'MP-10',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && !('refs' in input)
          ? found.filter(({ field }) => field !== 'refs')
          : found,
    }),
  },
  {
    name: 'market-port-as-text',
    class: 'negatives',
    defect: 'accepts the number of an output port as a string',
    caughtBy: 'MP-11',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && input['outputPortId'] === '12' ? [] : found,
    }),
  },
  {
    name: 'market-port-is-zero',
    class: 'negatives',
    defect: 'accepts empty values as the number zero of an output port',
    caughtBy: 'MP-11',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && [false, ''].some((one) => one === input['outputPortId'])
          ? found.filter(({ field }) => field !== 'outputPortId')
          : found,
    }),
  },
  {
    name: 'market-port-in-an-object',
    class: 'negatives',
    defect: 'accepts an object as the number of an output port',
    caughtBy: 'MP-11',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && isBody(input['outputPortId'])
          ? found.filter(({ field }) => field !== 'outputPortId')
          : found,
    }),
  },
  {
    name: 'market-object-among-identities',
    class: 'negatives',
    defect: 'accepts an object in the list of identities',
    caughtBy: 'X-12',
    habits: () => ({
      refuse: ({ input, operation }, found) => {
        const refs = operation === 'updateAcl' && isBody(input) ? input['refs'] : undefined;
        return Array.isArray(refs) && refs.every((one: unknown) => typeof one === 'string' || isBody(one))
          ? found.filter(({ field }) => field !== 'refs')
          : found;
      },
    }),
  },
  {
    name: 'market-port-rounded',
    class: 'negatives',
    defect: 'rounds the number of an output port',
    caughtBy: 'MP-11',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && input['outputPortId'] === 1.5 ? [] : found,
    }),
  },
  {
    name: 'market-shows-nonsense',
    class: 'cross-field meaning',
    defect: 'accepts an insertion of text that is not YAML',
    caughtBy: 'MP-16',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) &&
        typeof input['descriptor'] === 'string' &&
        readYaml(input['descriptor']) === undefined
          ? []
          : found,
    }),
  },
  {
    name: 'market-nonsense-breaks',
    class: 'negatives',
    defect: 'returns 500 for text that is not YAML',
    caughtBy: 'MP-16',
    habits: () =>
      when(
        'delete',
        (_reply, { input }) =>
          isBody(input) &&
          typeof input['descriptor'] === 'string' &&
          readYaml(input['descriptor']) === undefined,
        broken,
      ),
  },
  {
    name: 'market-keeps-last-identity',
    class: 'negatives',
    defect: 'rejects an empty access list',
    caughtBy: 'MP-17',
    habits: () =>
      when(
        'updateAcl',
        (_reply, { input }) => isBody(input) && Array.isArray(input['refs']) && input['refs'].length === 0,
        refuse(400, 'refs is empty'),
      ),
  },
  {
    name: 'market-knows-all-members',
    class: 'negatives',
    defect: 'rejects an unknown field',
    caughtBy: 'X-17',
    habits: () =>
      when(
        'updateAcl',
        (_reply, { input }) => isBody(input) && 'notInTheContract' in input,
        refuse(400, 'unknown member'),
      ),
  },
  {
    name: 'market-unprocessable',
    class: 'negatives',
    defect: 'rejects with 422 instead of 400',
    caughtBy: 'X-12',
    habits: () => ({ answer: (reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply) }),
  },
  {
    name: 'market-list-of-anything',
    class: 'negatives',
    defect: 'accepts a number as an identity',
    caughtBy: 'X-12',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && Array.isArray(input['refs']) ? found.filter(({ field }) => field !== 'refs') : found,
    }),
  },
  {
    name: 'market-malformed-json-breaks',
    class: 'negatives',
    defect: 'answers malformed JSON with 500',
    caughtBy: 'X-11',
    habits: () =>
      when('updateAcl', (reply, { input }) => reply.status === 400 && input === undefined, broken),
  },
  {
    name: 'market-bare-fault',
    class: 'shape',
    defect: 'returns plain text "Internal Server Error" for malformed JSON',
    caughtBy: 'X-07',
    habits: () =>
      when('delete', (reply, { input }) => reply.status === 400 && input === undefined, {
        status: 500,
        raw: 'Internal Server Error',
        headers: { 'content-type': 'text/plain' },
      }),
  },
  {
    name: 'market-refuses-without-errors',
    class: 'shape',
    defect: 'omits the list of errors when it rejects a request',
    caughtBy: 'X-05',
    habits: () => ({
      answer: (reply) => (reply.status === 400 ? { status: 400, body: { userMessage: 'No.' } } : reply),
    }),
  },
  {
    name: 'market-plain-text',
    class: 'shape',
    defect: 'returns plain text for a removal',
    caughtBy: 'X-03',
    habits: () =>
      when('delete', fine, (reply) => ({
        status: 200,
        raw: String(reply.body),
        headers: { 'content-type': 'text/plain' },
      })),
  },
  {
    name: 'market-request-id-is-a-uuid',
    class: 'negatives',
    defect: 'rejects a request id that is not a UUID',
    caughtBy: 'MP-18',
    habits: () => ({
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && String(input['requestId']).includes(' ')
          ? [...found, { field: 'requestId', message: 'requestId is a UUID' }]
          : found,
    }),
  },
  {
    name: 'market-port-of-32-bits',
    class: 'negatives',
    defect: 'crashes on an output port with a number of more than 32 bits',
    caughtBy: 'X-24',
    habits: () => breakingOnAccess(({ outputPortId }) => Number(outputPortId) > 2 ** 31),
  },
  {
    name: 'market-identity-without-prefix',
    class: 'negatives',
    defect: 'crashes on an identity without a prefix',
    caughtBy: 'MP-19',
    habits: () =>
      breakingOnAccess(({ refs }) => Array.isArray(refs) && refs.some((one) => !String(one).includes(':'))),
  },
  {
    name: 'market-identity-twice',
    class: 'negatives',
    defect: 'crashes on a duplicate identity, like a unique key',
    caughtBy: 'MP-19',
    habits: () => breakingOnAccess(({ refs }) => Array.isArray(refs) && new Set(refs).size < refs.length),
  },
  {
    name: 'market-many-identities',
    class: 'negatives',
    defect: 'crashes on more identities than its database statement allows',
    caughtBy: 'MP-19',
    habits: () => breakingOnAccess(({ refs }) => Array.isArray(refs) && refs.length > 100),
  },
  {
    name: 'market-port-below-zero',
    class: 'negatives',
    defect: 'crashes on a negative output port number',
    caughtBy: 'MP-19',
    habits: () => breakingOnAccess(({ outputPortId }) => Number(outputPortId) < 0),
  },
  {
    name: 'market-wants-users-first',
    class: 'negatives',
    defect: 'rejects a list of identities that starts with a group',
    caughtBy: 'MP-12',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'updateAcl' && isBody(input) && /"refs":\["group:/.test(JSON.stringify(input))
          ? [...found, { field: 'refs', message: 'users come first' }]
          : found,
    }),
  },
  {
    name: 'market-port-is-true',
    class: 'negatives',
    defect: 'accepts true as the number of an output port',
    caughtBy: 'MP-11',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && input['outputPortId'] === true
          ? found.filter(({ field }) => field !== 'outputPortId')
          : found,
    }),
  },
];

/** Crashes on some access lists. */
function breakingOnAccess(isBad: (input: Body) => boolean): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === 'updateAcl' && isBody(input) && reply.status === 204 && isBad(input) ? broken : reply,
  };
}
