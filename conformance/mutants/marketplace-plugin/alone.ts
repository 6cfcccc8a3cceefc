import type { Mutant } from '../mutant.ts';
import { type Call, type Habits, isBody, type Reply } from '../server.ts';
import { breakDown } from '../tech-adapter.ts';
import { fine, INSERT, when } from './crimes.ts';

const broken = breakDown('something broke');
const unreadable = (_reply: Reply, { input, headers }: Call): boolean =>
  input === undefined &&
  Number(headers['content-length'] ?? 0) > 0 &&
  String(headers['content-type']).startsWith('application/json');

/** Says by the status that it has seen an access request before. */
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

/** Wrong in one thing and in nothing else: one requirement stands against it. */
export const aloneMutants: readonly Mutant[] = [
  {
    name: 'market-shows-nothing',
    class: 'linkage between operations',
    crime: 'breaks when a data product is to be shown',
    caughtBy: 'MP-01',
    habits: when(INSERT, fine, broken),
  },
  {
    name: 'market-removes-nothing',
    class: 'linkage between operations',
    crime: 'breaks when a data product is to be removed',
    caughtBy: 'MP-06',
    habits: when('delete', fine, broken),
  },
  {
    name: 'market-changes-no-access',
    class: 'linkage between operations',
    crime: 'breaks when access is to be changed',
    caughtBy: 'MP-07',
    habits: when('updateAcl', fine, broken),
  },
  {
    name: 'market-access-changed-already',
    class: 'sequence',
    crime: 'answers 208 to an access request that it has seen before',
    caughtBy: 'X-01',
    habits: reporting(),
  },
  {
    name: 'market-takes-malformed-json',
    class: 'negatives',
    crime: 'takes malformed JSON for a removal',
    caughtBy: 'X-11',
    habits: when('delete', unreadable, { status: 200, body: 'Nothing was shown.' }),
  },
];
