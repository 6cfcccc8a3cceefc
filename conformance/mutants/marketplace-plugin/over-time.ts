import type { Mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { broken, entry, fine, INSERT, when } from './defects.ts';
import { idOf, refuse } from './plugin.ts';

/** Mutants that confuse data products, or whose state goes wrong over time. */
export const overTimeMutants: readonly Mutant[] = [
  {
    name: 'market-answers-202',
    class: 'sequence',
    defect: 'returns 202 and a token for an insertion',
    caughtBy: 'MP-01',
    habits: () => when(INSERT, fine, { status: 202, body: 'token-1' }),
  },
  {
    name: 'market-insertion-missing',
    class: 'sequence',
    defect: 'has no insertion',
    caughtBy: 'X-01',
    habits: () => when(INSERT, () => true, { status: 404, body: { detail: 'Not Found' } }),
  },
  {
    name: 'market-entry-moves',
    class: 'state over time',
    defect: 'gives a data product a new page with every insertion',
    caughtBy: 'MP-05',
    habits: () => moving(),
  },
  {
    name: 'market-exists-already',
    class: 'state over time',
    defect: 'rejects an insertion of a data product that is already shown',
    caughtBy: 'MP-05',
    habits: () => refusingTheSecond(),
  },
  {
    name: 'market-says-updated',
    class: 'state over time',
    defect: 'returns another status for the second insertion of a data product',
    caughtBy: 'MP-05',
    habits: () => sayingUpdated(),
  },
  {
    name: 'market-one-insertion-changes-another',
    class: 'identity and isolation',
    defect: 'returns the page of the newest data product for every insertion after the first',
    caughtBy: 'MP-05',
    habits: () => rememberingTheNewest(),
  },
  {
    name: 'market-removes-results-only',
    class: 'linkage between operations',
    defect: 'rejects a removal without results in the descriptor',
    caughtBy: 'MP-13',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'delete' && fine(reply) && isWithoutResults(input)
          ? refuse(400, 'there are no results in the descriptor')
          : reply,
    }),
  },
  {
    name: 'market-cannot-remove',
    class: 'linkage between operations',
    defect: 'cannot remove a data product',
    caughtBy: 'MP-06',
    habits: () => removingNothingOnly(),
  },
  {
    name: 'market-nothing-to-remove-breaks',
    class: 'state over time',
    defect: 'returns 500 for a removal of an unknown data product',
    caughtBy: 'MP-06',
    habits: () => when('delete', (reply) => String(reply.body).endsWith('not shown.'), broken),
  },
  {
    name: 'market-nothing-to-remove-refused',
    class: 'state over time',
    defect: 'rejects a removal of a data product that is not shown',
    caughtBy: 'MP-13',
    habits: () =>
      when('delete', (reply) => String(reply.body).endsWith('not shown.'), refuse(400, 'not shown')),
  },
  {
    name: 'market-request-once',
    class: 'state over time',
    defect: 'rejects a duplicate request id',
    caughtBy: 'MP-12',
    habits: () => refusingKnownRequests(),
  },
  {
    name: 'market-one-page',
    class: 'identity and isolation',
    defect: 'shows all data products on one page',
    caughtBy: 'MP-14',
    habits: () => entry({}),
  },
  {
    name: 'market-removed-for-ever',
    class: 'state over time',
    defect: 'cannot insert a removed data product again',
    caughtBy: 'MP-15',
    habits: () => refusingRemoved(),
  },
  {
    name: 'market-keeps-ids-for-ever',
    class: 'state over time',
    defect: 'cannot insert a data product after any removal request for it',
    caughtBy: 'MP-15',
    habits: () => refusingRemoved(() => true),
  },
  {
    name: 'market-acl-unsupported',
    class: 'sequence',
    defect: 'returns 501 for changes of access',
    caughtBy: 'X-16',
    habits: () => when('updateAcl', fine, { status: 501, body: { error: 'not supported' } }),
  },
];

function moving(): Partial<Habits> {
  let count = 0;
  return {
    finish(end, { operation }) {
      if (operation !== INSERT) return end;
      count += 1;
      const href = `https://m.example.com/${count}`;
      const marketplaceInfo = { type: 'string', label: 'Marketplace', value: 'x', href };
      return { ...end, info: { privateInfo: { marketplaceInfo } } };
    },
  };
}

function refusingTheSecond(): Partial<Habits> {
  const shown = new Set<string>();
  return {
    answer(reply, { operation, input }) {
      const id = idOf(input);
      if (operation === 'delete') shown.delete(id);
      if (operation !== INSERT || !fine(reply)) return reply;
      if (shown.has(id)) return refuse(400, 'exists already');
      shown.add(id);
      return reply;
    },
  };
}

function sayingUpdated(): Partial<Habits> {
  const counts = new Map<string, number>();
  return {
    answer(reply, { operation, input }) {
      if (operation !== INSERT || !fine(reply) || !isBody(reply.body)) return reply;
      const id = idOf(input);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts.get(id) === 2 ? { ...reply, body: { ...reply.body, status: 'UPDATED' } } : reply;
    },
  };
}

/** Answers every insertion with the entry of the newest data product. */
function rememberingTheNewest(): Partial<Habits> {
  const ids: string[] = [];
  let newest: unknown;
  return {
    answer(reply, { operation, input }) {
      if (operation !== INSERT || !fine(reply)) return reply;
      const id = idOf(input);
      if (!ids.includes(id)) {
        ids.push(id);
        newest = reply.body;
      }
      return { ...reply, body: newest };
    },
  };
}

/** Whether the descriptor has components but no deployment results. */
function isWithoutResults(input: unknown): boolean {
  return (
    isBody(input) &&
    /^components:/m.test(String(input['descriptor'])) &&
    !/^\s+(public|private)Info:/m.test(String(input['descriptor']))
  );
}

function removingNothingOnly(): Partial<Habits> {
  return when('delete', (reply) => String(reply.body).endsWith('removed.'), refuse(400, 'still in use'));
}

function refusingKnownRequests(): Partial<Habits> {
  const known = new Set<unknown>();
  return {
    answer(reply, { operation, input }) {
      if (operation !== 'updateAcl' || !fine(reply) || !isBody(input)) return reply;
      if (known.has(input['requestId'])) return refuse(400, 'the request is closed');
      known.add(input['requestId']);
      return reply;
    },
  };
}

function refusingRemoved(
  isGone = (reply: Reply) => String(reply.body).endsWith('removed.'),
): Partial<Habits> {
  const removed = new Set<string>();
  return {
    answer(reply, { operation, input }) {
      const id = idOf(input);
      if (operation === 'delete' && isGone(reply)) removed.add(id);
      return operation === INSERT && removed.has(id) ? refuse(400, 'was removed') : reply;
    },
  };
}
