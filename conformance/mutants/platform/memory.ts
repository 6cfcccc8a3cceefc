import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { type Asked, membersOf } from './asked.ts';
import { governingAnswers } from './governing.ts';
import type { Body, Call, Reply } from './server.ts';
import { oldPlans, type Plan, type Unit, unitAnswers } from './units.ts';

/** What a platform knows. */
export interface Memory {
  /** By kind, then by name. */
  readonly things: Map<string, Map<string, Body>>;
  readonly tasks: Map<string, { startedAt: number; stopped: boolean; readonly by: string }>;
  readonly work: number;
  readonly units: Map<string, Unit>;
  readonly plans: Plan[];
  /** Policies and metrics, and which of both each is. */
  readonly entities: Map<string, Body>;
  readonly kinds: Map<string, string>;
  readonly reports: Map<string, Body>;
  /** By name and environment. */
  readonly resources: Map<string, Body>;
  readonly statuses: Map<string, Body>;
  readonly hooks: Map<string, string>;
  readonly models: Map<string, Body>;
  level: string;
}

type Example = (operation: string, status: number) => unknown;

export function remember(work: number): Memory {
  const things = new Map<string, Map<string, Body>>();
  for (const kind of ['adapters', 'deployments', 'agents', 'types']) things.set(kind, new Map());
  for (let index = 0; index < 12; index += 1) {
    const id = `urn:dmb:itm:adapter-${String.fromCharCode(97 + index)}:0`;
    kindOf(things, 'adapters').set(id, { id, version: '1.0.0', name: `Adapter ${index}`, labels: [] });
  }
  return {
    things,
    tasks: new Map(),
    work,
    units: new Map(),
    plans: oldPlans(),
    entities: new Map(),
    kinds: new Map(),
    reports: new Map(),
    resources: new Map(),
    statuses: new Map(),
    hooks: new Map([['hook-1', 'WAITING']]),
    models: new Map(),
    level: 'INFO',
  };
}

/** What starts the work that an operation tells of, where that is no plan. */
const STARTERS: Readonly<Record<string, RegExp>> = {
  'coordinator-v2.getValidationStatus': /startValidation/,
  'coordinator-v1.getReverseProvisioningPlan': /startReverseProvisioning/,
  'governance.getEvaluationReport': /evaluate|test/,
  'governance.scheduleFromReport': /evaluate|test/,
};

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
    memory.tasks.set(token, { startedAt: performance.now(), stopped: false, by: id });
    return ok(wrap(token));
  };
  const poll = (done: string, running: string, shape: (state: string) => unknown, status = 404): Reply => {
    const task = memory.tasks.get(
      path['token'] ?? path['id'] ?? path['reportId'] ?? path['provisioning_plan_id'] ?? '',
    );
    if (task === undefined || !(STARTERS[id] ?? /deploy|updateAcl|startProvisioning/i).test(task.by))
      return unknown(status);
    if (task.stopped) return ok(shape('TERMINATED'));
    return ok(shape(performance.now() - task.startedAt >= memory.work ? done : running));
  };
  /** What has ended is left as it is. */
  const stop = (): Reply => {
    const task = memory.tasks.get(path['token'] ?? '');
    if (task !== undefined && performance.now() - task.startedAt < memory.work) task.stopped = true;
    return poll('', '', () => undefined);
  };
  const merge = (value: unknown, more: Body): Body => ({ ...membersOf(value), ...more });
  const page = <T>(all: readonly T[]): readonly T[] => {
    const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 1000)];
    return all.slice(offset, offset + limit);
  };
  const all = (kind: string): Body[] => [...things(kind).values()];
  const refuse = (status = 400): Reply => ({ status, body: example(id, status) });
  const asked: Asked = { memory, operation: id, path, query, input, body, ok, unknown, refuse, begin, page };
  const withDeployments = (adapter: Body): Body => ({
    ...adapter,
    deployments: {
      environments: [...things('deployments')]
        .filter(([key]) => key.startsWith(`${String(adapter['id'])} `))
        .map(([key, { enabled }]) => ({ environment: key.split(' ').at(-1), enabled })),
    },
  });

  const special: Readonly<Record<string, () => Reply>> = {
    ...unitAnswers(asked),
    ...governingAnswers(asked),
    'governance.getTopFailedPolicies': () => {
      const { data } = membersOf(example(id, 200));
      return ok({ data: Array.isArray(data) ? data.slice(0, Number(body['limit'] ?? 10)) : [] });
    },
    'coordinator-v1.startReverseProvisioning': () => begin((token) => token),
    'coordinator-v1.getExecutionPlanStatus': () => poll('COMPLETED', 'RUNNING', (status) => ({ status })),
    'coordinator-v1.getProvisioningPlanStatus': () => poll('COMPLETED', 'RUNNING', (status) => ({ status })),
    'coordinator-v1.getPlanLogs': () => poll('', '', () => logOf(example(id, 200), query), 400),
    'coordinator-v1.getReverseProvisioningPlan': () =>
      poll('COMPLETED', 'RUNNING', (status) => ({ status, updates: {} })),
    'coordinator-v1.terminateExecutionPlan': () => stop(),
    'coordinator-v1.terminateProvisioningPlan': () => stop(),
    'coordinator-v1.getLogLevel': () => ok({ level: memory.level }),
    'coordinator-v1.setLogLevel': () => {
      memory.level = path['level'] ?? '';
      return ok({ level: memory.level });
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
    'coordinator-v2.listTechAdapters': () => {
      const labels = query['labels'];
      const found = all('adapters')
        .filter((one) =>
          JSON.stringify(one)
            .toLowerCase()
            .includes(String(query['search'] ?? '').toLowerCase()),
        )
        .filter(
          (one) =>
            !Array.isArray(labels) ||
            labels.every((label) => JSON.stringify(one['labels'] ?? []).includes(String(label))),
        )
        .sort((left, right) => (String(left['name']) < String(right['name']) ? -1 : 1))
        .map(withDeployments);
      if (query['sort-order'] === 'desc') found.reverse();
      const data = page(found);
      const { offset = 0, limit = 20 } = query;
      return ok({ data, meta: { pagination: { total: found.length, offset, limit, count: data.length } } });
    },
    'coordinator-v2.upsertTechAdapter': () => store('adapters', String(body['id']), withDeployments(body)),
    'coordinator-v2.getTechAdapter': () => {
      const adapter = things('adapters').get(path['id'] ?? '');
      return adapter === undefined ? unknown() : ok(withDeployments(adapter));
    },
    'coordinator-v2.deleteTechAdapter': () => remove('adapters', path['id']),
    'coordinator-v2.putTechAdapterDeployment': () =>
      things('adapters').has(path['id'] ?? '')
        ? store('deployments', `${path['id']} ${path['environment']}`, { enabled: true, ...body })
        : unknown(),
    'coordinator-v2.getTechAdapterDeployment': () =>
      lookUp('deployments', `${path['id']} ${path['environment']}`),
    'coordinator-v2.deleteTechAdapterDeployment': () =>
      remove('deployments', `${path['id']} ${path['environment']}`),
    'governance.getEvaluationReport': () =>
      poll('completedWithSuccess', 'pending', (status) => ({
        ...memory.reports.get(path['id'] ?? ''),
        status,
        ...(status === 'pending' ? { evaluationResults: [] } : {}),
      })),
    'governance.scheduleFromReport': () => poll('', '', () => undefined),
    'governance.listResourceTypes': () => ok(all('types')),
    'governance.upsertResourceType': () => store('types', String(body['name']), typeOf(body)),
    'governance.getResourceType': () => lookUp('types', path['resourceType']),
    'governance.searchEvaluationStatus': () => searchStatus(body, example),
    'builder.updateHook': () => decide(asked),
    'builder.registerTechAdapter': () => (breaksRule(body) ? refuse() : ok(example(id, good))),
    'coordinator-v1.registerInfrastructureTemplate': () =>
      hasTwoPolicies(body) ? refuse() : ok(example(id, good)),
    ...modelAnswers(asked),
    'assistant.runTask': () =>
      ok(merge(example(id, good), { session_id: body['session_id'] ?? crypto.randomUUID() })),
    'assistant.listAgents': () => ok(all('agents')),
    'assistant.createAgent': () => {
      if (all('agents').some(({ name }) => name === body['name'])) return refuse();
      const agent = { active: true, ...body, id: crypto.randomUUID() };
      return store('agents', agent.id, agent);
    },
    'assistant.getAgent': () => lookUp('agents', path['id']),
    'assistant.updateAgent': () => change('agents', path['id'], body),
    'assistant.deleteAgent': () => remove('agents', path['id']),
  };

  const own = special[id];
  if (own !== undefined) return own();
  return ok(example(id, good));
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

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];

function logOf(entries: unknown, { level, task_id: task }: Body): unknown[] {
  const least = LEVELS.indexOf(String(level ?? 'DEBUG'));
  return (Array.isArray(entries) ? entries.map(membersOf) : []).filter(
    (one) => LEVELS.indexOf(String(one['severity'])) >= least && (task ?? one['task']) === one['task'],
  );
}

function typeOf(body: Body): Body {
  const { descriptorConfiguration, resolverConfiguration } = body;
  const resolver =
    resolverConfiguration === undefined
      ? {}
      : { resolverConfiguration: { path: 'v1/resolve', ...membersOf(resolverConfiguration) } };
  const descriptor = { resourceNameField: 'id', ...membersOf(descriptorConfiguration) };
  return { ...body, descriptorConfiguration: descriptor, ...resolver };
}

/** A hook is decided once. */
function decide({ memory, path, body, ok, unknown }: Asked): Reply {
  const hookId = path['id'] ?? '';
  const state = memory.hooks.get(hookId);
  if (state === undefined) return unknown();
  if (state !== 'WAITING') return { status: 409, body: { error: { message: 'It has been decided.' } } };
  memory.hooks.set(hookId, String(body['status']));
  const now = new Date().toISOString();
  const action = { actionId: 'action-1', actionName: 'AccessControlAction' };
  const hook = { hookId, hookName: 'RemoteRequestHook', ...action, creationAt: now, updateAt: now };
  return ok({ ...hook, status: body['status'] });
}

function breaksRule(body: Body): boolean {
  const segment = String(body['id']).split(':').at(-1);
  const isConfigured = ['development', 'production'].includes(String(body['environment']));
  return segment !== body['version'] || !isConfigured || hasTwoPolicies(body);
}

function hasTwoPolicies(body: Body): boolean {
  const { policies } = membersOf(membersOf(body['properties'])['dataContractGuardian']);
  const types = Array.isArray(policies) ? policies.map((one) => membersOf(one)['resourceType']) : [];
  return new Set(types).size < types.length;
}

function modelAnswers({ memory, body, ok, unknown }: Asked): Record<string, () => Reply> {
  const model = (name: string): Record<string, () => Reply> => ({
    [`assistant.set${name}Config`]: () => {
      memory.models.set(name, { ...body, api_key: '********' });
      return ok(memory.models.get(name));
    },
    [`assistant.get${name}Config`]: () => {
      const known = memory.models.get(name);
      return known === undefined ? unknown() : ok(known);
    },
  });
  return { ...model('Llm'), ...model('Embedder') };
}
