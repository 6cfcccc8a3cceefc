import { type Change, mutants } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { ASK, PREVIEW } from './faults.ts';
import { listOf, on, onGood, refusing, taking } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

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
    'removes a tech adapter and sends Content-Length with an empty 204': on(
      'coordinator-v2.deleteTechAdapter',
      (reply) => (reply.status === 204 ? { status: 200, body: { removed: true } } : reply),
    ),
    'returns 204 for an abort': on('coordinator-v2.abortProvisioning', (reply) =>
      reply.status === 202 ? { status: 204 } : reply,
    ),
  },
  'P-03': {
    'returns an update time of a hook before its creation time': onGood('builder.updateHook', (body) => ({
      ...body,
      updateAt: '2020-01-01T00:00:00.000Z',
    })),
    'returns the creation time of a policy without an offset': onGood('governance.createPolicy', (body) => ({
      ...body,
      creationTime: String(body['creationTime']).replace('Z', ''),
    })),
    'returns another word for the registration of an adapter': on('builder.registerTechAdapter', (reply) =>
      reply.status === 200 ? { ...reply, body: 'registered' } : reply,
    ),
  },
  'P-04': {
    'returns the errors of a validation request as one string': on(
      'coordinator-v1.validateDescriptor',
      (reply) => (reply.status === 400 ? { ...reply, body: { errors: 'no descriptor' } } : reply),
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
    'confirms the removal of a deployment of an unknown adapter': on(
      'coordinator-v2.deleteTechAdapterDeployment',
      (reply, { path }, memory) =>
        reply.status === 404 && !(memory.things.get('adapters')?.has(path['id'] ?? '') ?? false)
          ? { status: 204 }
          : reply,
    ),
    'updates a metric at the path of a policy': on('governance.patchPolicy', (reply, { path }, memory) =>
      reply.status === 404 && memory.kinds.get(path['id'] ?? '') === 'metric'
        ? { status: 200, body: memory.entities.get(path['id'] ?? '') }
        : reply,
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
    'accepts a version that is only a suffix of the last URN segment': on(
      'builder.registerTechAdapter',
      (reply, { input }) => {
        const { id, version } = membersOf(input);
        const isClose = typeof version === 'string' && version !== '' && String(id).endsWith(version);
        return reply.status === 400 && isClose ? { status: 200, body: 'OK' } : reply;
      },
    ),
    'overlooks a second policy for a resource type unless it follows the first directly': on(
      'coordinator-v1.registerInfrastructureTemplate',
      (reply, { input }) => {
        const { policies } = membersOf(membersOf(membersOf(input)['properties'])['dataContractGuardian']);
        const types = Array.isArray(policies) ? policies.map((one) => membersOf(one)['resourceType']) : [];
        const isBeside = types.some((type, index) => index > 0 && type === types[index - 1]);
        return reply.status === 400 && types.length > 2 && !isBeside ? { status: 200, body: 'taken' } : reply;
      },
    ),
    'gives an agent the name of another one': on(
      'assistant.updateAgent',
      (reply, { input, path }, memory) => {
        const agent = memory.things.get('agents')?.get(path['id'] ?? '');
        const { name } = membersOf(input);
        return reply.status === 400 && agent !== undefined && typeof name === 'string' && name !== ''
          ? { status: 200, body: { ...agent, name } }
          : reply;
      },
    ),
    'checks the name of an agent before it has stored a concurrent one': lateStore,
    'previews a removal instead of a deployment': on(PREVIEW, (reply, { input }) =>
      reply.status === 400 && membersOf(input)['action'] === 'UNDEPLOY'
        ? { status: 200, body: { outcome: 'OK', operations: [], conflictingOperations: [] } }
        : reply,
    ),
    'rejects a schedule of a policy with a wildcard field': on(
      'governance.createPolicy',
      (reply, { input }) =>
        String(membersOf(input)['cronExpression'] ?? '').includes('*')
          ? { status: 400, body: { errors: ['cronExpression: * is not allowed'] } }
          : reply,
    ),
    'rejects a request to infer target states': on(
      'coordinator-v2.previewProvisioning',
      (reply, { input, query }) => {
        const { targetStatus } = membersOf(input);
        const isPart = Array.isArray(targetStatus) && targetStatus.length < 2;
        return isPart && query['autofill-target-status'] === true
          ? { status: 400, body: { errors: ['a component has no target status'] } }
          : reply;
      },
    ),
    'provisions a component without a target status': on(
      'coordinator-v2.startProvisioning',
      (reply, { path }) =>
        reply.status === 400 && /-ruled\b/.test(path['deployment-unit-id'] ?? '')
          ? { status: 202, body: crypto.randomUUID() }
          : reply,
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
    'accepts only one of the two abort modes': on('coordinator-v2.abortProvisioning', (reply, { query }) =>
      query['mode'] === 'forced' ? { status: 400, body: { errors: ['mode is unknown'] } } : reply,
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
    'rejects the maximum limit': on('coordinator-v1.resolve', (reply, { query }) =>
      query['limit'] === 50 && reply.status < 400
        ? { status: 400, body: { errors: ['limit is too big'] } }
        : reply,
    ),
    'rejects the last of the log levels': on('coordinator-v1.setLogLevel', (reply, { path }, memory) => {
      if (path['level'] !== 'OFF' || reply.status >= 400) return reply;
      memory.level = 'INFO';
      return { status: 400, body: { errors: ['OFF is no level'] } };
    }),
    'rejects additional access control fields': {
      refuse: ({ operation, input }, faults) =>
        operation === 'coordinator-v1.updateAcl' &&
        'own' in membersOf(membersOf(input)['accessControlFields'])
          ? ['accessControlFields.own is unknown']
          : faults,
    },
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
    'activates every new agent': onGood('assistant.createAgent', (body) => ({ ...body, active: true })),
  },
  'P-70': {
    'ends a validation with findings as FAILED': onGood('coordinator-v2.getValidationStatus', (body) => {
      const results = listOf(membersOf(body['validationSummaryStatus']), 'results').map(membersOf);
      return results.some((one) => 'errors' in one) ? { ...body, status: 'FAILED' } : body;
    }),
    'crashes on a descriptor that cannot be parsed': on('coordinator-v1.deploy', (reply, { input }) =>
      reply.status === 400 && String(membersOf(input)['descriptor']).includes('unclosed')
        ? { status: 500, body: { error: 'the parser failed', code: 'COR_FAILED' } }
        : reply,
    ),
  },
  'P-71': {
    'previews a conflict without the conflicting operations': onGood(
      'coordinator-v2.previewProvisioning',
      (body) => ({ ...body, conflictingOperations: [] }),
    ),
    'starts a plan whose preview reports a conflict': on('coordinator-v2.startProvisioning', (reply) =>
      reply.status === 422 ? { status: 202, body: crypto.randomUUID() } : reply,
    ),
    'reports conflicting target states with another status': on(
      'coordinator-v2.startProvisioning',
      (reply) => (reply.status === 422 ? { ...reply, status: 400 } : reply),
    ),
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
