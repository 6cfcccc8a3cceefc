import { type Change, mutants } from '../mutant.ts';
import type { Body } from '../reply.ts';
import { membersOf } from './asked.ts';
import { ASK, caching, PREVIEW, REPORT } from './faults.ts';
import { ADAPTERS, instead, listOf, on, onGood, onItems, page, setting } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Habits } from './server.ts';

const UPSERT = 'coordinator-v2.upsertTechAdapter';

const UNIT = 'coordinator-v2.getDeploymentUnitStatus';

const PUT = 'coordinator-v2.putTechAdapterDeployment';

const FOLLOWED = 'coordinator-v1.listDeployedDataProducts';

const LIST = 'coordinator-v1.listProvisioningPlans';

const LOGS = 'coordinator-v1.getPlanLogs';

/** Mutants of plans, deployment units, adapters, agents, and settings. */
export const provisioningMutants = mutants<Change<Habits>>({
  'P-29': {
    'resets the endpoint of an agent on every update': setting('assistant.updateAgent', {
      endpoint: 'http://default',
    }),
    'returns a new log level and keeps the old one': setting('coordinator-v1.getLogLevel', { level: 'INFO' }),
    'returns the time of the last update of a metric as its creation time': setting(
      'governance.patchMetric',
      {
        creationTime: '2031-01-01T00:00:00.000Z',
      },
    ),
    'returns an unknown id for the update of an agent': onGood('assistant.updateAgent', (body) => ({
      ...body,
      id: crypto.randomUUID(),
    })),
  },
  'P-30': {
    'confirms the removal of an agent and keeps it': () => {
      const kept = new Map<string, Body>();
      return {
        answer: (reply, call, memory) => {
          const agents = kindOf(memory.things, 'agents');
          for (const [id, agent] of agents) kept.set(id, agent);
          const name = call.path['id'] ?? '';
          if (call.operation === 'assistant.deleteAgent' && kept.has(name)) return { status: 204 };
          if (call.operation === 'assistant.getAgent' && kept.has(name))
            return { status: 200, body: kept.get(name) };
          return reply;
        },
      } satisfies Partial<Habits>;
    },
    'omits inactive agents from the list': onItems('assistant.listAgents', undefined, (all) =>
      all.filter(({ active }) => active === true),
    ),
    'updates a deleted policy': instead('governance.patchPolicy', 422, ({ path }, { entities }) => ({
      status: 200,
      body: { ...entities.get(path['id'] ?? '') },
    })),
  },
  'P-31': {
    'returns a blank token for a deployment': on('coordinator-v1.deploy', (reply, _call, memory) => {
      if (reply.status !== 202) return reply;
      const token = ' '.repeat(3 + memory.tasks.size);
      memory.tasks.set(token, { startedAt: performance.now(), stopped: false, by: 'deploy' });
      return { ...reply, body: token };
    }),
  },
  'P-36': {
    'reports every plan as running at the deprecated status path': setting(
      'coordinator-v1.getProvisioningPlanStatus',
      {
        status: 'RUNNING',
      },
    ),
    'terminates finished plans': on('coordinator-v1.terminateExecutionPlan', (reply, { path }, memory) => {
      const task = memory.tasks.get(path['token'] ?? '');
      if (task !== undefined) task.stopped = true;
      return reply;
    }),
    'returns the current time as the update time of a finished report': onGood(REPORT, (body) => ({
      ...body,
      updateTime: new Date().toISOString(),
    })),
    'returns another start time of a finished plan on each read': beginningLater,
  },
  'P-45': {
    'reports a dependency as not in the descriptor': previewing((one) => ({
      ...one,
      reason: 'NOT_IN_TARGET_DESCRIPTOR',
    })),
    'previews components before their dependencies': onItems(PREVIEW, 'operations', (all) => all.reverse()),
  },
  'P-46': {
    'removes data without removeData': previewing((one) =>
      one['action'] === 'UNDEPLOY' ? { ...one, action: 'UNDEPLOY_AND_REMOVE_DATA' } : one,
    ),
    'plans to remove a component that was never deployed': previewing((one) =>
      one['action'] === 'NO_ACTION' ? { ...one, action: 'UNDEPLOY' } : one,
    ),
  },
  'P-47': {
    'deploys a unit during a preview': on(PREVIEW, (reply, { path, query, input }, memory) => {
      const [id, environment] = [path['deployment-unit-id'] ?? '', String(query['environment'])];
      const targets = listOf(membersOf(input), 'targetStatus').map(membersOf);
      if (reply.status === 200 && targets.some((one) => one['targetStatus'] === 'DEPLOYED')) {
        const states = new Map(targets.map((one) => [String(one['componentId']), 'DEPLOYED']));
        memory.units.set(`${id} ${environment}`, { id, environment, descriptor: 'id: x\n', states });
      }
      return reply;
    }),
    'returns the findings of the first validation for every validation': () => {
      let first: Body | undefined;
      return onGood('coordinator-v2.getValidationStatus', (body) => {
        if (body['status'] !== 'COMPLETED') return body;
        first ??= body;
        return first;
      });
    },
  },
  'P-48': {
    'reports another version of a unit than that of its descriptor': onGood(UNIT, (body) => {
      const details = membersOf(body['provisioningDetails']);
      return 'provisioningDetails' in body
        ? { ...body, provisioningDetails: { ...details, descriptorVersion: '0.0.0' } }
        : body;
    }),
    'reports the current time as that of the last deployment': onGood(FOLLOWED, (body) => ({
      ...body,
      lastDeploymentTime: new Date().toISOString(),
    })),
    'returns the descriptor of the first deployment for all of them': onItems(
      FOLLOWED,
      'descriptors',
      (all) => all.map((one) => ({ ...one, descriptor: all[0]?.['descriptor'] })),
    ),
    'reports every unit as not deployed': setting(UNIT, { status: 'NOT_DEPLOYED' }),
  },
  'P-49': {
    'does not find a plan by its version': on('coordinator-v1.listProvisioningPlans', (reply, { query }) =>
      query['version'] === undefined ? reply : { ...reply, body: { provisioningPlans: [] } },
    ),
    'resolves the id of one unit to another': onGood('coordinator-v1.resolve', (body, { query }) =>
      query['id'] === undefined ? body : { ...body, content: ['id: urn:dmb:dp:x:1\n'] },
    ),
    'resolves a unit that is no longer deployed': instead(
      'coordinator-v1.resolve',
      404,
      ({ query }, { units }) => {
        const unit = [...units.values()].find(({ id }) => id === query['id']);
        const page = { offset: 0, limit: 5, count: 1 };
        return unit && { status: 200, body: { content: [unit.descriptor], page } };
      },
    ),
    'lists only the latest plan of a unit': onItems(LIST, 'provisioningPlans', (all, { query }) =>
      query['data-product-id'] === undefined ? all : all.slice(0, 1),
    ),
    'reports staging as the environment of every plan': setting('coordinator-v1.getProvisioningPlan', {
      environment: 'staging',
    }),
    'reports the state of another concurrent plan': on(
      'coordinator-v1.getProvisioningPlan',
      (reply, { path }, memory) => {
        const isOne = memory.plans.some(
          ({ token, unit }) => token === path['token'] && /-stopped\b/.test(unit),
        );
        const other = memory.plans.find(({ unit }) => /-left-running\b/.test(unit));
        if (reply.status !== 200 || !isOne || other === undefined) return reply;
        const dag = { ...membersOf(membersOf(reply.body)['dag']), descriptor: other.descriptor };
        return { ...reply, body: { ...membersOf(reply.body), dag } };
      },
    ),
  },
  'P-56': {
    'finds removed adapters': keepingDeleted,
    'keeps fields of a deployment that its replacement omits': () =>
      storingDeployments((before, now) => ({ ...before, ...now })),
    'replaces only the known settings of a deployment': onGood(
      'coordinator-v2.getTechAdapterDeployment',
      ({ properties: _, ...body }) => body,
    ),
  },
  'P-57': {
    'returns all log entries for level ERROR': onItems(LOGS, undefined, (all, { query }) => {
      const entry = { timestamp: '2025-06-02T09:30:00.000Z', severity: 'INFO', message: 'begun' };
      return query['level'] === 'ERROR' ? [entry] : all;
    }),
    'finds no log entry for a task that it lists': onItems(LOGS, undefined, (all, { query }) =>
      query['task_id'] === undefined ? all : [],
    ),
  },
  'P-58': {
    'returns the configuration of the language model as that of the embedder': on(
      'assistant.getEmbedderConfig',
      (reply, _call, memory) =>
        reply.status === 200 ? { ...reply, body: memory.models.get('Llm') ?? reply.body } : reply,
    ),
  },
  'P-59': {
    'uses the same session id for all new conversations': onGood('assistant.runTask', (body, { input }) => ({
      ...body,
      session_id: membersOf(input)['session_id'] ?? 'the-one',
    })),
    'returns an error message with a successful task': setting('assistant.runTask', {
      error_message: 'The agent did not answer.',
    }),
    'includes earlier questions in its response': rememberingAll,
  },
  'P-62': {
    'reports an adapter as deployed when the stored body says so': onGood(UPSERT, (body, { input }) => {
      const { deployments } = membersOf(input);
      return deployments === undefined ? body : { ...body, deployments };
    }),
    'caches resource types after the first read': () =>
      caching('governance.getResourceType', 200, ({ path }) => path['resourceType']),
  },
});

/** On the second deployment to one place, stores a combination of both. */
function storingDeployments(of: (before: Body | undefined, now: Body) => Body): Partial<Habits> {
  const known = new Map<string, Body>();
  return on(PUT, (reply, { path }, { things }) => {
    const key = `${path['id']} ${path['environment']}`;
    if (reply.status !== 200) return reply;
    const stored = of(known.get(key), membersOf(reply.body));
    known.set(key, stored);
    kindOf(things, 'deployments').set(key, stored);
    return reply;
  });
}

function keepingDeleted(): Partial<Habits> {
  const known = new Map<string, Body>();
  return on(ADAPTERS, (reply, { query }, { things }) => {
    const body = membersOf(reply.body);
    for (const [id, adapter] of kindOf(things, 'adapters')) known.set(id, adapter);
    if (reply.status !== 200 || typeof query['search'] !== 'string') return reply;
    const gone = [...known.values()].filter(
      ({ id }) => !kindOf(things, 'adapters').has(String(id)) && String(id) === query['search'],
    );
    return { ...reply, body: { ...body, data: [...page(body), ...gone] } };
  });
}

function previewing(change: (operation: Body) => Body): Partial<Habits> {
  return onItems(PREVIEW, 'operations', (all) => all.map(change));
}

function beginningLater(): Partial<Habits> {
  let lists = 0;
  return onItems(LIST, 'provisioningPlans', (all) => {
    lists += 1;
    return all.map((one) => {
      const dag = membersOf(one['dag']);
      const startTime = new Date(Date.parse(String(dag['startTime'])) + lists * 20).toISOString();
      return { ...one, dag: { ...dag, startTime } };
    });
  });
}

function rememberingAll(): Partial<Habits> {
  const asked: unknown[] = [];
  return onGood(ASK, (_body, { input }) => {
    asked.push(membersOf(input)['query']);
    return { message: `So far: ${asked.join(' ')}` };
  });
}
