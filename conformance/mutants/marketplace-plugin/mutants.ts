import { readYaml } from '../descriptors.ts';
import { rejecting, taking } from '../habits.ts';
import { type Change, mutants } from '../mutant.ts';
import { type Body, breakDown, errorList, isBody, pause, type Reply } from '../reply.ts';
import type { Call, Habits } from '../server.ts';
import { idOf } from './plugin.ts';

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const descriptorIn = ({ input }: Call): string => (isBody(input) ? String(input['descriptor']) : '');

/** Crashes on descriptors that match the predicate. */
const breakingOn = (isBad: (descriptor: string) => boolean): Partial<Habits> => ({
  answer: (reply, call) => (call.operation !== 'updateAcl' && isBad(descriptorIn(call)) ? broken : reply),
});

/** The operation that lists a data product in the marketplace. */
const INSERT = 'insertProvisioningResults';

/** Returns another response if a condition holds. */
const when = (
  operation: string,
  holds: (reply: Reply, call: Call) => boolean,
  other: Reply | ((reply: Reply) => Reply),
): Partial<Habits> => ({
  answer: (reply, call) =>
    call.operation === operation && holds(reply, call)
      ? typeof other === 'function'
        ? other(reply)
        : other
      : reply,
});

/** Whether a response is a success. */
const fine = ({ status }: Reply): boolean => status < 300;

/** A system error in the format of the contract. */
const broken: Reply = breakDown('something broke');

const telling = (info: unknown): Partial<Habits> => ({
  finish: (end) => ('info' in end ? { ...end, info } : end),
});

/** Returns the marketplace entry with the given change. */
const entry = (change: Body): Partial<Habits> =>
  telling({
    privateInfo: {
      marketplaceInfo: {
        type: 'string',
        label: 'Marketplace',
        value: 'x',
        href: 'https://m.example.com/1',
        ...change,
      },
    },
  });

/** Mutants of the marketplace plugin. */
export const marketplaceMutants = mutants<Change<Habits>>({
  'MP-01': {
    'crashes on an insertion': when(INSERT, fine, broken),
    'omits the status': {
      finish: (end) => ('status' in end ? { info: end['info'] } : end),
    },
  },
  'MP-04': {
    'returns the page of the entry as a path only': entry({ href: '/products/1' }),
  },
  'MP-05': {
    'crashes on a descriptor that is JSON': breakingOn((descriptor) => descriptor.startsWith('{')),
    'crashes on a descriptor with non-ASCII text': breakingOn((descriptor) => !isAscii(descriptor)),
    'rejects an insertion of a data product that is already shown': refusingTheSecond,
    'gives an entry another address with every insertion': readdressing,
  },
  'MP-06': {
    'crashes on a removal': when('delete', fine, broken),
  },
  'MP-07': {
    'crashes on a change of access': when('updateAcl', fine, broken),
  },
  'MP-11': {
    'accepts a list of one number as the number of an output port': when(
      'updateAcl',
      (_, { input }) => isBody(input) && Array.isArray(input['outputPortId']),
      {
        status: 204,
      },
    ),
    'accepts the number of an output port as a string': {
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && input['outputPortId'] === '12' ? [] : found,
    },
    'accepts empty values as the number zero of an output port': taking(
      'updateAcl',
      'outputPortId',
      (input) => [false, ''].some((one) => one === input['outputPortId']),
    ),
    'accepts an object as the number of an output port': taking('updateAcl', 'outputPortId', (input) =>
      isBody(input['outputPortId']),
    ),
    'rounds the number of an output port': {
      refuse: ({ input, operation }, found) =>
        operation === 'updateAcl' && isBody(input) && input['outputPortId'] === 1.5 ? [] : found,
    },
    'accepts true as the number of an output port': {
      refuse: ({ input }, found) =>
        isBody(input) && input['outputPortId'] === true
          ? found.filter(({ field }) => field !== 'outputPortId')
          : found,
    },
  },
  'MP-12': {
    'rejects a duplicate request id': refusingKnownRequests,
  },
  'MP-13': {
    'rejects a removal of a data product that is not shown': when(
      'delete',
      (reply) => String(reply.body).endsWith('not shown.'),
      errorList(400, ['not shown']),
    ),
  },
  'MP-14': {
    'returns the page of the last of several concurrent insertions to all': sharing,
    'shows all data products on one page': entry({}),
  },
  'MP-15': {
    'cannot insert a removed data product again': refusingRemoved,
  },
  'MP-16': {
    'crashes on a descriptor that is a list': breakingOn(
      (descriptor) => Array.isArray(readYaml(descriptor)) || descriptor.startsWith('- '),
    ),
    'accepts an insertion of text that is not YAML': {
      refuse: ({ input }, found) =>
        isBody(input) &&
        typeof input['descriptor'] === 'string' &&
        readYaml(input['descriptor']) === undefined
          ? []
          : found,
    },
  },
  'MP-17': {
    'rejects an empty access list': when(
      'updateAcl',
      (_reply, { input }) => isBody(input) && Array.isArray(input['refs']) && input['refs'].length === 0,
      errorList(400, ['refs is empty']),
    ),
  },
  'MP-18': {
    'rejects a request id that is not a UUID': rejecting('updateAcl', 'requestId', (input) =>
      String(input['requestId']).includes(' '),
    ),
  },
  'MP-19': {
    'refuses an access list with a group': when(
      'updateAcl',
      (_, { input }) => isBody(input) && JSON.stringify(input['refs'] ?? '').includes('"group:'),
      errorList(400, ['not a user']),
    ),
    'crashes on an identity without a prefix': breakingOnAccess(
      ({ refs }) => Array.isArray(refs) && refs.some((one) => !String(one).includes(':')),
    ),
    'crashes on a duplicate identity, like a unique key': breakingOnAccess(
      ({ refs }) => Array.isArray(refs) && new Set(refs).size < refs.length,
    ),
    'crashes on more identities than its database statement allows': breakingOnAccess(
      ({ refs }) => Array.isArray(refs) && refs.length > 100,
    ),
    'crashes on a negative output port number': breakingOnAccess(
      ({ outputPortId }) => Number(outputPortId) < 0,
    ),
  },
  'MP-20': {
    'crashes on a removal of a data product without a list of components': breakingOn((descriptor) => {
      const system = readYaml(descriptor);
      return system?.['id'] !== undefined && !Array.isArray(system['components']);
    }),
    'crashes on an insertion of a component without results': when(
      INSERT,
      (_, call) => {
        const components = readYaml(descriptorIn(call))?.['components'];
        return Array.isArray(components) && components.some((one) => !isBody(one) || !isBody(one['info']));
      },
      broken,
    ),
    'crashes on a data product without an id': breakingOn((descriptor) => {
      const system = readYaml(descriptor);
      return system !== undefined && system['id'] === undefined;
    }),
  },
  'X-01': {
    'returns 418 for a body of another media type': {
      answer: (reply) => (reply.status === 415 ? { ...reply, status: 418 } : reply),
    },
    'has no insertion': when(INSERT, () => true, { status: 404, body: { detail: 'Not Found' } }),
  },
  'X-02': {
    'returns an object for a removal': when('delete', fine, (reply) => ({
      status: 200,
      body: { message: reply.body },
    })),
  },
  'X-12': {
    'accepts a number as an identity': {
      refuse: ({ input }, found) =>
        isBody(input) && Array.isArray(input['refs'])
          ? found.filter(({ field }) => !field.startsWith('refs'))
          : found,
    },
  },
  'X-24': {
    'crashes on an identity with non-ASCII text': when(
      'updateAcl',
      (_, { input }) => !isAscii(JSON.stringify(input)),
      broken,
    ),
    'crashes on an output port with a number of more than 32 bits': breakingOnAccess(
      ({ outputPortId }) => Number(outputPortId) > 2 ** 31,
    ),
  },
});

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

function refusingTheSecond(): Partial<Habits> {
  const shown = new Set<string>();
  return {
    answer(reply, { operation, input }) {
      const id = idOf(input);
      if (operation === 'delete') shown.delete(id);
      if (operation !== INSERT || !fine(reply)) return reply;
      if (shown.has(id)) return errorList(400, ['exists already']);
      shown.add(id);
      return reply;
    },
  };
}

function readdressing(): Partial<Habits> {
  let count = 0;
  return when(INSERT, fine, (reply) => {
    count += 1;
    const marketplaceInfo = { href: `https://marketplace.example.com/entries/${count}` };
    return { ...reply, body: { status: 'COMPLETED', info: { privateInfo: { marketplaceInfo } } } };
  });
}

function refusingKnownRequests(): Partial<Habits> {
  const known = new Set<unknown>();
  return {
    answer(reply, { operation, input }) {
      if (operation !== 'updateAcl' || !fine(reply) || !isBody(input)) return reply;
      if (known.has(input['requestId'])) return errorList(400, ['the request is closed']);
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
      return operation === INSERT && removed.has(id) ? errorList(400, ['was removed']) : reply;
    },
  };
}

/** Crashes on some access lists. */
function breakingOnAccess(isBad: (input: Body) => boolean): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === 'updateAcl' && isBody(input) && reply.status === 204 && isBad(input) ? broken : reply,
  };
}
