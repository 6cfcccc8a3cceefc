import { componentOf, readYaml } from './descriptors.ts';
import { failed, isOver } from './habits.ts';
import type { Mutant } from './mutant.ts';
import { type Body, type Habits, isBody } from './server.ts';
import { breakDown } from './tech-adapter.ts';

type Look = (input: Body) => boolean;

/** Accepts an invalid value of one field in one form, for one operation. */
const taking = (operation: string, field: string, isTaken: Look): Partial<Habits> => ({
  refuse: (call, found) =>
    call.operation === operation && isBody(call.input) && isTaken(call.input)
      ? found.filter((one) => one.field !== field)
      : found,
});

/** Rejects a valid value. */
const refusing = (operation: string, field: string, isRefused: Look): Partial<Habits> => ({
  refuse: (call, found) =>
    call.operation === operation && isBody(call.input) && isRefused(call.input)
      ? [...found, { field, message: `${field} is not accepted` }]
      : found,
});

/** Fails a task that should succeed. */
const failing = (operation: string, isFailed: Look): Partial<Habits> => ({
  finish: (end, job) => (job.operation === operation && isFailed(job.input) ? failed('it broke') : end),
});

/** Reports one form of a valid descriptor as invalid. */
const doubting = (
  operation: 'validate' | 'asyncValidate',
  isDoubted: (text: string) => boolean,
): Partial<Habits> => ({
  finish(end, job) {
    if (job.operation !== operation || !isDoubted(String(job.input['descriptor']))) return end;
    const publicInfo = { valid: false, error: { errors: ['the descriptor cannot be read'] } };
    return operation === 'validate' ? publicInfo : { status: 'COMPLETED', info: { publicInfo } };
  },
});

const infoOf = ({ provisionInfo }: Body): Body => (isBody(provisionInfo) ? provisionInfo : {});
const refsIn = ({ refs }: Body): readonly unknown[] => (Array.isArray(refs) ? refs : []);
/** The component whose access the request sets, or that its descriptor names. */
const subjectOf = (operation: string, input: Body): string =>
  componentOf(operation === 'updateacl' ? { descriptor: infoOf(input)['request'] } : input) ?? '';

/** Mutants that fail on one form of one field in one operation. */
const inOneForm: readonly Mutant[] = [
  {
    name: 'number-provisioned',
    class: 'negatives',
    defect: 'accepts a number as the descriptor of provision only',
    caughtBy: 'TA-08',
    habits: () => taking('provision', 'descriptor', ({ descriptor }) => typeof descriptor === 'number'),
  },
  {
    name: 'object-removed',
    class: 'negatives',
    defect: 'accepts an object as the descriptor of unprovision only',
    caughtBy: 'TA-08',
    habits: () => taking('unprovision', 'descriptor', ({ descriptor }) => isBody(descriptor)),
  },
  {
    name: 'object-validated-later',
    class: 'negatives',
    defect: 'accepts an object as the descriptor of the asynchronous validation only',
    caughtBy: 'TA-08',
    habits: () => taking('asyncValidate', 'descriptor', ({ descriptor }) => isBody(descriptor)),
  },
  {
    name: 'one-for-true',
    class: 'negatives',
    defect: 'accepts 1 as true on unprovision',
    caughtBy: 'TA-22',
    habits: () => taking('unprovision', 'removeData', ({ removeData }) => removeData === 1),
  },
  {
    name: 'word-for-true',
    class: 'negatives',
    defect: 'accepts a string as removeData on provision',
    caughtBy: 'TA-22',
    habits: () => taking('provision', 'removeData', ({ removeData }) => typeof removeData === 'string'),
  },
  {
    name: 'object-for-a-message',
    class: 'negatives',
    defect: 'accepts an object as the result message of updateacl',
    caughtBy: 'X-12',
    habits: () => taking('updateacl', 'provisionInfo.result', (input) => isBody(infoOf(input)['result'])),
  },
  {
    name: 'text-for-free-fields',
    class: 'negatives',
    defect: 'accepts a string as accessControlFields of updateacl',
    caughtBy: 'CO-11',
    habits: () =>
      taking('updateacl', 'accessControlFields', (input) => typeof input['accessControlFields'] === 'string'),
  },
  {
    name: 'no-long-message',
    class: 'negatives',
    defect: 'rejects a result message of more than 255 characters in updateacl',
    caughtBy: 'TA-30',
    habits: () =>
      refusing('updateacl', 'provisionInfo.result', (input) => String(infoOf(input)['result']).length > 255),
  },
  {
    name: 'no-long-list',
    class: 'negatives',
    defect: 'fails updateacl with lists of more than 50 names',
    caughtBy: 'CO-03',
    habits: () => failing('updateacl', (input) => refsIn(input).length > 50),
  },
  {
    name: 'column-too-narrow',
    class: 'cross-field meaning',
    defect: 'reports a descriptor of more than 65535 characters as invalid',
    caughtBy: 'TA-41',
    habits: () => doubting('validate', (text) => text.length > 65_535),
  },
  {
    name: 'ascii-alone',
    class: 'cross-field meaning',
    defect: 'reports a descriptor with a non-ASCII comment as invalid',
    caughtBy: 'TA-41',
    habits: () => doubting('validate', (text) => [...text].some((letter) => letter.charCodeAt(0) > 127)),
  },
  {
    name: 'no-byte-order-mark',
    class: 'cross-field meaning',
    defect: 'reports a descriptor with a byte order mark as invalid',
    caughtBy: 'TA-41',
    habits: () => doubting('validate', (text) => text.startsWith('\uFEFF')),
  },
  {
    name: 'task-wants-plain-lines',
    class: 'cross-field meaning',
    defect: 'cannot parse CRLF line endings in the asynchronous validation',
    caughtBy: 'TA-41',
    habits: () => doubting('asyncValidate', (text) => text.includes('\r')),
  },
  {
    name: 'provision-wants-plain-lines',
    class: 'cross-field meaning',
    defect: 'fails to provision a descriptor with CRLF line endings',
    caughtBy: 'TA-41',
    habits: () => failing('provision', ({ descriptor }) => String(descriptor).includes('\r')),
  },
  {
    name: 'removal-wants-no-marker',
    class: 'cross-field meaning',
    defect: 'fails to unprovision a descriptor with a document marker',
    caughtBy: 'TA-41',
    habits: () => failing('unprovision', ({ descriptor }) => String(descriptor).startsWith('---')),
  },
  {
    name: 'removal-breaks-on-no-yaml',
    class: 'negatives',
    defect: 'crashes on an unprovision whose descriptor is not YAML',
    caughtBy: 'TA-10',
    habits: () => ({
      answer: (reply, { operation, input }) =>
        operation === 'unprovision' &&
        reply.status === 202 &&
        isBody(input) &&
        readYaml(String(input['descriptor'])) === undefined
          ? breakDown('no mapping')
          : reply,
    }),
  },
  {
    name: 'data-stay',
    class: 'cross-field meaning',
    defect: 'rejects an unprovision with data',
    caughtBy: 'CO-10',
    habits: () => refusing('unprovision', 'removeData', ({ removeData }) => removeData === true),
  },
];

/** Reports that the data was removed as well. */
const withoutData = (end: Body): Body => ({
  ...end,
  result: 'data removed',
  logs: [{ timestamp: new Date().toISOString(), level: 'INFO', message: 'data removed' }],
});

/** Mutants whose defect depends on earlier requests. */
const inOneOrder: readonly Mutant[] = [
  {
    name: 'enriched-removal-takes-the-data',
    class: 'cross-field meaning',
    defect: 'removes the data when removeData is omitted with an enriched descriptor',
    caughtBy: 'TA-21',
    habits: () => ({
      finish(end, { operation, input }) {
        if (operation !== 'unprovision' || end['status'] !== 'COMPLETED') return end;
        const { removeData, latestEnrichedDescriptor } = input;
        const isRemoved = removeData ?? latestEnrichedDescriptor !== undefined;
        return isRemoved === true ? withoutData(end) : { ...end, result: 'data kept', logs: [] };
      },
    }),
  },
  {
    name: 'nearly-a-path',
    class: 'linkage between operations',
    defect: 'accepts a path that only starts like that of an operation',
    caughtBy: 'X-18',
    habits: () => ({
      answer: (reply, { operation, headers }) =>
        operation === 'none' && Number(headers['content-length'] ?? 0) > 0
          ? { status: 200, body: { valid: true } }
          : reply,
    }),
  },
  {
    name: 'access-never-set',
    class: 'sequence',
    defect: 'ends every updateacl as FAILED when the list is empty',
    caughtBy: 'CO-06',
    habits: () => failing('updateacl', () => true),
  },
  {
    name: 'no-access-after-an-update',
    class: 'sequence',
    defect: 'cannot set access to a component that was provisioned twice',
    caughtBy: 'CO-03',
    habits: () => provisionedTwice(),
  },
  {
    name: 'no-update-after-access',
    class: 'sequence',
    defect: 'cannot provision a component again after access to it was granted',
    caughtBy: 'TA-25',
    habits: () => grantedBefore(),
  },
  {
    name: 'nothing-left-to-read',
    class: 'identity and isolation',
    defect: 'reports no changes in every second reverse provisioning',
    caughtBy: 'TA-43',
    habits: () => emptyAgain(),
  },
  {
    name: 'stopped-and-done',
    class: 'state over time',
    defect: 'reports a terminated task as COMPLETED a third of a second later',
    caughtBy: 'A-08',
    habits: () => ({
      look: (seen, { stopAskedAt = Number.POSITIVE_INFINITY }, now) =>
        isOver(seen) && now - stopAskedAt > 300 ? { status: 'COMPLETED', result: 'done' } : seen,
    }),
  },
  {
    name: 'information-of-the-one-before',
    class: 'identity and isolation',
    defect: 'reports the information of the previous provision',
    caughtBy: 'A-14',
    habits: () => oneLate(),
  },
];

function provisionedTwice(): Partial<Habits> {
  const counts = new Map<string, number>();
  return {
    finish(end, { operation, input }) {
      const subject = subjectOf(operation, input);
      const count = (counts.get(subject) ?? 0) + (operation === 'provision' ? 1 : 0);
      counts.set(subject, count);
      return operation === 'updateacl' && count > 1 ? failed('two rows where one is due') : end;
    },
  };
}

function grantedBefore(): Partial<Habits> {
  const granted = new Set<string>();
  return {
    finish(end, { operation, input }) {
      const subject = subjectOf(operation, input);
      if (operation === 'updateacl') granted.add(subject);
      return operation === 'provision' && granted.has(subject) ? failed('others own it') : end;
    },
  };
}

function emptyAgain(): Partial<Habits> {
  let count = 0;
  return {
    finish(end, { operation }) {
      if (operation !== 'runReverseProvisioning') return end;
      count += 1;
      return count % 2 === 0 ? { ...end, updates: {} } : end;
    },
  };
}

function oneLate(): Partial<Habits> {
  let before: unknown;
  return {
    finish(end, { operation }) {
      if (operation !== 'provision' || end['info'] === undefined) return end;
      const info = before ?? end['info'];
      before = end['info'];
      return { ...end, info };
    },
  };
}

/** Mutants that fail in exactly one case and handle all similar cases correctly. */
export const oneThingMutants: readonly Mutant[] = [...inOneForm, ...inOneOrder];
