import type { OperationEntry } from '@tessera/contracts/vocabulary';
import type { Body, Call, Reply } from './server.ts';

/** What a platform knows. */
export interface Memory {
  /** By kind, then by name. */
  readonly things: Map<string, Map<string, Body>>;
  readonly tasks: Map<string, { readonly startedAt: number; stopped: boolean }>;
  readonly work: number;
  level: string;
}

type Example = (operation: string, status: number) => unknown;

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function remember(work: number): Memory {
  const things = new Map<string, Map<string, Body>>();
  for (const kind of ['adapters', 'deployments', 'agents', 'types', 'entities', 'resources'])
    things.set(kind, new Map());
  for (let index = 0; index < 12; index += 1) {
    const id = `urn:dmb:itm:adapter-${String.fromCharCode(97 + index)}:0`;
    kindOf(things, 'adapters').set(id, { id, version: '1.0.0', name: `Adapter ${index}`, labels: [] });
  }
  return { things, tasks: new Map(), work, level: 'INFO' };
}

export function kindOf(things: Memory['things'], kind: string): Map<string, Body> {
  const known = things.get(kind) ?? new Map<string, Body>();
  things.set(kind, known);
  return known;
}

/** The answer of a platform that keeps to its contract, to a request that does too. */
export function answerWell(memory: Memory, call: Call, operation: OperationEntry, example: Example): Reply {
  const { path, query, input } = call;
  const id = call.operation;
  const body = membersOf(input);
  const good = Number(Object.keys(operation.responses).find((status) => status < '300'));
  const ok = (value: unknown): Reply => ({ status: good, body: value });
  const unknown = (status = 404): Reply => ({ status, body: example(id, status) });
  const things = (kind: string): Map<string, Body> => kindOf(memory.things, kind);
  const lookUp = (kind: string, name: string | undefined): Reply => {
    const thing = things(kind).get(name ?? '');
    return thing === undefined ? unknown() : ok(thing);
  };
  const change = (kind: string, name: string | undefined, more: Body): Reply => {
    const thing = things(kind).get(name ?? '');
    if (thing === undefined) return unknown();
    Object.assign(thing, more);
    return ok(thing);
  };
  const store = (kind: string, name: string, thing: Body): Reply => {
    things(kind).set(name, thing);
    return ok(thing);
  };
  const remove = (kind: string, name: string | undefined): Reply =>
    things(kind).delete(name ?? '') ? { status: good } : unknown();
  const begin = (wrap: (token: string) => unknown): Reply => {
    const token = crypto.randomUUID();
    memory.tasks.set(token, { startedAt: performance.now(), stopped: false });
    return ok(wrap(token));
  };
  const poll = (done: string, running: string, shape: (state: string) => unknown, status = 404): Reply => {
    const task = memory.tasks.get(
      path['token'] ?? path['id'] ?? path['reportId'] ?? path['provisioning_plan_id'] ?? '',
    );
    if (task === undefined) return unknown(status);
    if (task.stopped) return ok(shape('TERMINATED'));
    return ok(shape(performance.now() - task.startedAt >= memory.work ? done : running));
  };
  const merge = (value: unknown, more: Body): Body => ({ ...membersOf(value), ...more });
  const page = (all: readonly unknown[]): readonly unknown[] => {
    const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 1000)];
    return all.slice(offset, offset + limit);
  };
  const all = (kind: string): Body[] => [...things(kind).values()];

  const special: Readonly<Record<string, () => Reply>> = {
    'coordinator-v1.deploy': () => begin((token) => token),
    'coordinator-v1.undeploy': () => begin((token) => token),
    'coordinator-v1.updateAcl': () => begin((token) => token),
    'coordinator-v1.startReverseProvisioning': () => begin((token) => token),
    'coordinator-v1.getExecutionPlanStatus': () => poll('COMPLETED', 'RUNNING', (status) => ({ status })),
    'coordinator-v1.getProvisioningPlanStatus': () => poll('COMPLETED', 'RUNNING', (status) => ({ status })),
    'coordinator-v1.getProvisioningPlan': () => poll('', '', () => example(id, 200)),
    'coordinator-v1.getPlanLogs': () => poll('', '', () => example(id, 200), 400),
    'coordinator-v1.getReverseProvisioningPlan': () =>
      poll('COMPLETED', 'RUNNING', (status) => ({ status, updates: {} })),
    'coordinator-v1.terminateExecutionPlan': () => poll('', '', () => undefined),
    'coordinator-v1.terminateProvisioningPlan': () => poll('', '', () => undefined),
    'coordinator-v1.getLogLevel': () => ok({ level: memory.level }),
    'coordinator-v1.setLogLevel': () => {
      memory.level = path['level'] ?? '';
      return ok({ level: memory.level });
    },
    'coordinator-v1.listProvisioningPlans': () => {
      const plans = Array.from({ length: 13 }, (_, index) => ({
        environment: 'development',
        dag: { ...planTask(example), id: `task-${index}` },
      }));
      return ok({ provisioningPlans: page(plans) });
    },
    'coordinator-v1.resolve': () => {
      const content = page(Array.from({ length: 12 }, (_, index) => `id: urn:dmb:dp:x:${index}:1\n`));
      const { offset = 0, limit = 5 } = query;
      return content.length === 0
        ? unknown()
        : ok({ content, page: { offset, limit, count: content.length } });
    },
    'coordinator-v1.listDeployedDataProducts': () => {
      const after = String(query['lastDeploymentTime'] ?? '');
      const days = ['01', '02', '03']
        .map((day) => `2025-06-${day}T00:00:00.000Z`)
        .filter((one) => one > after);
      const shown = days.slice(0, Number(query['limit'] ?? 100));
      const descriptors = shown.map((day) => ({ descriptor: `id: ${day}\n`, operation: 'Provision' }));
      const last = shown.at(-1);
      return ok({ descriptors, ...(last === undefined ? {} : { lastDeploymentTime: last }) });
    },
    'coordinator-v2.startValidation': () => begin((token) => token),
    'coordinator-v2.getValidationStatus': () =>
      poll('COMPLETED', 'RUNNING', (status) => merge(example(id, 200), { status }), 400),
    'coordinator-v2.abortProvisioning': () => unknown(),
    'coordinator-v2.getComponentStatus': () => unknown(),
    'coordinator-v2.listTechAdapters': () => {
      const found = all('adapters').sort((left, right) =>
        String(left['name']) < String(right['name']) ? -1 : 1,
      );
      const data = page(found);
      const { offset = 0, limit = 20 } = query;
      return ok({ data, meta: { pagination: { total: found.length, offset, limit, count: data.length } } });
    },
    'coordinator-v2.upsertTechAdapter': () =>
      store('adapters', String(body['id']), { ...body, deployments: { environments: [] } }),
    'coordinator-v2.getTechAdapter': () => lookUp('adapters', path['id']),
    'coordinator-v2.deleteTechAdapter': () => remove('adapters', path['id']),
    'coordinator-v2.putTechAdapterDeployment': () =>
      things('adapters').has(path['id'] ?? '')
        ? store('deployments', `${path['id']} ${path['environment']}`, { enabled: true, ...body })
        : unknown(),
    'coordinator-v2.getTechAdapterDeployment': () =>
      lookUp('deployments', `${path['id']} ${path['environment']}`),
    'coordinator-v2.deleteTechAdapterDeployment': () =>
      remove('deployments', `${path['id']} ${path['environment']}`),
    'builder.updateHook': () => unknown(),
    'governance.evaluate': () => begin((reportId) => ({ reportId })),
    'governance.testPolicy': () => tested(),
    'governance.testMetric': () => tested(),
    'governance.getEvaluationReport': () =>
      poll('completedWithSuccess', 'pending', (status) => merge(example(id, 200), { status })),
    'governance.scheduleFromReport': () => poll('', '', () => undefined),
    'governance.createPolicy': () => createEntity(),
    'governance.createMetric': () => createEntity(),
    'governance.updateEvaluationStatus': () => ok(example(id, 200)),
    'governance.listResourceTypes': () => ok(all('types')),
    'governance.upsertResourceType': () => store('types', String(body['name']), body),
    'governance.getResourceType': () => lookUp('types', path['resourceType']),
    'governance.getResource': () => lookUp('resources', path['externalId']),
    'governance.registerResources': () => {
      const identifier = { resourceExternalId: 'urn:dmb:dp:x:1', environment: 'development' };
      const resource = { identifier, kind: 'PRIMARY', resourceType: 'dataproduct' };
      things('resources').set('urn:dmb:dp:x:1', resource);
      return ok({ registeredResources: [resource] });
    },
    'governance.searchEvaluationStatus': () => searchStatus(body, example),
    'assistant.listAgents': () => ok(all('agents')),
    'assistant.createAgent': () => {
      const agent = { active: true, ...body, id: crypto.randomUUID() };
      return store('agents', agent.id, agent);
    },
    'assistant.getAgent': () => lookUp('agents', path['id']),
    'assistant.updateAgent': () => change('agents', path['id'], body),
    'assistant.deleteAgent': () => remove('agents', path['id']),
  };

  function tested(): Reply {
    return things('entities').has(path['id'] ?? '') ? begin((reportId) => ({ reportId })) : unknown();
  }

  function createEntity(): Reply {
    const entity = merge(example(id, 201), { ...body, id: crypto.randomUUID() });
    return store('entities', String(entity['id']), entity);
  }

  const entity = /^governance\.(update|patch|push)?(Policy|Metric)/.exec(id);
  const own = special[id];
  if (own !== undefined) return own();
  if (entity !== null && path['id'] !== undefined) {
    if (id.startsWith('governance.push')) return things('entities').has(path['id']) ? ok({}) : unknown();
    return change('entities', path['id'], body);
  }
  return ok(example(id, good));
}

function planTask(example: Example): Body {
  const plans = membersOf(example('coordinator-v1.listProvisioningPlans', 200))['provisioningPlans'];
  return Array.isArray(plans) ? membersOf(membersOf(plans[0])['dag']) : {};
}

function searchStatus(body: Body, example: Example): Reply {
  const asked = membersOf(membersOf(body['resultOptions'])['pagination']);
  const pageSize = Number(asked['pageSize'] ?? 50);
  const cursor = Number(asked['cursor'] ?? 0);
  const data = membersOf(example('governance.searchEvaluationStatus', 200))['data'];
  const sample = Array.isArray(data) ? membersOf(data[0]) : {};
  const all = Array.from({ length: 4 }, (_, index) => ({
    ...sample,
    identifier: {
      resourceIdentifier: { resourceExternalId: `urn:dmb:dp:x:${index}`, environment: 'development' },
      governanceEntityId: '3b1f0c9d-8e7a-4b65-9c43-2d1e0f9a8b7c',
    },
  }));
  const next = cursor + pageSize;
  return {
    status: 200,
    body: {
      data: all.slice(cursor, next),
      meta: { pagination: { pageSize, ...(next < all.length ? { nextCursor: String(next) } : {}) } },
    },
  };
}
