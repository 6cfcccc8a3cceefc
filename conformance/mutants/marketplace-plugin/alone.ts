import { type Mutant, mutant } from '../mutant.ts';
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
  mutant('MP-01', 'crashes on an insertion', () => when(INSERT, fine, broken)),
  mutant('MP-06', 'crashes on a removal', () => when('delete', fine, broken)),
  mutant('MP-07', 'crashes on a change of access', () => when('updateAcl', fine, broken)),
  mutant('X-01', 'returns 208 for a duplicate access request', () => reporting()),
  mutant('X-11', 'treats malformed JSON as a removal', () =>
    when('delete', unreadable, { status: 200, body: 'Nothing was shown.' }),
  ),
  mutant('X-01', 'returns 418 for a body of another media type', () => ({
    answer: (reply) => (reply.status === 415 ? { ...reply, status: 418 } : reply),
  })),
  mutant('X-04', 'sends Content-Length with the 204 for an empty access list', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'updateAcl' && reply.status === 204 && isBody(input) && isEmpty(input['refs'])
        ? { ...reply, headers: { 'content-length': '2' } }
        : reply,
  })),
  mutant('X-24', 'rejects an output port with a number of more than 32 bits', () =>
    when(
      'updateAcl',
      (_, { input }) => isBody(input) && Number(input['outputPortId']) > 2 ** 31,
      refuse(400, 'out of the range of an int'),
    ),
  ),
  mutant('MP-19', 'refuses an access list with a group', () =>
    when(
      'updateAcl',
      (_, { input }) => isBody(input) && JSON.stringify(input['refs'] ?? '').includes('"group:'),
      refuse(400, 'not a user'),
    ),
  ),
];

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}
