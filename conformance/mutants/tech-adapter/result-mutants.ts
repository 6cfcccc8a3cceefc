import { componentOf, findingsIn, readYaml } from '../descriptors.ts';
import {
  answering,
  counting,
  ending,
  failed,
  failing,
  failingAfterARefusal,
  isOver,
  numbered,
  rejecting,
} from '../habits.ts';
import { type Change, mutants } from '../mutant.ts';
import { type Body, breakDown, isBody, withBody } from '../reply.ts';
import type { Habits } from '../server.ts';
import { isJob, isReadable } from './faults.ts';

const refsOf = (input: unknown): string[] =>
  isBody(input) && Array.isArray(input['refs']) ? input['refs'].map(String) : [];

const LINK = { type: 'string', label: 'View', value: 'Shipments', href: 'console/view' };

const infoOf = ({ provisionInfo }: Body): Body => (isBody(provisionInfo) ? provisionInfo : {});

const refsIn = ({ refs }: Body): readonly unknown[] => (Array.isArray(refs) ? refs : []);

/** The component whose access the request sets, or that its descriptor names. */
const subjectOf = (operation: string, input: Body): string =>
  componentOf(operation === 'updateacl' ? { descriptor: infoOf(input)['request'] } : input) ?? '';

/** Mutants with wrong results. */
export const resultMutants = mutants<Change<Habits>>({
  'CO-01': {
    'reports a descriptor as invalid, and provisions it anyway': {
      finish: (end, { operation }) => {
        const verdict = { valid: false, error: { errors: ['the schema is not known'] } };
        return operation === 'asyncValidate'
          ? { ...end, info: { publicInfo: verdict } }
          : operation === 'validate'
            ? verdict
            : end;
      },
    },
  },
  'CO-02': {
    'never finds an error in the asynchronous validation': ending('asyncValidate', (end) => ({
      ...end,
      info: { publicInfo: { valid: true } },
    })),
    'fails the asynchronous validation of a valid descriptor': ending('asyncValidate', (end, input) =>
      findingsIn(input).length === 0 ? failed('no worker') : end,
    ),
  },
  'CO-03': {
    'fails to set the same identities in another order': settingInOrder,
    'reports identities in upper case': tellingAccess((refs) => refs.map((ref) => ref.toUpperCase())),
    'lists every identity with access twice': tellingAccess((refs) => [...refs, ...refs]),
    'fails updateacl with lists of more than 50 names': failing(
      'updateacl',
      (input) => refsIn(input).length > 50,
    ),
    'cannot set access to a component that was provisioned twice': provisionedTwice,
  },
  'CO-05': {
    'provisions a component descriptor that names no component': ending('provision', (end, input) =>
      findingsIn(input)[0] === 'componentIdToProvision is missing'
        ? { status: 'COMPLETED', result: 'done' }
        : end,
    ),
    'completes an unprovision that names no component': ending('unprovision', (end, input) =>
      readYaml(String(input['descriptor'])) !== undefined && componentOf(input) === undefined
        ? { status: 'COMPLETED', result: 'removed' }
        : end,
    ),
  },
  'CO-06': {
    'fails when an access list has groups only': {
      finish: (end, { operation, input }) => {
        const refs = refsOf(input);
        const hasUser = refs.some((ref) => ref.startsWith('user:'));
        return operation === 'updateacl' && refs.length > 0 && !hasUser ? failed('no principal') : end;
      },
    },
    'ends every updateacl as FAILED when the list is empty': failing('updateacl', () => true),
  },
  'CO-10': {
    'fails to remove a component whose provision was terminated': lockingWhatIsStopped,
    'rejects each unprovision': rejecting('unprovision', 'removeData'),
    'fails to remove the jobs that it provisioned': removingNoJobs,
    'rejects an unprovision with data': rejecting(
      'unprovision',
      'removeData',
      ({ removeData }) => removeData === true,
    ),
  },
  'CO-12': {
    'names the wrong field when the descriptor is missing': {
      answer: (reply, { input }) =>
        reply.status === 400 && isBody(input)
          ? withBody(reply, { inputErrorField: 'descriptorKind' })
          : reply,
    },
  },
  'TA-01': {
    'returns 200 for the start of a validation': answering('asyncValidate', (reply) =>
      reply.status === 202 ? { ...reply, status: 200 } : reply,
    ),
  },
  'TA-02': {
    'ends a validation as TERMINATED': {
      look: (seen, job) =>
        job.kind === 'validation' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    },
  },
  'TA-03': {
    'completes a validation without a verdict': ending('asyncValidate', () => ({ status: 'COMPLETED' })),
    'has the verdict of a validation in result': ending('asyncValidate', ({ info, ...end }) => ({
      ...end,
      result: isBody(info) ? info['publicInfo'] : undefined,
    })),
  },
  'TA-04': {
    'reports valid: false without a reason': ending('asyncValidate', (end, input) =>
      findingsIn(input).length > 0 ? { ...end, info: { publicInfo: { valid: false } } } : end,
    ),
  },
  'TA-05': {
    'reports valid: true with a list of errors': ending('validate', (end, input) =>
      findingsIn(input).length === 0 ? { valid: true, error: { errors: ['owner is missing'] } } : end,
    ),
  },
  'TA-06': {
    'ends the validation of an invalid descriptor as FAILED': ending('asyncValidate', (end, input) =>
      findingsIn(input).length > 0 ? { status: 'FAILED' } : end,
    ),
  },
  'TA-12': {
    'reports a descriptor as valid, and then rejects its provision': rejecting('provision', 'descriptor'),
    'returns 200 and a token for provision': answering('provision', (reply) =>
      reply.status === 202 ? { ...reply, status: 200 } : reply,
    ),
  },
  'TA-13': {
    'returns the states of provisioning in lower case': {
      look: (seen, { kind }) =>
        kind === 'provisioning' ? { ...seen, status: String(seen['status']).toLowerCase() } : seen,
    },
  },
  'TA-16': {
    'fails without a log or a message': {
      finish: (end) => (end['status'] === 'FAILED' ? { status: 'FAILED', result: '', logs: [] } : end),
    },
  },
  'TA-17': {
    'returns its information only in the deprecated result': ending('provision', (end, input) =>
      end['status'] === 'COMPLETED'
        ? { status: 'COMPLETED', result: JSON.stringify({ view: componentOf(input) }) }
        : end,
    ),
  },
  'TA-24': {
    'fails to remove a component that was never provisioned': failingOverNothing,
    'crashes on an unprovision of a component that is not in the descriptor': answering(
      'unprovision',
      (reply, { input }) =>
        isBody(input) && componentOf(input)?.endsWith(':not-here') === true
          ? breakDown('no such component')
          : reply,
    ),
  },
  'TA-25': {
    'creates another resource with a number in its name when a provision is repeated': () =>
      counting('provision', numbered),
    'fails every provision after it rejected one': failingAfterARefusal,
  },
  'TA-33': {
    'rejects unknown accessControlFields': rejecting(
      'updateacl',
      'accessControlFields',
      (input) => 'accessControlFields' in input,
    ),
  },
  'TA-34': {
    'crashes on a reverse provisioning': answering('runReverseProvisioning', (reply) =>
      reply.status === 202 ? breakDown('no reader') : reply,
    ),
    'crashes on a reverse provisioning without optional fields': answering(
      'runReverseProvisioning',
      (reply, { input }) =>
        reply.status === 202 && isBody(input) && !('params' in input) ? breakDown('no params') : reply,
    ),
    'has no reverse provisioning': {
      answer: (reply, { operation }) =>
        /everse/.test(operation) ? { status: 404, body: { detail: 'Not Found' } } : reply,
    },
  },
  'TA-36': {
    'ends a reverse provisioning as TERMINATED': {
      look: (seen, { kind }) =>
        kind === 'reverse' && isOver(seen) ? { ...seen, status: 'TERMINATED' } : seen,
    },
  },
  'TA-38': {
    'reports a change of a field that is not in the request': ending('runReverseProvisioning', (end) => ({
      ...end,
      updates: { 'warehouse.table': 'SHIPMENTS' },
    })),
    'names an update by a path with an empty segment': {
      finish: (end, { kind }) =>
        kind === 'reverse' ? { ...end, updates: { 'spec..tableName': 'SHIPMENTS' } } : end,
    },
  },
  'TA-39': {
    'returns links without a scheme and a host': ending('provision', (end) =>
      isBody(end['info']) ? { ...end, info: { ...end['info'], publicInfo: { view: LINK } } } : end,
    ),
  },
  'TA-42': {
    'reports that access was set for a component that is not in the descriptor': ending(
      'updateacl',
      (end, input) =>
        end['status'] === 'FAILED' && isReadable(input) ? { status: 'COMPLETED', result: 'done' } : end,
    ),
  },
  'TA-43': {
    'reports no changes in every second reverse provisioning': emptyAgain,
  },
});

function lockingWhatIsStopped(): Partial<Habits> {
  const locked = new Set<string>();
  return {
    find: (job, { operation }) => {
      if (job !== undefined && operation === 'terminateProvisioning')
        locked.add(componentOf(job.input) ?? '');
      return job;
    },
    finish: (end, { operation, input }) =>
      operation === 'unprovision' && locked.has(componentOf(input) ?? '')
        ? failed('the state is locked')
        : end,
  };
}

/** Remembers the components that it provisioned, and fails to unprovision any other component. */
function failingOverNothing(): Partial<Habits> {
  const there = new Set<string>();
  return {
    finish(end, { operation, input }) {
      const name = componentOf(input) ?? '';
      if (operation === 'provision' && end['status'] === 'COMPLETED') there.add(name);
      if (operation !== 'unprovision' || end['status'] !== 'COMPLETED' || there.delete(name)) return end;
      const log = { timestamp: new Date().toISOString(), level: 'ERROR', message: 'there is nothing' };
      return { status: 'FAILED', result: 'there is nothing', logs: [log] };
    },
  };
}

function removingNoJobs(): Partial<Habits> {
  const there = new Set<string>();
  return {
    finish: (end, { operation, input }) => {
      const text = String(input['descriptor']);
      const name = componentOf(input) ?? '';
      if (operation === 'provision' && isJob(text)) there.add(name);
      return operation === 'unprovision' && there.delete(name) ? failed('the job is running') : end;
    },
  };
}

function tellingAccess(tell: (refs: readonly string[]) => readonly string[]): Partial<Habits> {
  return {
    finish(end, { operation, input }) {
      if (operation !== 'updateacl' || end['status'] !== 'COMPLETED' || !Array.isArray(input['refs']))
        return end;
      const aclInfo = tell(input['refs'].map(String)).map((identity) => ({ identity, locked: false }));
      return { ...end, info: { publicInfo: {}, privateInfo: {}, aclInfo } };
    },
  };
}

function settingInOrder(): Partial<Habits> {
  const before = new Map<string, readonly unknown[]>();
  const text = (refs: readonly unknown[]): string => JSON.stringify(refs);
  return {
    finish(end, { operation, input: { refs, provisionInfo } }) {
      if (operation !== 'updateacl' || end['status'] !== 'COMPLETED' || !Array.isArray(refs)) return end;
      const component = isBody(provisionInfo) ? String(provisionInfo['request']) : '';
      const set = before.get(component) ?? refs;
      before.set(component, refs);
      const isMoved = text(set) !== text(refs) && text([...set].sort()) === text([...refs].sort());
      return isMoved ? failed('the list has moved') : end;
    },
  };
}

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
