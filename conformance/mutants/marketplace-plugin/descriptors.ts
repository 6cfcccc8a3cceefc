import { readYaml } from '../descriptors.ts';
import { pause } from '../habits.ts';
import type { Mutant } from '../mutant.ts';
import { type Call, type Habits, isBody, type Reply } from '../server.ts';
import { broken, fine, INSERT, when } from './defects.ts';
import { refuse } from './plugin.ts';

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const descriptorIn = ({ input }: Call): string => (isBody(input) ? String(input['descriptor']) : '');

/** Crashes on descriptors that match the predicate. */
const breakingOn = (isBad: (descriptor: string) => boolean): Partial<Habits> => ({
  answer: (reply, call) => (call.operation !== 'updateAcl' && isBad(descriptorIn(call)) ? broken : reply),
});

/** Corrupts the response to the valid request that follows a rejected one. */
function spoilt(
  operation: string,
  spoil: (reply: Reply, before: Reply | undefined) => Reply,
): Partial<Habits> {
  let isSpoilt = false;
  let before: Reply | undefined;
  return {
    answer(reply, call) {
      if (call.operation !== operation) return reply;
      if (!fine(reply)) {
        isSpoilt = true;
        return reply;
      }
      const answer = isSpoilt ? spoil(reply, before) : reply;
      isSpoilt = false;
      before = reply;
      return answer;
    },
  };
}

/** Shares the response of an insertion between all concurrent requests. */
function sharing(): Partial<Habits> {
  let newest: Reply | undefined;
  return {
    async answer(reply, { operation }) {
      if (operation !== INSERT || !fine(reply)) return reply;
      newest = reply;
      await pause(150);
      return newest;
    },
  };
}

/** Builds the page URL from the name of the data product instead of its id. */
const pagesByName: Partial<Habits> = {
  answer(reply, call) {
    if (call.operation !== INSERT || !fine(reply) || !isBody(reply.body)) return reply;
    const href = `https://marketplace.example.com/products/${encodeURIComponent(String(readYaml(descriptorIn(call))?.['name']))}`;
    const marketplaceInfo = { type: 'string', label: 'Marketplace', value: 'Open', href };
    return { ...reply, body: { ...reply.body, info: { privateInfo: { marketplaceInfo } } } };
  },
};

/** Mutants that fail on certain descriptors, or because of an earlier or a concurrent request. */
export const descriptorMutants: readonly Mutant[] = [
  {
    name: 'market-wants-components',
    class: 'negatives',
    defect: 'crashes on a removal of a data product without a list of components',
    caughtBy: 'MP-20',
    habits: () =>
      breakingOn((descriptor) => {
        const system = readYaml(descriptor);
        return system?.['id'] !== undefined && !Array.isArray(system['components']);
      }),
  },
  {
    name: 'market-shows-components-alone',
    class: 'negatives',
    defect: 'crashes on an insertion of a data product without a list of components',
    caughtBy: 'MP-20',
    habits: () =>
      when(INSERT, (_, call) => !Array.isArray(readYaml(descriptorIn(call))?.['components']), broken),
  },
  {
    name: 'market-wants-results',
    class: 'negatives',
    defect: 'crashes on an insertion of a component without results',
    caughtBy: 'MP-20',
    habits: () =>
      when(
        INSERT,
        (_, call) => {
          const components = readYaml(descriptorIn(call))?.['components'];
          return Array.isArray(components) && components.some((one) => !isBody(one) || !isBody(one['info']));
        },
        broken,
      ),
  },
  {
    name: 'market-wants-an-id',
    class: 'negatives',
    defect: 'crashes on a data product without an id',
    caughtBy: 'MP-20',
    habits: () =>
      breakingOn((descriptor) => {
        const system = readYaml(descriptor);
        return system !== undefined && system['id'] === undefined;
      }),
  },
  {
    name: 'market-lines-of-windows',
    class: 'negatives',
    defect: 'crashes on a descriptor with CRLF line endings',
    caughtBy: 'MP-05',
    habits: () => breakingOn((descriptor) => descriptor.includes('\r\n')),
  },
  {
    name: 'market-blocks-alone',
    class: 'negatives',
    defect: 'crashes on a descriptor that is JSON',
    caughtBy: 'MP-05',
    habits: () => breakingOn((descriptor) => descriptor.startsWith('{')),
  },
  {
    name: 'market-in-ascii',
    class: 'negatives',
    defect: 'crashes on a descriptor with non-ASCII text',
    caughtBy: 'MP-05',
    habits: () => breakingOn((descriptor) => !isAscii(descriptor)),
  },
  {
    name: 'market-list-breaks',
    class: 'negatives',
    defect: 'crashes on a descriptor that is a list',
    caughtBy: 'MP-16',
    habits: () =>
      breakingOn((descriptor) => Array.isArray(readYaml(descriptor)) || descriptor.startsWith('- ')),
  },
  {
    name: 'market-removes-a-sentence',
    class: 'negatives',
    defect: 'accepts a sentence as the descriptor of a removal',
    caughtBy: 'MP-16',
    habits: () =>
      when('delete', (_, call) => descriptorIn(call).startsWith('a text'), {
        status: 200,
        body: 'There was nothing to remove.',
      }),
  },
  {
    name: 'market-object-for-text',
    class: 'negatives',
    defect: 'takes a descriptor that is an object',
    caughtBy: 'MP-02',
    habits: () =>
      when(INSERT, (_, { input }) => isBody(input) && isBody(input['descriptor']), {
        status: 200,
        body: { status: 'COMPLETED' },
      }),
  },
  {
    name: 'market-pages-by-name',
    class: 'identity and isolation',
    defect: 'derives the page of a data product from its name, which is not unique',
    caughtBy: 'MP-14',
    habits: () => pagesByName,
  },
  {
    name: 'market-entry-is-an-address',
    class: 'shape',
    defect: 'returns the address of the entry instead of the entry',
    caughtBy: 'MP-03',
    habits: () =>
      when(INSERT, fine, {
        status: 200,
        body: {
          status: 'COMPLETED',
          info: { privateInfo: { marketplaceInfo: 'https://marketplace.example.com/products/1' } },
        },
      }),
  },
  {
    name: 'market-apostrophes-break',
    class: 'negatives',
    defect: 'crashes on a descriptor with an apostrophe',
    caughtBy: 'MP-05',
    habits: () => breakingOn((descriptor) => descriptor.includes("'")),
  },
  {
    name: 'market-number-in-a-list',
    class: 'negatives',
    defect: 'accepts a list of one number as the number of an output port',
    caughtBy: 'MP-11',
    habits: () =>
      when('updateAcl', (_, { input }) => isBody(input) && Array.isArray(input['outputPortId']), {
        status: 204,
      }),
  },
  {
    name: 'market-first-identity-read',
    class: 'negatives',
    defect: 'accepts any list of identities that starts with a string',
    caughtBy: 'X-12',
    habits: () =>
      when(
        'updateAcl',
        (_, { input }) =>
          isBody(input) &&
          Array.isArray(input['refs']) &&
          input['refs'].length > 1 &&
          typeof input['refs'][0] === 'string',
        { status: 204 },
      ),
  },
  {
    name: 'market-null-among-identities',
    class: 'negatives',
    defect: 'accepts null in the list of identities',
    caughtBy: 'X-12',
    habits: () =>
      when(
        'updateAcl',
        (_, { input }) => isBody(input) && Array.isArray(input['refs']) && input['refs'].includes(null),
        { status: 204 },
      ),
  },
  {
    name: 'market-identities-in-ascii',
    class: 'negatives',
    defect: 'crashes on an identity with non-ASCII text',
    caughtBy: 'X-24',
    habits: () => when('updateAcl', (_, { input }) => !isAscii(JSON.stringify(input)), broken),
  },
  {
    name: 'market-answers-as-before',
    class: 'state over time',
    defect: 'returns the error of a rejected insertion for the next one, too',
    caughtBy: 'MP-05',
    habits: () => spoilt(INSERT, (reply, before) => before ?? reply),
  },
  {
    name: 'market-refuses-once-more',
    class: 'state over time',
    defect: 'rejects the change of access after a rejected one',
    caughtBy: 'MP-12',
    habits: () => spoilt('updateAcl', () => refuse(400, 'the transaction was aborted')),
  },
  {
    name: 'market-shares-a-page',
    class: 'identity and isolation',
    defect: 'returns the page of the last of several concurrent insertions to all',
    caughtBy: 'MP-14',
    habits: () => sharing(),
  },
];
