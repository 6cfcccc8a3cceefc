import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { listOf, on, onGood, type PlatformMutant, page, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const SEARCH = 'governance.searchEvaluationStatus';
const READ = 'governance.getResource';

/** Platform mutants that lose or change stored data. */
export const keepingMutants: readonly PlatformMutant[] = [
  mutant('P-42', 'loses the type of a resource', () =>
    onGood(READ, ({ resourceType: _lost, ...rest }) => rest),
  ),
  mutant('P-42', 'gives resources that are registered together the type of the last one', () =>
    on('governance.registerResources', (reply, { input }, memory) => {
      const last = listOf(membersOf(input), 'primaryResources').map(membersOf).at(-1)?.['resourceType'];
      for (const one of listOf(membersOf(reply.body), 'registeredResources').map(membersOf)) {
        const { resourceExternalId, environment } = membersOf(one['identifier']);
        const key = `${String(resourceExternalId)} ${String(environment)}`;
        if (one['kind'] === 'PRIMARY') memory.resources.set(key, { ...one, resourceType: last });
      }
      return reply;
    }),
  ),
  mutant('P-42', 'uses the state of a resource in the first environment for all', () =>
    on(READ, (reply, { path }, memory) => {
      const first = [...memory.resources].find(([key]) => key.startsWith(`${path['externalId']} `))?.[1];
      return reply.status === 200
        ? { ...reply, body: { ...membersOf(reply.body), kind: first?.['kind'] } }
        : reply;
    }),
  ),
  mutant('P-27', 'stores the values of metrics as integers', () =>
    telling((content) => ({
      ...content,
      ...('value' in content ? { value: Math.trunc(Number(content['value'])) } : {}),
    })),
  ),
  mutant('P-27', 'puts a value outside all ranges into the last one', () =>
    telling((content) =>
      content['thresholdResult'] === null
        ? { ...content, thresholdResult: { label: 'fair', value: 80 } }
        : content,
    ),
  ),
  mutant('P-27', 'returns a result with the resource of the next one', () =>
    onGood(SEARCH, (body) => {
      const all = page(body).map(membersOf);
      const results = all.map((one) => membersOf(one['lastResult']));
      const data = all.map((one, index) => {
        const { resourceSnapshot } = results[(index + 1) % all.length] ?? {};
        return { ...one, lastResult: { ...results[index], resourceSnapshot } };
      });
      return 'resourceSnapshot' in (results[0] ?? {}) ? { ...body, data } : body;
    }),
  ),
  mutant('P-66', 'rejects an output port with a large number', () =>
    refusing('coordinator-v1.updateAcl', ({ input }) => Number(membersOf(input)['outputPortId']) > 65_535),
  ),
  mutant('P-48', 'reports an undeployment as a deployment', () =>
    onGood('coordinator-v1.listDeployedDataProducts', (body) => ({
      ...body,
      descriptors: listOf(body, 'descriptors').map((one) => ({
        ...membersOf(one),
        operation: 'Provision',
      })),
    })),
  ),
  mutant('P-60', 'returns a resource type without the defaults of omitted settings', () =>
    onGood('governance.getResourceType', (body) => {
      const { resourceFilterField: _default, ...descriptorConfiguration } = membersOf(
        body['descriptorConfiguration'],
      );
      return { ...body, descriptorConfiguration };
    }),
  ),
  mutant('P-03', 'writes the severities of a log in lower case', () =>
    on('coordinator-v1.getPlanLogs', (reply) => {
      const entries = Array.isArray(reply.body) ? reply.body.map(membersOf) : [];
      const body = entries.map((one) => ({ ...one, severity: String(one['severity']).toLowerCase() }));
      return reply.status === 200 ? { ...reply, body } : reply;
    }),
  ),
  mutant('P-29', 'changes the creation time of a deployment with each read', () =>
    onGood('coordinator-v2.getTechAdapterDeployment', (body) => ({
      ...body,
      createdAt: new Date().toISOString(),
    })),
  ),
  mutant('P-70', 'ends a validation with findings as FAILED', () =>
    onGood('coordinator-v2.getValidationStatus', (body) => {
      const results = listOf(membersOf(body['validationSummaryStatus']), 'results').map(membersOf);
      return results.some((one) => 'errors' in one) ? { ...body, status: 'FAILED' } : body;
    }),
  ),
  mutant('P-70', 'omits the findings of a validation', () =>
    onGood('coordinator-v2.getValidationStatus', (body) => {
      const results = listOf(membersOf(body['validationSummaryStatus']), 'results').map(membersOf);
      return results.length === 0
        ? body
        : {
            ...body,
            validationSummaryStatus: { results: results.map(({ errors: _found, ...rest }) => rest) },
          };
    }),
  ),
  mutant('P-71', 'reports conflicting target states with another status', () =>
    on('coordinator-v2.startProvisioning', (reply) =>
      reply.status === 422 ? { ...reply, status: 400 } : reply,
    ),
  ),
  mutant('P-58', 'returns the model that was read first', () => {
    let first: Body | undefined;
    return onGood('assistant.getLlmConfig', (body) => {
      first ??= body;
      return first;
    });
  }),
  mutant('P-56', 'deploys an adapter in a second environment, too', () =>
    onGood('coordinator-v2.getTechAdapter', (body) => {
      const deployments = membersOf(body['deployments']);
      const environments = listOf(deployments, 'environments').map(membersOf);
      const more = environments.map((one) => ({ ...one, environment: 'everywhere' }));
      return { ...body, deployments: { ...deployments, environments: [...environments, ...more] } };
    }),
  ),
  mutant('P-40', 'checks the name of an agent before it has stored a concurrent one', () => lateStore()),
  mutant('P-27', 'keeps only the twenty policies and metrics that were read last', () => ({
    answer: (reply, { path, operation }, { entities }) => {
      const isNew = /create(Policy|Metric)$/.test(operation);
      const id = isNew ? String(membersOf(reply.body)['id']) : (path['id'] ?? '');
      const entity = entities.get(id);
      if (entity !== undefined && entities.delete(id)) entities.set(id, entity);
      for (const old of [...entities.keys()].slice(0, -20)) entities.delete(old);
      return reply;
    },
  })),
];

/** Changes the content of stored results. */
function telling(change: (content: Body) => Body): Partial<Habits> {
  return onGood(SEARCH, (body) => ({
    ...body,
    data: page(body)
      .map(membersOf)
      .map((one) => {
        const lastResult = membersOf(one['lastResult']);
        const { resultContent } = lastResult;
        return resultContent === undefined
          ? one
          : { ...one, lastResult: { ...lastResult, resultContent: change(membersOf(resultContent)) } };
      }),
  }));
}

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
