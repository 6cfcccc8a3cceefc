import { readYaml } from '../descriptors.ts';
import { pause } from '../habits.ts';
import { type Mutant, mutant } from '../mutant.ts';
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
  mutant('MP-20', 'crashes on a removal of a data product without a list of components', () =>
    breakingOn((descriptor) => {
      const system = readYaml(descriptor);
      return system?.['id'] !== undefined && !Array.isArray(system['components']);
    }),
  ),
  mutant('MP-20', 'crashes on an insertion of a data product without a list of components', () =>
    when(INSERT, (_, call) => !Array.isArray(readYaml(descriptorIn(call))?.['components']), broken),
  ),
  mutant('MP-20', 'crashes on an insertion of a component without results', () =>
    when(
      INSERT,
      (_, call) => {
        const components = readYaml(descriptorIn(call))?.['components'];
        return Array.isArray(components) && components.some((one) => !isBody(one) || !isBody(one['info']));
      },
      broken,
    ),
  ),
  mutant('MP-20', 'crashes on a data product without an id', () =>
    breakingOn((descriptor) => {
      const system = readYaml(descriptor);
      return system !== undefined && system['id'] === undefined;
    }),
  ),
  mutant('MP-05', 'crashes on a descriptor with CRLF line endings', () =>
    breakingOn((descriptor) => descriptor.includes('\r\n')),
  ),
  mutant('MP-05', 'crashes on a descriptor that is JSON', () =>
    breakingOn((descriptor) => descriptor.startsWith('{')),
  ),
  mutant('MP-05', 'crashes on a descriptor with non-ASCII text', () =>
    breakingOn((descriptor) => !isAscii(descriptor)),
  ),
  mutant('MP-16', 'crashes on a descriptor that is a list', () =>
    breakingOn((descriptor) => Array.isArray(readYaml(descriptor)) || descriptor.startsWith('- ')),
  ),
  mutant('MP-16', 'accepts a sentence as the descriptor of a removal', () =>
    when('delete', (_, call) => /^[a-z ]+$/i.test(descriptorIn(call)), {
      status: 200,
      body: 'There was nothing to remove.',
    }),
  ),
  mutant('MP-02', 'takes a descriptor that is an object', () =>
    when(INSERT, (_, { input }) => isBody(input) && isBody(input['descriptor']), {
      status: 200,
      body: { status: 'COMPLETED' },
    }),
  ),
  mutant('MP-14', 'derives the page of a data product from its name, which is not unique', () => pagesByName),
  mutant('MP-03', 'returns the address of the entry instead of the entry', () =>
    when(INSERT, fine, {
      status: 200,
      body: {
        status: 'COMPLETED',
        info: { privateInfo: { marketplaceInfo: 'https://marketplace.example.com/products/1' } },
      },
    }),
  ),
  mutant('MP-05', 'crashes on a descriptor with an apostrophe', () =>
    breakingOn((descriptor) => descriptor.includes("'")),
  ),
  mutant('MP-11', 'accepts a list of one number as the number of an output port', () =>
    when('updateAcl', (_, { input }) => isBody(input) && Array.isArray(input['outputPortId']), {
      status: 204,
    }),
  ),
  mutant('X-12', 'accepts any list of identities that starts with a string', () =>
    when(
      'updateAcl',
      (_, { input }) =>
        isBody(input) &&
        Array.isArray(input['refs']) &&
        input['refs'].length > 1 &&
        typeof input['refs'][0] === 'string',
      { status: 204 },
    ),
  ),
  mutant('X-12', 'accepts null in the list of identities', () =>
    when(
      'updateAcl',
      (_, { input }) => isBody(input) && Array.isArray(input['refs']) && input['refs'].includes(null),
      { status: 204 },
    ),
  ),
  mutant('X-24', 'crashes on an identity with non-ASCII text', () =>
    when('updateAcl', (_, { input }) => !isAscii(JSON.stringify(input)), broken),
  ),
  mutant('MP-05', 'returns the error of a rejected insertion for the next one, too', () =>
    spoilt(INSERT, (reply, before) => before ?? reply),
  ),
  mutant('MP-12', 'rejects the change of access after a rejected one', () =>
    spoilt('updateAcl', () => refuse(400, 'the transaction was aborted')),
  ),
  mutant('MP-14', 'returns the page of the last of several concurrent insertions to all', () => sharing()),
];
