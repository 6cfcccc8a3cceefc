import { componentOf, readYaml } from './descriptors.ts';
import { failed, isOver } from './habits.ts';
import { type Mutant, mutant } from './mutant.ts';
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
  mutant('TA-08', 'accepts an object as the descriptor of the asynchronous validation only', () =>
    taking('asyncValidate', 'descriptor', ({ descriptor }) => isBody(descriptor)),
  ),
  mutant('TA-22', 'accepts 1 as true on unprovision', () =>
    taking('unprovision', 'removeData', ({ removeData }) => removeData === 1),
  ),
  mutant('X-12', 'accepts an object as the result message of updateacl', () =>
    taking('updateacl', 'provisionInfo.result', (input) => isBody(infoOf(input)['result'])),
  ),
  mutant('TA-30', 'rejects a result message of more than 255 characters in updateacl', () =>
    refusing('updateacl', 'provisionInfo.result', (input) => String(infoOf(input)['result']).length > 255),
  ),
  mutant('CO-03', 'fails updateacl with lists of more than 50 names', () =>
    failing('updateacl', (input) => refsIn(input).length > 50),
  ),
  mutant('TA-41', 'reports a descriptor of more than 65535 characters as invalid', () =>
    doubting('validate', (text) => text.length > 65_535),
  ),
  mutant('TA-41', 'reports a descriptor with a non-ASCII comment as invalid', () =>
    doubting('validate', (text) => [...text].some((letter) => letter.charCodeAt(0) > 127)),
  ),
  mutant('TA-41', 'reports a descriptor with a byte order mark as invalid', () =>
    doubting('validate', (text) => text.startsWith('\uFEFF')),
  ),
  mutant('TA-41', 'cannot parse CRLF line endings in the asynchronous validation', () =>
    doubting('asyncValidate', (text) => text.includes('\r')),
  ),
  mutant('TA-41', 'fails to provision a descriptor with CRLF line endings', () =>
    failing('provision', ({ descriptor }) => String(descriptor).includes('\r')),
  ),
  mutant('TA-41', 'fails to unprovision a descriptor with a document marker', () =>
    failing('unprovision', ({ descriptor }) => String(descriptor).startsWith('---')),
  ),
  mutant('TA-10', 'crashes on an unprovision whose descriptor is not YAML', () => ({
    answer: (reply, { operation, input }) =>
      operation === 'unprovision' &&
      reply.status === 202 &&
      isBody(input) &&
      readYaml(String(input['descriptor'])) === undefined
        ? breakDown('no mapping')
        : reply,
  })),
  mutant('CO-10', 'rejects an unprovision with data', () =>
    refusing('unprovision', 'removeData', ({ removeData }) => removeData === true),
  ),
];

/** Reports that the data was removed as well. */
const withoutData = (end: Body): Body => ({
  ...end,
  result: 'data removed',
  logs: [{ timestamp: new Date().toISOString(), level: 'INFO', message: 'data removed' }],
});

/** Mutants whose defect depends on earlier requests. */
const inOneOrder: readonly Mutant[] = [
  mutant('TA-21', 'removes the data when removeData is omitted with an enriched descriptor', () => ({
    finish(end, { operation, input }) {
      if (operation !== 'unprovision' || end['status'] !== 'COMPLETED') return end;
      const { removeData, latestEnrichedDescriptor } = input;
      const isRemoved = removeData ?? latestEnrichedDescriptor !== undefined;
      return isRemoved === true ? withoutData(end) : { ...end, result: 'data kept', logs: [] };
    },
  })),
  mutant('X-18', 'accepts a path that only starts like that of an operation', () => ({
    answer: (reply, { operation, headers }) =>
      operation === 'none' && Number(headers['content-length'] ?? 0) > 0
        ? { status: 200, body: { valid: true } }
        : reply,
  })),
  mutant('CO-06', 'ends every updateacl as FAILED when the list is empty', () =>
    failing('updateacl', () => true),
  ),
  mutant('CO-03', 'cannot set access to a component that was provisioned twice', () => provisionedTwice()),
  mutant('TA-25', 'cannot provision a component again after access to it was granted', () => grantedBefore()),
  mutant('TA-43', 'reports no changes in every second reverse provisioning', () => emptyAgain()),
  mutant('A-08', 'reports a terminated task as COMPLETED a third of a second later', () => ({
    look: (seen, { stopAskedAt = Number.POSITIVE_INFINITY }, now) =>
      isOver(seen) && now - stopAskedAt > 300 ? { status: 'COMPLETED', result: 'done' } : seen,
  })),
  mutant('A-14', 'reports the information of the previous provision', () => oneLate()),
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
