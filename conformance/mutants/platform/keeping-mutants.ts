import { membersOf } from './asked.ts';
import { listOf, on, onGood, type PlatformMutant, page, refusing } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Body, Habits } from './server.ts';

const SEARCH = 'governance.searchEvaluationStatus';
const READ = 'governance.getResource';

/** Platform mutants that lose or change stored data. */
export const keepingMutants: readonly PlatformMutant[] = [
  {
    name: 'type-lost',
    class: 'linkage between operations',
    defect: 'loses the type of a resource',
    caughtBy: 'P-42',
    habits: () => onGood(READ, ({ resourceType: _lost, ...rest }) => rest),
  },
  {
    name: 'types-exchanged',
    class: 'identity and isolation',
    defect: 'gives resources that are registered together the type of the last one',
    caughtBy: 'P-42',
    habits: () =>
      on('governance.registerResources', (reply, { input }, memory) => {
        const last = listOf(membersOf(input), 'primaryResources').map(membersOf).at(-1)?.['resourceType'];
        for (const one of listOf(membersOf(reply.body), 'registeredResources').map(membersOf)) {
          const { resourceExternalId, environment } = membersOf(one['identifier']);
          const key = `${String(resourceExternalId)} ${String(environment)}`;
          if (one['kind'] === 'PRIMARY') memory.resources.set(key, { ...one, resourceType: last });
        }
        return reply;
      }),
  },
  {
    name: 'kind-of-the-first',
    class: 'identity and isolation',
    defect: 'uses the state of a resource in the first environment for all',
    caughtBy: 'P-42',
    habits: () =>
      on(READ, (reply, { path }, memory) => {
        const first = [...memory.resources].find(([key]) => key.startsWith(`${path['externalId']} `))?.[1];
        return reply.status === 200
          ? { ...reply, body: { ...membersOf(reply.body), kind: first?.['kind'] } }
          : reply;
      }),
  },
  {
    name: 'fractions-cut',
    class: 'linkage between operations',
    defect: 'stores the values of metrics as integers',
    caughtBy: 'P-27',
    habits: () =>
      telling((content) => ({
        ...content,
        ...('value' in content ? { value: Math.trunc(Number(content['value'])) } : {}),
      })),
  },
  {
    name: 'never-out-of-range',
    class: 'cross-field meaning',
    defect: 'puts a value outside all ranges into the last one',
    caughtBy: 'P-27',
    habits: () =>
      telling((content) =>
        content['thresholdResult'] === null
          ? { ...content, thresholdResult: { label: 'fair', value: 80 } }
          : content,
      ),
  },
  {
    name: 'snapshot-of-another',
    class: 'identity and isolation',
    defect: 'returns a result with the resource of the next one',
    caughtBy: 'P-27',
    habits: () =>
      onGood(SEARCH, (body) => {
        const all = page(body).map(membersOf);
        const results = all.map((one) => membersOf(one['lastResult']));
        const data = all.map((one, index) => {
          const { resourceSnapshot } = results[(index + 1) % all.length] ?? {};
          return { ...one, lastResult: { ...results[index], resourceSnapshot } };
        });
        return 'resourceSnapshot' in (results[0] ?? {}) ? { ...body, data } : body;
      }),
  },
  {
    name: 'port-in-sixteen-bits',
    class: 'negatives',
    defect: 'rejects an output port with a large number',
    caughtBy: 'P-66',
    habits: () =>
      refusing('coordinator-v1.updateAcl', ({ input }) => Number(membersOf(input)['outputPortId']) > 65_535),
  },
  {
    name: 'provisioned-for-ever',
    class: 'state over time',
    defect: 'reports an undeployment as a deployment',
    caughtBy: 'P-48',
    habits: () =>
      onGood('coordinator-v1.listDeployedDataProducts', (body) => ({
        ...body,
        descriptors: listOf(body, 'descriptors').map((one) => ({
          ...membersOf(one),
          operation: 'Provision',
        })),
      })),
  },
  {
    name: 'both-get-the-name',
    class: 'sequence',
    defect: 'checks the name of an agent before it has stored a concurrent one',
    caughtBy: 'P-40',
    habits: () => lateStore(),
  },
  {
    name: 'forgets-the-old',
    class: 'state over time',
    defect: 'keeps only the twenty policies and metrics that were read last',
    caughtBy: 'P-27',
    habits: () => ({
      answer: (reply, { path, operation }, { entities }) => {
        const isNew = /create(Policy|Metric)$/.test(operation);
        const id = isNew ? String(membersOf(reply.body)['id']) : (path['id'] ?? '');
        const entity = entities.get(id);
        if (entity !== undefined && entities.delete(id)) entities.set(id, entity);
        for (const old of [...entities.keys()].slice(0, -20)) entities.delete(old);
        return reply;
      },
    }),
  },
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
