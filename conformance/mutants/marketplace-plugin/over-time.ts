import { type Mutant, mutant } from '../mutant.ts';
import { type Habits, isBody, type Reply } from '../server.ts';
import { broken, entry, fine, INSERT, when } from './defects.ts';
import { idOf, refuse } from './plugin.ts';

/** Mutants that confuse data products, or whose state goes wrong over time. */
export const overTimeMutants: readonly Mutant[] = [
  mutant('MP-01', 'returns 202 and a token for an insertion', () =>
    when(INSERT, fine, { status: 202, body: 'token-1' }),
  ),
  mutant('X-01', 'has no insertion', () =>
    when(INSERT, () => true, { status: 404, body: { detail: 'Not Found' } }),
  ),
  mutant('MP-05', 'gives a data product a new page with every insertion', () => moving()),
  mutant('MP-05', 'rejects an insertion of a data product that is already shown', () => refusingTheSecond()),
  mutant('MP-05', 'returns another status for the second insertion of a data product', () => sayingUpdated()),
  mutant('MP-05', 'returns the page of the newest data product for every insertion after the first', () =>
    rememberingTheNewest(),
  ),
  mutant('MP-13', 'rejects a removal without results in the descriptor', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'delete' && fine(reply) && isWithoutResults(input)
        ? refuse(400, 'there are no results in the descriptor')
        : reply,
  })),
  mutant('MP-06', 'cannot remove a data product', () => removingNothingOnly()),
  mutant('MP-06', 'returns 500 for a removal of an unknown data product', () =>
    when('delete', (reply) => String(reply.body).endsWith('not shown.'), broken),
  ),
  mutant('MP-13', 'rejects a removal of a data product that is not shown', () =>
    when('delete', (reply) => String(reply.body).endsWith('not shown.'), refuse(400, 'not shown')),
  ),
  mutant('MP-12', 'rejects a duplicate request id', () => refusingKnownRequests()),
  mutant('MP-14', 'shows all data products on one page', () => entry({})),
  mutant('MP-15', 'cannot insert a removed data product again', () => refusingRemoved()),
  mutant('MP-15', 'cannot insert a data product after any removal request for it', () =>
    refusingRemoved(() => true),
  ),
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
