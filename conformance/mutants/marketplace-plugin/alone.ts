import { withBody } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Call, type Habits, isBody, type Reply } from '../server.ts';
import { breakDown } from '../tech-adapter.ts';
import { fine, INSERT, when } from './defects.ts';
import { refuse } from './plugin.ts';

const broken = breakDown('something broke');
const unreadable = (_reply: Reply, { input, headers }: Call): boolean =>
  input === undefined &&
  Number(headers['content-length'] ?? 0) > 0 &&
  String(headers['content-type']).startsWith('application/json');

/** Returns 208 for an access request that it has seen before. */
function reporting(): Partial<Habits> {
  const seen = new Set<string>();
  return {
    answer(reply, { operation, input }) {
      if (operation !== 'updateAcl' || !fine(reply) || !isBody(input)) return reply;
      const id = String(input['requestId']);
      if (seen.has(id)) return { ...reply, status: 208 };
      seen.add(id);
      return reply;
    },
  };
}

/** Mutants with a single defect: each violates exactly one requirement. */
export const aloneMutants: readonly Mutant[] = [
  {
    name: 'market-shows-nothing',
    class: 'linkage between operations',
    defect: 'crashes on an insertion',
    caughtBy: 'MP-01',
    habits: () => when(INSERT, fine, broken),
  },
  {
    name: 'market-removes-nothing',
    class: 'linkage between operations',
    defect: 'crashes on a removal',
    caughtBy: 'MP-06',
    habits: () => when('delete', fine, broken),
  },
  {
    name: 'market-changes-no-access',
    class: 'linkage between operations',
    defect: 'crashes on a change of access',
    caughtBy: 'MP-07',
    habits: () => when('updateAcl', fine, broken),
  },
  {
    name: 'market-access-changed-already',
    class: 'sequence',
    defect: 'returns 208 for a duplicate access request',
    caughtBy: 'X-01',
    habits: () => reporting(),
  },
  {
    name: 'market-takes-malformed-json',
    class: 'negatives',
    defect: 'treats malformed JSON as a removal',
    caughtBy: 'X-11',
    habits: () => when('delete', unreadable, { status: 200, body: 'Nothing was shown.' }),
  },
  {
    name: 'market-teapot',
    class: 'negatives',
    defect: 'returns 418 for a body of another media type',
    caughtBy: 'X-01',
    habits: () => ({ answer: (reply) => (reply.status === 415 ? { ...reply, status: 418 } : reply) }),
  },
  {
    name: 'market-announces-after-revoking',
    class: 'shape',
    defect: 'sends Content-Length with the 204 for an empty access list',
    caughtBy: 'X-04',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'updateAcl' && reply.status === 204 && isBody(input) && isEmpty(input['refs'])
          ? { ...reply, headers: { 'content-length': '2' } }
          : reply,
    }),
  },
  {
    name: 'market-solutions-are-text',
    class: 'shape',
    defect: 'returns the solutions of an error as one string',
    caughtBy: 'X-09',
    habits: () => ({
      answer: (reply) =>
        reply.status === 400
          ? withBody(reply, { moreInfo: { problems: [], solutions: 'Ask again.' } })
          : reply,
    }),
  },
  {
    name: 'market-port-is-an-int',
    class: 'negatives',
    defect: 'rejects an output port with a number of more than 32 bits',
    caughtBy: 'X-24',
    habits: () =>
      when(
        'updateAcl',
        (_, { input }) => isBody(input) && Number(input['outputPortId']) > 2 ** 31,
        refuse(400, 'out of the range of an int'),
      ),
  },
  {
    name: 'market-knows-users-only',
    class: 'negatives',
    defect: 'refuses an access list with a group',
    caughtBy: 'MP-19',
    habits: () =>
      when(
        'updateAcl',
        (_, { input }) => isBody(input) && JSON.stringify(input['refs'] ?? '').includes('"group:'),
        refuse(400, 'not a user'),
      ),
  },
];

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}
