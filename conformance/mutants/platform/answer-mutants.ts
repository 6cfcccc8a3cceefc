import { type Change, mutants } from '../mutant.ts';
import type { Body } from '../reply.ts';
import { membersOf } from './asked.ts';
import { ASK, PREVIEW } from './faults.ts';
import { instead, listOf, on, onGood, refusing, setting, taking } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Habits } from './server.ts';

const REGISTER = 'builder.registerTechAdapter';
const START = 'coordinator-v2.startProvisioning';

/** Mutants with wrong responses and rejections. */
export const answerMutants = mutants<Change<Habits>>({
  'P-01': {
    'does not serve the statistics of the policies that fail most often': on(
      'governance.getTopFailedPolicies',
      () => ({ status: 404, body: { errors: ['no route'] } }),
    ),
    'crashes on a valid preview': on('coordinator-v2.previewProvisioning', () => ({
      status: 500,
      body: { error: 'broken' },
    })),
  },
  'P-02': {
    'removes a tech adapter and sends Content-Length with an empty 204': instead(
      'coordinator-v2.deleteTechAdapter',
      204,
      () => ({ status: 200, body: { removed: true } }),
    ),
    'returns 204 for an abort': instead('coordinator-v2.abortProvisioning', 202, () => ({ status: 204 })),
  },
  'P-03': {
    'returns an update time of a hook before its creation time': setting('builder.updateHook', {
      updateAt: '2020-01-01T00:00:00.000Z',
    }),
    'returns the creation time of a policy without an offset': onGood('governance.createPolicy', (body) => ({
      ...body,
      creationTime: String(body['creationTime']).replace('Z', ''),
    })),
    'returns another word for the registration of an adapter': instead(REGISTER, 200, () => ({
      status: 200,
      body: 'registered',
    })),
  },
  'P-04': {
    'returns the errors of a validation request as one string': instead(
      'coordinator-v1.validateDescriptor',
      400,
      () => ({ status: 400, body: { errors: 'no descriptor' } }),
    ),
  },
  'P-11': {
    'accepts a limit of failed policies above the maximum': taking(
      'governance.getTopFailedPolicies',
      ({ input }) => membersOf(input)['limit'] === 51,
    ),
    'accepts results without a verdict or a value': taking(
      'governance.pushPolicyEvaluationResults',
      ({ input }) => (Array.isArray(input) ? input : []).some((one) => !('satisfiesPolicy' in resultOf(one))),
    ),
    'accepts an empty question': taking(ASK, ({ input }) => membersOf(input)['query'] === ''),
    'accepts a policy of a guardian with both an id and a name': taking(
      'coordinator-v1.registerInfrastructureTemplate',
      ({ input }) =>
        /"id":[^}]*"name":|"name":[^}]*"id":/.test(JSON.stringify(membersOf(input)['properties'] ?? {})),
    ),
  },
  'P-14': {
    'accepts any word as the order of plans': taking(
      'coordinator-v1.listProvisioningPlans',
      ({ query }) => 'ordering' in query,
    ),
    'reads only the start of a log level': taking('coordinator-v1.setLogLevel', ({ path }) =>
      /^(DEBUG|INFO)/.test(path['level'] ?? ''),
    ),
  },
  'P-15': {
    'confirms the removal of a deployment of an unknown adapter': instead(
      'coordinator-v2.deleteTechAdapterDeployment',
      404,
      ({ path }, { things }) =>
        things.get('adapters')?.has(path['id'] ?? '') === true ? undefined : { status: 204 },
    ),
    'updates a metric at the path of a policy': instead(
      'governance.patchPolicy',
      404,
      ({ path: { id = '' } }, { kinds, entities }) =>
        kinds.get(id) === 'metric' ? { status: 200, body: entities.get(id) } : undefined,
    ),
    'crashes on a deployment unit that was never provisioned': on(
      'coordinator-v2.getDeploymentUnitStatus',
      (reply, { path, query }, memory) =>
        memory.units.has(`${path['deployment-unit-id']} ${String(query['environment'])}`) ||
        path['deployment-unit-id']?.startsWith('urn:') === true
          ? reply
          : { status: 500, body: { error: 'no such key', code: 'COR_FAILED' } },
    ),
  },
  'P-16': {
    'serves its paths with every method': { anyMethod: true },
  },
  'P-17': {
    'returns the configuration of its model only once': () => {
      let reads = 0;
      return on('assistant.getLlmConfig', (reply) => {
        reads += 1;
        return reads > 1 ? { status: 404, body: { detail: 'gone' } } : reply;
      });
    },
    'returns a preview without its fields for a repeated request': () => {
      const known = new Set<unknown>();
      return on('coordinator-v2.previewProvisioning', (reply, { path, query, input }) => {
        const isKnown = known.size === known.add(JSON.stringify([path, query, input])).size;
        return isKnown && reply.status === 200 ? { status: 200, body: [] } : reply;
      });
    },
  },
  'P-40': {
    'accepts a version that is only a suffix of the last URN segment': instead(REGISTER, 400, ({ input }) => {
      const { id, version } = membersOf(input);
      const isClose = typeof version === 'string' && version !== '' && String(id).endsWith(version);
      return isClose ? { status: 200, body: 'OK' } : undefined;
    }),
    'overlooks a second policy for a resource type unless it follows the first directly': instead(
      'coordinator-v1.registerInfrastructureTemplate',
      400,
      ({ input }) => {
        const { dataContractGuardian } = membersOf(membersOf(input)['properties']);
        const types = listOf(membersOf(dataContractGuardian), 'policies').map(
          (one) => membersOf(one)['resourceType'],
        );
        const isBeside = types.some((type, index) => index > 0 && type === types[index - 1]);
        return types.length > 2 && !isBeside ? { status: 200, body: 'taken' } : undefined;
      },
    ),
    'gives an agent the name of another one': instead(
      'assistant.updateAgent',
      400,
      ({ input, path }, { things }) => {
        const agent = things.get('agents')?.get(path['id'] ?? '');
        const { name } = membersOf(input);
        const isNamed = agent !== undefined && typeof name === 'string' && name !== '';
        return isNamed ? { status: 200, body: { ...agent, name } } : undefined;
      },
    ),
    'checks the name of an agent before it has stored a concurrent one': lateStore,
    'previews a removal instead of a deployment': instead(PREVIEW, 400, ({ input }) =>
      membersOf(input)['action'] === 'UNDEPLOY'
        ? { status: 200, body: { outcome: 'OK', operations: [], conflictingOperations: [] } }
        : undefined,
    ),
    'rejects a schedule of a policy with a wildcard field': refusing('governance.createPolicy', ({ input }) =>
      String(membersOf(input)['cronExpression'] ?? '').includes('*'),
    ),
    'rejects a request to infer target states': refusing(PREVIEW, ({ input, query }) => {
      const { targetStatus } = membersOf(input);
      const isPart = Array.isArray(targetStatus) && targetStatus.length < 2;
      return isPart && query['autofill-target-status'] === true;
    }),
    'provisions a component without a target status': instead(START, 400, ({ path }) =>
      /-ruled\b/.test(path['deployment-unit-id'] ?? '')
        ? { status: 202, body: crypto.randomUUID() }
        : undefined,
    ),
  },
  'P-66': {
    'rejects an empty list of identities': refusing(
      'coordinator-v1.updateAcl',
      ({ input }) => listOf({ identities: ['unknown'], ...membersOf(input) }, 'identities').length === 0,
    ),
    'registers no resources without a list of derived ones': refusing(
      'governance.registerResources',
      ({ input }) => membersOf(input)['derivedResources'] === undefined,
    ),
    'rejects the registration of an adapter without a description': refusing(
      'builder.registerTechAdapter',
      ({ input }) => membersOf(input)['description'] === '',
    ),
    'rejects the maximum limit of the failed policies': refusing(
      'governance.getTopFailedPolicies',
      ({ input }) => membersOf(input)['limit'] === 50,
    ),
    'accepts only one of the two abort modes': refusing(
      'coordinator-v2.abortProvisioning',
      ({ query }) => query['mode'] === 'forced',
    ),
    'measures the length of the description of an agent in bytes': refusing(
      'assistant.createAgent',
      ({ input }) => Buffer.byteLength(String(membersOf(input)['description'])) > 1024,
    ),
    'loses a pushed value of zero': refusing('governance.pushMetricEvaluationResults', ({ input }) =>
      /"value":0[,}]/.test(JSON.stringify(input ?? null)),
    ),
    'rejects an output port with a large number': refusing(
      'coordinator-v1.updateAcl',
      ({ input }) => Number(membersOf(input)['outputPortId']) > 65_535,
    ),
    'rejects an evaluation of a resource with only an id': refusing(
      'governance.evaluate',
      ({ input }) => !('displayName' in membersOf(input)),
    ),
    'rejects the maximum limit': refusing('coordinator-v1.resolve', ({ query }) => query['limit'] === 50),
    'rejects the last of the log levels': on('coordinator-v1.setLogLevel', (reply, { path }, memory) => {
      if (path['level'] !== 'OFF' || reply.status >= 400) return reply;
      memory.level = 'INFO';
      return { status: 400, body: { errors: ['OFF is no level'] } };
    }),
    'rejects additional access control fields': refusing(
      'coordinator-v1.updateAcl',
      ({ input }) => 'own' in membersOf(membersOf(input)['accessControlFields']),
    ),
  },
  'P-67': {
    'omits an empty list of tags of a policy': refusing('governance.createPolicy', ({ input }) =>
      JSON.stringify(membersOf(input)['tags'] ?? null).includes('[]'),
    ),
    'joins all lines of a description': onGood('assistant.createAgent', (body) => ({
      ...body,
      description: String(body['description']).replaceAll(/\s+/g, ' '),
    })),
    'ignores false in an update of an agent': on(
      'assistant.updateAgent',
      (reply, { input, path }, memory) => {
        const agent = memory.things.get('agents')?.get(path['id'] ?? '');
        if (reply.status !== 200 || membersOf(input)['need_authentication'] !== false) return reply;
        if (agent !== undefined) agent['need_authentication'] = true;
        return { ...reply, body: { ...membersOf(reply.body), need_authentication: true } };
      },
    ),
    'replaces non-ASCII letters with question marks': onGood('governance.createPolicy', (body) => ({
      ...body,
      description: String(body['description']).replaceAll(/[^ -~]/g, '?'),
    })),
    'loses the last range of the thresholds of a metric': onGood('governance.createMetric', (body) => {
      const thresholds = membersOf(body['thresholds']);
      const ranges = Array.isArray(thresholds['ranges']) ? thresholds['ranges'].slice(0, -1) : [];
      return { ...body, thresholds: { ...thresholds, ranges } };
    }),
    'activates every new agent': setting('assistant.createAgent', { active: true }),
  },
  'P-70': {
    'ends a validation with findings as FAILED': onGood('coordinator-v2.getValidationStatus', (body) => {
      const results = listOf(membersOf(body['validationSummaryStatus']), 'results').map(membersOf);
      return results.some((one) => 'errors' in one) ? { ...body, status: 'FAILED' } : body;
    }),
    'crashes on a descriptor that cannot be parsed': instead('coordinator-v1.deploy', 400, ({ input }) =>
      String(membersOf(input)['descriptor']).includes('unclosed')
        ? { status: 500, body: { error: 'the parser failed', code: 'COR_FAILED' } }
        : undefined,
    ),
  },
  'P-71': {
    'previews a conflict without the conflicting operations': setting(PREVIEW, { conflictingOperations: [] }),
    'starts a plan whose preview reports a conflict': instead(START, 422, () => ({
      status: 202,
      body: crypto.randomUUID(),
    })),
    'reports conflicting target states with another status': instead(START, 422, (_call, _memory, reply) => ({
      ...reply,
      status: 400,
    })),
  },
});

/** Stores an agent some time after it has checked the name, so a concurrent request can create a duplicate. */
function lateStore(): Partial<Habits> {
  const storing = new Map<string, string>();
  return on('assistant.createAgent', async (reply, { input }, memory) => {
    const [name, text] = [String(membersOf(input)['name']), JSON.stringify(input)];
    if (reply.status === 201) {
      storing.set(name, text);
      await new Promise((resolve) => setTimeout(resolve, 30));
      storing.delete(name);
    } else if (storing.get(name) === text) {
      const agent = { active: true, ...membersOf(input), id: crypto.randomUUID() };
      kindOf(memory.things, 'agents').set(agent.id, agent);
      return { status: 201, body: agent };
    }
    return reply;
  });
}

function resultOf(value: unknown): Body {
  return membersOf(membersOf(value)['result']);
}
