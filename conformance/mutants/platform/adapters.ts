import type { Body, Reply } from '../reply.ts';
import { type Answers, type Asked, membersOf } from './asked.ts';
import { listOf } from './habits.ts';
import { kindOf } from './memory.ts';

/** Operations on tech adapters, their deployments and their registration. */
export function adapterAnswers(asked: Asked): Answers {
  const { memory, path, body, example, ok, unknown, refuse, store } = asked;
  const id = path['id'] ?? '';
  const deployment = `${id} ${path['environment']}`;
  const known = kindOf(memory.things, 'adapters').get(id);
  return {
    'coordinator-v2.listTechAdapters': () => list(asked),
    'coordinator-v2.upsertTechAdapter': () =>
      store.keep('adapters', String(body['id']), withDeployments(asked, body)),
    'coordinator-v2.getTechAdapter': () =>
      known === undefined ? unknown() : ok(withDeployments(asked, known)),
    'coordinator-v2.deleteTechAdapter': () => {
      const deployments = kindOf(memory.things, 'deployments');
      for (const key of [...deployments.keys()].filter((one) => one.startsWith(`${id} `)))
        deployments.delete(key);
      return store.remove('adapters', id);
    },
    'coordinator-v2.putTechAdapterDeployment': () =>
      known === undefined
        ? unknown()
        : store.keep('deployments', deployment, {
            enabled: true,
            ...body,
            environment: path['environment'],
          }),
    'coordinator-v2.getTechAdapterDeployment': () => store.look('deployments', deployment),
    'coordinator-v2.deleteTechAdapterDeployment': () => store.remove('deployments', deployment),
    'builder.registerTechAdapter': () => {
      if (breaksRule(body)) return refuse();
      const { id: name, version, name: displayed } = body;
      store.keep('adapters', String(name), { id: name, version, name: displayed });
      return ok(example);
    },
    'coordinator-v1.registerInfrastructureTemplate': () => (hasTwoPolicies(body) ? refuse() : ok(example)),
  };
}

function withDeployments({ memory }: Asked, adapter: Body): Body {
  const environments = [...kindOf(memory.things, 'deployments')]
    .filter(([key]) => key.startsWith(`${String(adapter['id'])} `))
    .map(([key, { enabled }]) => ({ environment: key.split(' ').at(-1), enabled }));
  return { ...adapter, deployments: { environments } };
}

function list(asked: Asked): Reply {
  const { query, ok, page, store } = asked;
  const { labels, search = '', offset = 0, limit = 20 } = query;
  const found = store
    .all('adapters')
    .filter((one) => JSON.stringify(one).toLowerCase().includes(String(search).toLowerCase()))
    .filter((one) => !Array.isArray(labels) || labels.every((label) => listOf(one, 'labels').includes(label)))
    .sort((left, right) => (String(left['name']) < String(right['name']) ? -1 : 1))
    .map((one) => withDeployments(asked, one));
  if (query['sort-order'] === 'desc') found.reverse();
  const data = page(found);
  return ok({ data, meta: { pagination: { total: found.length, offset, limit, count: data.length } } });
}

function breaksRule(body: Body): boolean {
  const segment = String(body['id']).split(':').at(-1);
  const isConfigured = ['development', 'production'].includes(String(body['environment']));
  const isReachable = !String(body['url']).includes('.invalid/');
  return segment !== body['version'] || !isConfigured || !isReachable || hasTwoPolicies(body);
}

function hasTwoPolicies(body: Body): boolean {
  const { policies } = membersOf(membersOf(body['properties'])['dataContractGuardian']);
  const types = Array.isArray(policies) ? policies.map((one) => membersOf(one)['resourceType']) : [];
  return new Set(types).size < types.length;
}
