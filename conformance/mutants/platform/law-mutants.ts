import { type Change, mutants } from '../mutant.ts';
import type { Body } from '../reply.ts';
import { membersOf } from './asked.ts';
import { listOf, on, onGood, taking } from './habits.ts';
import { kindOf } from './memory.ts';
import type { Habits } from './server.ts';

const PLAN = 'coordinator-v1.getExecutionPlanStatus';
const PREVIEW = 'coordinator-v2.previewProvisioning';
const STOP = 'coordinator-v1.terminateExecutionPlan';
const TOP = 'governance.getTopFailedPolicies';
const ABORT = 'coordinator-v2.abortProvisioning';
const ENTRY = { timestamp: '2025-06-02T09:30:00.000Z', severity: 'INFO', task: 'table', message: 'begun' };

/** Platform mutants that break a rule that holds for many operations. */
export const lawMutants = mutants<Change<Habits>>({
  'P-03': {
    'returns an update time a moment before the creation time': {
      answer: (reply) => {
        const { creationTime, ...rest } = membersOf(reply.body);
        const earlier = new Date(Date.parse(String(creationTime)) - 20);
        return reply.status < 300 && creationTime !== undefined
          ? { ...reply, body: { ...rest, creationTime, updateTime: earlier.toISOString() } }
          : reply;
      },
    },
    'exchanges the start and the end of every task': onGood(PLAN, (body) =>
      changed(body, ({ startTime, stopTime }) => ({ startTime: stopTime, stopTime: startTime })),
    ),
  },
  'P-45': {
    'deploys components before their dependencies': onGood(PLAN, (body) => {
      const all = tasksIn(body['dag']);
      const times = all.map(({ startTime, stopTime }) => ({ startTime, stopTime })).reverse();
      const reversed = all.map((task, place) => ({ ...task, ...times[place] }));
      return { ...body, ...nested(reversed.reverse()) };
    }),
    'deploys components without waiting for their dependencies': onGood(PLAN, (body) => {
      const [{ startTime = undefined } = {}] = tasksIn(body['dag']).reverse();
      return changed(body, () => ({ startTime }));
    }),
    'adds a component of another unit to a plan': onGood(PLAN, (body) => {
      const [first] = tasksIn(body['dag']);
      const stranger = { ...first, id: 'other', componentName: 'urn:dmb:cmp:x:other:0:table' };
      return first === undefined ? body : { ...body, ...nested([first, stranger]) };
    }),
  },
  'P-69': {
    'accepts an abort and completes the plan': undoingStops(ABORT),
    'accepts a termination and completes the plan': undoingStops(STOP),
    'reports a terminated plan as completed': onGood(PLAN, (body) =>
      body['status'] === 'TERMINATED' ? { ...body, status: 'COMPLETED' } : body,
    ),
  },
  'P-47': {
    'carries out what it previews, later': on(PREVIEW, (reply, { path, query, input }, { units }) => {
      const [id, environment] = [path['deployment-unit-id'] ?? '', String(query['environment'])];
      const targets = listOf(membersOf(input), 'targetStatus').map(membersOf);
      const states = new Map(targets.map((one) => [String(one['componentId']), String(one['targetStatus'])]));
      const descriptor = String(membersOf(input)['descriptor']);
      setTimeout(() => units.set(`${id} ${environment}`, { id, environment, descriptor, states }), 100);
      return reply;
    }),
  },
  'P-56': {
    'changes the creation time of a deployment by a few milliseconds with each write': on(
      'coordinator-v2.putTechAdapterDeployment',
      (reply, { path }, { things }) => {
        if (reply.status !== 200) return reply;
        const body = { ...membersOf(reply.body), createdAt: new Date().toISOString() };
        kindOf(things, 'deployments').set(`${path['id']} ${path['environment']}`, body);
        return { ...reply, body };
      },
    ),
  },
  'P-58': {
    'returns the key of a model with its configuration': onGood(
      'assistant.setLlmConfig',
      (body, { input }) => ({
        ...body,
        api_key: membersOf(input)['api_key'],
      }),
    ),
  },
  'P-24': {
    'lists at most fifty failed policies when no limit is given': {
      answer: (reply, call, memory) => {
        const isUnlimited = call.operation === TOP && membersOf(call.input)['limit'] === undefined;
        const ids = [...memory.entities.keys()].slice(0, 50);
        const data = ids.map((id) => ({ governanceEntityId: id, name: id, failures: 1 }));
        return isUnlimited && reply.status === 200 ? { ...reply, body: { data } } : reply;
      },
    },
  },
  'P-40': {
    'accepts a descriptor without a deployed component that has no target status': {
      answer: (reply, { operation, input, path }, { tasks, units }) => {
        const isStart = operation === 'coordinator-v2.startProvisioning' && reply.status === 400;
        const isKnown = [...units.values()].some(({ id }) => id === path['deployment-unit-id']);
        if (!isStart || !isKnown || listOf(membersOf(input), 'targetStatus').length === 0) return reply;
        const token = crypto.randomUUID();
        tasks.set(token, { startedAt: performance.now(), stopped: false, by: operation });
        return { status: 202, body: token };
      },
    },
    'registers an adapter for an unknown environment': {
      answer: (reply, { operation, input }) =>
        operation === 'builder.registerTechAdapter' &&
        /^unknown-/.test(String(membersOf(input)['environment']))
          ? { status: 200, body: 'OK' }
          : reply,
    },
    'registers an adapter at an address that it cannot reach': on(
      'builder.registerTechAdapter',
      (reply, { input }) =>
        String(membersOf(input)['url']).includes('.invalid') ? { status: 200, body: 'OK' } : reply,
    ),
  },
  'P-11': {
    'previews an unknown target status': taking(PREVIEW, ({ input }) =>
      listOf(membersOf(input), 'targetStatus')
        .map(membersOf)
        .some(({ targetStatus }) => typeof targetStatus === 'string' && !/DEPLOYED$/.test(targetStatus)),
    ),
  },
  'P-37': {
    'resolves every type of resource, and nothing before a unit is deployed': {
      answer: (reply, { operation, query }, { units }) => {
        if (operation !== 'coordinator-v1.resolve' || reply.status === 400) return reply;
        const found = [...units.values()].filter(
          ({ id, environment, states }) =>
            [...states.values()].includes('DEPLOYED') &&
            environment === query['environment'] &&
            (query['id'] ?? id) === id,
        );
        const content = found.map(({ descriptor }) => descriptor);
        const page = { offset: 0, limit: 5, count: content.length };
        return content.length === 0 ? { status: 404, body: {} } : { status: 200, body: { content, page } };
      },
    },
  },
  'P-39': {
    'returns the status of a deployed unit without its descriptor': onGood(
      'coordinator-v2.getDeploymentUnitStatus',
      ({ provisioningDetails, ...status }) => {
        if (provisioningDetails === undefined) return status;
        const { descriptor: _descriptor, ...details } = membersOf(provisioningDetails);
        return { ...status, provisioningDetails: details };
      },
    ),
  },
  'P-57': {
    'returns the whole log for a task, and no log of a running plan': on(
      'coordinator-v1.getPlanLogs',
      (reply, { path }, { tasks, work }) => {
        const begun = tasks.get(path['provisioning_plan_id'] ?? '')?.startedAt ?? 0;
        if (reply.status !== 200) return reply;
        const hasEnded = performance.now() - begun >= work;
        return { ...reply, body: hasEnded ? [ENTRY] : [] };
      },
    ),
  },
  'P-28': {
    'confirms the registration of an adapter and forgets it': on(
      'builder.registerTechAdapter',
      (reply, { input }, { things }) => {
        if (reply.status === 200) kindOf(things, 'adapters').delete(String(membersOf(input)['id']));
        return reply;
      },
    ),
  },
  'P-27': {
    'confirms results and forgets them': on(
      'governance.pushPolicyEvaluationResults',
      (reply, _call, { results }) => {
        results.clear();
        return reply;
      },
    ),
    'accepts the results of a report and ignores them': on(
      'governance.scheduleFromReport',
      (reply, _call, { results }) => {
        results.clear();
        return reply;
      },
    ),
  },
  'P-50': {
    'reports the opposite of every verdict': reporting(({ satisfiesPolicy }) => ({
      result: { satisfiesPolicy: satisfiesPolicy !== true },
    })),
    'reports every failed policy as satisfied': reporting(() => ({ outcome: 'ok' })),
    'reports a failure that must block as a warning': reporting((_result, outcome) =>
      outcome === 'error' ? { outcome: 'warning' } : {},
    ),
  },
  'P-60': {
    'distinguishes descriptors by another field than the documented one': onGood(
      'governance.getResourceType',
      (body) => ({
        ...body,
        descriptorConfiguration: { ...membersOf(body['descriptorConfiguration']), resourceFilterField: 'id' },
      }),
    ),
  },
});

/** Changes the results with a verdict in every report. */
function reporting(change: (result: Body, outcome: unknown) => Body): Partial<Habits> {
  return onGood('governance.getEvaluationReport', (body) => ({
    ...body,
    evaluationResults: listOf(body, 'evaluationResults')
      .map(membersOf)
      .map((one) => {
        const result = membersOf(one['result']);
        return 'satisfiesPolicy' in result ? { ...one, ...change(result, one['outcome']) } : one;
      }),
  }));
}

function undoingStops(operation: string): Partial<Habits> {
  return on(operation, (reply, _call, { tasks }) => {
    for (const task of tasks.values()) task.stopped = false;
    return reply;
  });
}

/** The tasks of a graph, the last one first. */
function tasksIn(dag: unknown): Body[] {
  const { dependsOnTasks, ...task } = membersOf(dag);
  return task['id'] === undefined
    ? []
    : [task, ...listOf({ dependsOnTasks }, 'dependsOnTasks').flatMap(tasksIn)];
}

/** A graph of tasks that wait for each other, the last one first. */
function nested(tasks: readonly Body[]): Body {
  const dag = tasks.reduceRight<Body | undefined>(
    (before, task) => ({ ...task, dependsOnTasks: before === undefined ? [] : [before] }),
    undefined,
  );
  return dag === undefined ? {} : { dag };
}

function changed(body: Body, change: (task: Body) => Body): Body {
  return { ...body, ...nested(tasksIn(body['dag']).map((task) => ({ ...task, ...change(task) }))) };
}
