import { componentOf } from './descriptors.ts';
import { withBody } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
import { type Call, type Habits, isBody } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants that confuse similar values, or reject another valid form of a value. */
export const nearMissMutants: readonly Mutant[] = [
  mutant('TA-20', 'accepts an unknown component when the last segment of its id is known', () =>
    findingComponents((known, asked) => known.split(':').at(-1) === asked.split(':').at(-1)),
  ),
  mutant('TA-20', 'accepts an unknown component when the start of its id is known', () =>
    findingComponents((known, asked) => known.startsWith(asked)),
  ),
  mutant('TA-21', 'requires removeData on a provision', () => ({
    refuse: ({ operation, input }, found) =>
      operation === 'provision' && isBody(input) && 'descriptor' in input && !('removeData' in input)
        ? [...found, { field: 'removeData', message: 'removeData is required' }]
        : found,
  })),
  mutant('TA-10', 'crashes on a descriptor that is YAML but not a mapping', () => ({
    answer: (reply, { input }) =>
      isBody(input) && typeof input['descriptor'] === 'string' && /^[\w ]+$/.test(input['descriptor'].trim())
        ? breakDown("TypeError: 'str' object")
        : reply,
  })),
  mutant('TA-32', 'accepts any identity prefix', () => takingRefs(/^\w+:./)),
  mutant('TA-32', 'accepts an identity with a prefix and no name', () => takingRefs(/^(user|group):/)),
  mutant('X-10', 'returns inputErrorField as a JSON pointer', () => ({
    answer: (reply) => {
      const field = isBody(reply.body) ? reply.body['inputErrorField'] : undefined;
      return typeof field === 'string' ? withBody(reply, { inputErrorField: `/body/${field}` }) : reply;
    },
  })),
  mutant('TA-41', 'crashes on a descriptor with Windows line endings', () =>
    breakingOn(({ input }) => isBody(input) && String(input['descriptor']).includes('\r\n')),
  ),
  mutant('TA-41', 'rejects a descriptor that is JSON', () => ({
    refuse: ({ input }, found) =>
      isBody(input) && String(input['descriptor']).startsWith('{')
        ? [...found, { field: 'descriptor', message: 'the descriptor is not YAML' }]
        : found,
  })),
  mutant('TA-41', 'crashes on a descriptor of a whole system', () =>
    breakingOn(({ input }) => isBody(input) && input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR'),
  ),
];

/** Finds a component by a loose comparison of ids. */
function findingComponents(isSame: (known: string, asked: string) => boolean): Partial<Habits> {
  const known = ['shipments-view', 'warehouse-tables', 'daily-load'].map(
    (name) => `urn:dmb:cmp:logistics:shipment-tracking:1:${name}`,
  );
  return {
    finish: (end, { operation, input }) => {
      const asked = componentOf(input);
      const isTaken =
        operation === 'provision' &&
        asked !== undefined &&
        end['status'] === 'FAILED' &&
        known.some((one) => isSame(one, asked));
      return isTaken
        ? { status: 'COMPLETED', result: 'done', info: { publicInfo: {}, privateInfo: {} } }
        : end;
    },
  };
}

/** Validates refs less strictly than the contract does. */
function takingRefs(pattern: RegExp): Partial<Habits> {
  return {
    refuse: ({ operation, input }, found) =>
      operation === 'updateacl' &&
      isBody(input) &&
      Array.isArray(input['refs']) &&
      input['refs'].every((ref) => pattern.test(String(ref)))
        ? found.filter(({ field }) => field !== 'refs.0')
        : found,
  };
}

function breakingOn(isBad: (call: Call) => boolean): Partial<Habits> {
  return { answer: (reply, call) => (isBad(call) ? breakDown('ValueError') : reply) };
}
