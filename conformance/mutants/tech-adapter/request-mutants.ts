import { componentOf, findingsIn, readYaml } from '../descriptors.ts';
import { answering, ending, failed, isStart, rejecting, removingWhatIsThere, taking } from '../habits.ts';
import { type Change, mutants } from '../mutant.ts';
import { type Body, breakDown, isBody, refuse } from '../reply.ts';
import type { Call, Habits } from '../server.ts';
import { isJob, isReadable, listOf } from './faults.ts';

const requestOf = ({ provisionInfo }: Body): string =>
  isBody(provisionInfo) ? String(provisionInfo['request']) : '';

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

/** Reports that the data was removed as well. */
const withoutData = (end: Body): Body => ({
  ...end,
  result: 'data removed',
  logs: [{ timestamp: new Date().toISOString(), level: 'INFO', message: 'data removed' }],
});

const WITH_RESULTS = 'DATAPRODUCT_DESCRIPTOR_WITH_RESULTS';

/** Mutants that accept, reject, or answer requests incorrectly. */
export const requestMutants = mutants<Change<Habits>>({
  'TA-10': {
    'reports an empty descriptor as valid': answering('validate', (reply, { input }) =>
      isBody(input) && input['descriptor'] === '' ? { status: 200, body: { valid: true } } : reply,
    ),
    'crashes on an access request whose descriptor is not YAML': answering('updateacl', (reply, { input }) =>
      isBody(input) && reply.status === 202 && !isReadable(input) ? breakDown('ParserError') : reply,
    ),
    'crashes on a descriptor that is YAML but not a mapping': {
      answer: (reply, { input }) =>
        isBody(input) &&
        typeof input['descriptor'] === 'string' &&
        /^[\w ]+$/.test(input['descriptor'].trim())
          ? breakDown("TypeError: 'str' object")
          : reply,
    },
    'returns 500 for a descriptor that is not YAML': answering('validate', (reply, { input }) =>
      isBody(input) && findingsIn(input)[0] === 'descriptor is not YAML' && reply.status === 200
        ? {
            status: 500,
            body: { error: 'ScannerError', userMessage: 'x', moreInfo: { problems: [], solutions: [] } },
          }
        : reply,
    ),
    'reports an empty descriptor as valid in the asynchronous validation': ending(
      'asyncValidate',
      (end, input) =>
        input['descriptor'] === '' ? { status: 'COMPLETED', info: { publicInfo: { valid: true } } } : end,
    ),
    'crashes on an unprovision whose descriptor is not YAML': answering('unprovision', (reply, { input }) =>
      reply.status === 202 && isBody(input) && readYaml(String(input['descriptor'])) === undefined
        ? breakDown('no mapping')
        : reply,
    ),
  },
  'TA-11': {
    'has no synchronous validation': answering('validate', () => ({
      status: 404,
      body: { detail: 'Not Found' },
    })),
  },
  'TA-18': {
    'rejects an unprovision with an enriched descriptor': rejecting(
      'unprovision',
      'latestEnrichedDescriptor',
      (input) => 'latestEnrichedDescriptor' in input,
    ),
    'crashes when the enriched descriptor does not contain the component yet': answering(
      'provision',
      (reply, { input }) =>
        reply.status === 202 && isBody(input) && !isInEnriched(input) ? breakDown('NoSuchElement') : reply,
    ),
    'rejects an unprovision without an enriched descriptor': rejecting(
      'unprovision',
      'latestEnrichedDescriptor',
      (input) => input['latestEnrichedDescriptor'] === undefined,
    ),
  },
  'TA-19': {
    'validates against the enriched descriptor': ending('asyncValidate', (end, input) =>
      input['latestEnrichedDescriptor'] !== undefined
        ? { ...end, info: { publicInfo: { valid: false, error: { errors: ['already deployed'] } } } }
        : end,
    ),
    'reports a descriptor as invalid in the synchronous validation when the enriched descriptor reports a deployment':
      ending('validate', (end, input) =>
        input['latestEnrichedDescriptor'] !== undefined
          ? { valid: false, error: { errors: ['the component is there already'] } }
          : end,
      ),
  },
  'TA-20': {
    'reports success for a component that is not in the descriptor': ending('provision', (end, input) =>
      findingsIn(input).length > 0 ? { status: 'COMPLETED', result: 'done' } : end,
    ),
  },
  'TA-21': {
    'removes existing data when removeData is omitted': removingWhatIsThere,
    'requires removeData': {
      refuse: ({ operation, input }, found) =>
        isStart(operation) && isBody(input) && 'descriptor' in input && !('removeData' in input)
          ? [...found, { field: 'removeData', message: 'removeData is required' }]
          : found,
    },
    'removes the data when removeData is omitted with an enriched descriptor': {
      finish(end, { operation, input }) {
        if (operation !== 'unprovision' || end['status'] !== 'COMPLETED') return end;
        const { removeData, latestEnrichedDescriptor } = input;
        const isRemoved = removeData ?? latestEnrichedDescriptor !== undefined;
        return isRemoved === true ? withoutData(end) : { ...end, result: 'data kept', logs: [] };
      },
    },
  },
  'TA-30': {
    'fails on a result message of several lines': failingOnMessage((message) => message.includes('\n')),
    'fails on an empty result message': failingOnMessage((message) => message === ''),
    'requires accessControlFields': rejecting(
      'updateacl',
      'accessControlFields',
      (input) => !('accessControlFields' in input),
    ),
  },
  'TA-32': {
    'accepts an identity that is neither a user nor a group': taking('updateacl', 'refs.0'),
  },
  'TA-41': {
    'uses the first component when the descriptor names null': ending('validate', (end, input) =>
      readYaml(String(input['descriptor']))?.['componentIdToProvision'] === null ? { valid: true } : end,
    ),
    'parses the JSON of an access request as YAML, which does not allow tabs': rejecting(
      'updateacl',
      'provisionInfo.request',
      (input) => requestOf(input).includes('\n\t'),
    ),
    'crashes when the enriched descriptor cannot be parsed': {
      answer: (reply, { input }) =>
        isBody(input) &&
        typeof input['latestEnrichedDescriptor'] === 'string' &&
        readYaml(input['latestEnrichedDescriptor']) === undefined
          ? breakDown('mapping values are not allowed here')
          : reply,
    },
    'crashes on a descriptor with Windows line endings': breakingOn(
      ({ input }) => isBody(input) && String(input['descriptor']).includes('\r\n'),
    ),
    'rejects a descriptor that is JSON': {
      refuse: ({ input }, found) =>
        isBody(input) && String(input['descriptor']).startsWith('{')
          ? [...found, { field: 'descriptor', message: 'the descriptor is not YAML' }]
          : found,
    },
    'crashes on a descriptor of a whole system': breakingOn(
      ({ input }) => isBody(input) && input['descriptorKind'] === 'DATAPRODUCT_DESCRIPTOR',
    ),
    'reports a descriptor of more than 65535 characters as invalid': doubting(
      'validate',
      (text) => text.length > 65_535,
    ),
    'reports a descriptor with a non-ASCII comment as invalid': doubting('validate', (text) =>
      [...text].some((letter) => letter.charCodeAt(0) > 127),
    ),
    'crashes on the asynchronous validation of a system with results': breakingOnResults('asyncValidate'),
    'crashes on the synchronous validation of a system with results': breakingOnResults('validate'),
    'crashes on a component with only an id': breakingOnSystems((system) =>
      listOf(system?.['components']).some((one) => one['kind'] === undefined),
    ),
    'crashes when the list of components is null': breakingOnSystems(
      (system) => system?.['components'] === null,
    ),
    'crashes on a version that YAML parses as a number': breakingOnSystems(
      (system) => typeof system?.['version'] === 'number',
    ),
    'repeats the first verdict on a component, whatever the descriptor says later': keepingVerdicts,
  },
  'X-01': {
    'returns 404 for a termination request when termination is not supported': answering(
      'terminateProvisioning',
      () => ({ status: 404, body: { detail: 'Not Found' } }),
    ),
  },
  'X-07': {
    'returns a 501 without an error string for a termination request': {
      termination: false,
      answer: (reply) => (reply.status === 501 ? { ...reply, body: { message: 'no' } } : reply),
    },
  },
  'X-08': {
    'returns a plain-text 500 for a termination request': answering('terminateProvisioning', () => ({
      status: 500,
      body: { error: 'boom' },
    })),
  },
  'X-12': {
    'treats a list in the list of names as its first name': takingAmongRefs(Array.isArray),
    'accepts an object in the list of names': takingAmongRefs(isBody),
  },
  'X-18': {
    'accepts a path that only starts like that of an operation': answering('none', (reply, { headers }) =>
      Number(headers['content-length'] ?? 0) > 0 ? { status: 200, body: { valid: true } } : reply,
    ),
  },
  'X-21': {
    'decodes the text that it returns in errors with a wrong encoding': {
      answer: (reply, { operation, input }) => {
        if (operation !== 'runReverseProvisioning' || !isBody(input)) return reply;
        const template = String(input['useCaseTemplateId']);
        if (!/[^\0-\x7f]/.test(template)) return reply;
        return refuse(400, [`there is no template ${Buffer.from(template).toString('latin1')}`]);
      },
    },
  },
  'X-24': {
    'crashes when access to a job is set': answering('updateacl', (reply, { input }) =>
      isBody(input) && isJob(requestOf(input)) ? breakDown('no schema') : reply,
    ),
    'crashes on an unknown use case template': answering('runReverseProvisioning', (reply, { input }) =>
      isBody(input) && reply.status === 202 && !/^urn:[\w.:-]+$/.test(String(input['useCaseTemplateId']))
        ? breakDown('KeyError')
        : reply,
    ),
  },
});

/** Accepts refs that are not strings. */
function takingAmongRefs(isTaken: (ref: unknown) => boolean): Partial<Habits> {
  return {
    refuse: ({ operation, input }, found) => {
      const refs = operation === 'updateacl' && isBody(input) ? input['refs'] : undefined;
      return Array.isArray(refs) && refs.every((ref: unknown) => typeof ref === 'string' || isTaken(ref))
        ? found.filter(({ field }) => field !== 'refs.0' || !refs.some(isTaken))
        : found;
    },
  };
}

function failingOnMessage(isBad: (message: string) => boolean): Partial<Habits> {
  return {
    finish: (end, { operation, input }) => {
      const info = input['provisionInfo'];
      return operation === 'updateacl' && isBody(info) && isBad(String(info['result']))
        ? failed('no such message')
        : end;
    },
  };
}

/** Also true without an enriched descriptor to search. */
function isInEnriched(input: Body): boolean {
  const system = readYaml(String(input['latestEnrichedDescriptor']));
  return system === undefined || componentsOf(system).includes(componentOf(input) ?? '');
}

function componentsOf(system: Body): string[] {
  const components = system['components'];
  return Array.isArray(components) ? components.filter(isBody).map((one) => String(one['id'])) : [];
}

function breakingOn(isBad: (call: Call) => boolean): Partial<Habits> {
  return { answer: (reply, call) => (isBad(call) ? breakDown('ValueError') : reply) };
}

function breakingOnResults(only: string): Partial<Habits> {
  return {
    answer: (reply, { operation, input }) =>
      operation === only && isBody(input) && input['descriptorKind'] === WITH_RESULTS && reply.status < 300
        ? breakDown('no such key: info')
        : reply,
  };
}

/** Crashes on some data products. */
function breakingOnSystems(isBad: (system: Body | undefined) => boolean): Partial<Habits> {
  return {
    answer(reply, { operation, input }) {
      if (operation !== 'validate' || reply.status !== 200 || !isBody(input)) return reply;
      const system = readYaml(String(input['descriptor']))?.['dataProduct'];
      return isBad(isBody(system) ? system : undefined) ? breakDown('NullPointer') : reply;
    },
  };
}

/** Repeats the first verdict on a component. */
function keepingVerdicts(): Partial<Habits> {
  const known = new Map<string, Body>();
  return {
    finish(end, { operation, input }) {
      const component = componentOf(input);
      if (operation !== 'validate' || component === undefined) return end;
      const first = known.get(component) ?? end;
      known.set(component, first);
      return first;
    },
  };
}
