import { componentOf } from './descriptors.ts';
import { withBody } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Call, type Habits, isBody } from './server.ts';
import { breakDown } from './tech-adapter.ts';

/** Mutants that confuse similar values, or reject another valid form of a value. */
export const nearMissMutants: readonly Mutant[] = [
  {
    name: 'component-by-its-end',
    class: 'negatives',
    defect: 'accepts an unknown component when the last segment of its id is known',
    caughtBy: 'TA-20',
    habits: () => findingComponents((known, asked) => known.split(':').at(-1) === asked.split(':').at(-1)),
  },
  {
    name: 'component-by-its-beginning',
    class: 'negatives',
    defect: 'accepts an unknown component when the start of its id is known',
    caughtBy: 'TA-20',
    habits: () => findingComponents((known, asked) => known.startsWith(asked)),
  },
  {
    name: 'remove-data-required-to-provision',
    class: 'negatives',
    defect: 'requires removeData on a provision',
    caughtBy: 'TA-21',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'provision' && isBody(input) && 'descriptor' in input && !('removeData' in input)
          ? [...found, { field: 'removeData', message: 'removeData is required' }]
          : found,
    }),
  },
  {
    name: 'sentence-breaks',
    class: 'negatives',
    defect: 'crashes on a descriptor that is YAML but not a mapping',
    caughtBy: 'TA-10',
    habits: () => ({
      answer: (reply, { input }) =>
        isBody(input) &&
        typeof input['descriptor'] === 'string' &&
        /^[\w ]+$/.test(input['descriptor'].trim())
          ? breakDown("TypeError: 'str' object")
          : reply,
    }),
  },
  {
    name: 'roles-taken',
    class: 'negatives',
    defect: 'accepts any identity prefix',
    caughtBy: 'TA-32',
    habits: () => takingRefs(/^\w+:./),
  },
  {
    name: 'nameless-refs-taken',
    class: 'negatives',
    defect: 'accepts an identity with a prefix and no name',
    caughtBy: 'TA-32',
    habits: () => takingRefs(/^(user|group):/),
  },
  {
    name: 'unknown-members-refused-when-reversing',
    class: 'negatives',
    defect: 'rejects a reverse provisioning with an unknown field',
    caughtBy: 'X-17',
    habits: () => ({
      refuse: ({ operation, input }, found) =>
        operation === 'runReverseProvisioning' && isBody(input) && 'notInTheContract' in input
          ? [...found, { field: 'notInTheContract', message: 'unknown member' }]
          : found,
    }),
  },
  {
    name: 'error-field-is-a-pointer',
    class: 'shape',
    defect: 'returns inputErrorField as a JSON pointer',
    caughtBy: 'X-10',
    habits: () => ({
      answer: (reply) => {
        const field = isBody(reply.body) ? reply.body['inputErrorField'] : undefined;
        return typeof field === 'string' ? withBody(reply, { inputErrorField: `/body/${field}` }) : reply;
      },
    }),
  },
  {
    name: 'windows-lines-break',
    class: 'shape',
    defect: 'crashes on a descriptor with Windows line endings',
    caughtBy: 'TA-41',
    habits: () => breakingOn(({ input }) => isBody(input) && String(input['descriptor']).includes('\r\n')),
  },
  {
    name: 'flow-style-refused',
    class: 'shape',
    defect: 'rejects a descriptor that is JSON',
    caughtBy: 'TA-41',
    habits: () => ({
      refuse: ({ input }, found) =>
        isBody(input) && String(input['descriptor']).startsWith('{')
          ? [...found, { field: 'descriptor', message: 'the descriptor is not YAML' }]
          : found,
    }),
  },
  {
    name: 'whole-systems-break',
    class: 'shape',
    defect: 'crashes on a descriptor of a whole system',
    caughtBy: 'TA-41',
    habits: () =>
      breakingOn(({ input }) => isBody(input) && input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR'),
  },
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
