import { type Change, mutants } from '../mutant.ts';
import type { Body } from '../reply.ts';
import { membersOf } from './asked.ts';
import { caching, REPORT, STATUS } from './faults.ts';
import { instead, listOf, on, onEntity, onGood, onItems, setting } from './habits.ts';
import type { Memory } from './memory.ts';
import type { Call, Habits } from './server.ts';

const EVALUATE = 'governance.evaluate';

const TESTS = ['governance.testPolicy', 'governance.testMetric'];

const PLAN = 'coordinator-v1.getExecutionPlanStatus';

const STOP = 'coordinator-v1.terminateExecutionPlan';

/** Mutants of policies, metrics, resources, results, and reports. */
export const governanceMutants = mutants<Change<Habits>>({
  'P-41': {
    'returns all resources of a registration, new or known': on(
      'governance.registerResources',
      (reply, { input }, memory) => {
        if (reply.status !== 200) return reply;
        const sent = JSON.stringify(input);
        const all = [...memory.resources.values()];
        const known = all.filter((one) => sent.includes(JSON.stringify(one['identifier'])));
        return { ...reply, body: { registeredResources: known } };
      },
    ),
  },
  'P-44': {
    'returns the errors of other operations for the status of an unknown resource': on(STATUS, (reply) =>
      membersOf(reply.body)['error'] === 'RESOURCE_NOT_FOUND'
        ? { status: 400, body: { errors: ['unknown resource'] } }
        : reply,
    ),
  },
  'P-50': {
    'reports production as the environment of every report': setting(REPORT, { environment: 'production' }),
  },
  'P-51': {
    'evaluates disabled policies': judging(({ status }) => status === 'disabled'),
    'evaluates deleted policies': judging(({ status }) => status === 'deleted'),
    'returns every result of a report twice': telling([EVALUATE], (results) =>
      results.flatMap((one) => [one, one]),
    ),
    'reports every evaluated policy as a draft': telling([EVALUATE], (results) =>
      results.map((one) => ({ ...one, governanceEntityStatus: 'draft' })),
    ),
    'evaluates policies of other types and environments': on(REPORT, (reply, _call, memory) => {
      const body = membersOf(reply.body);
      if (reply.status !== 200 || body['evaluationScope'] !== 'evaluation') return reply;
      const enabled = [...memory.entities.values()].filter((one) => one['status'] === 'enabled');
      const evaluationResults = enabled.map(({ id }) => ({
        governanceEntityId: id,
        governanceEntityType: 'policy',
        outcome: 'ok',
      }));
      return { ...reply, body: { ...body, evaluationResults } };
    }),
  },
  'P-52': {
    'finishes a test without a result': telling(TESTS, () => []),
  },
  'P-53': {
    'reports an updated policy in grace as a draft': onGood('governance.patchPolicy', (body) =>
      body['status'] === 'grace' ? { ...body, status: 'draft' } : body,
    ),
  },
  'P-54': {
    'accepts results for a deleted metric': instead('governance.pushMetricEvaluationResults', 422, () => ({
      status: 200,
      body: {},
    })),
    'accepts results for active or deleted policies': instead(
      'governance.pushPolicyEvaluationResults',
      422,
      () => ({ status: 200, body: {} }),
    ),
  },
  'P-55': {
    'accepts a second decision on a hook': on('builder.updateHook', (reply, { path }, memory) => {
      if (memory.hooks.has(path['id'] ?? '')) memory.hooks.set(path['id'] ?? '', 'WAITING');
      return reply;
    }),
  },
  'P-60': {
    'does not list a resource type without a display name': onItems(
      'governance.listResourceTypes',
      undefined,
      (all) => all.filter(({ displayName }) => displayName !== undefined),
    ),
  },
  'P-61': {
    'returns the stop time of a running task': onGood(PLAN, (body) => ({
      ...body,
      dag: taskOf({ ...body, stopTime: '2025-06-02T09:31:00.000Z' }),
    })),
    'returns the creation time of a policy as its update time': {
      answer: (reply, { operation }) => {
        const body = membersOf(reply.body);
        return /Policy/.test(operation) && reply.status < 300 && 'creationTime' in body
          ? { ...reply, body: { ...body, updateTime: body['creationTime'] } }
          : reply;
      },
    },
    'names the id as the wrong field in every error': on('builder.registerTechAdapter', (reply) =>
      reply.status === 400 ? { ...reply, body: { ...membersOf(reply.body), inputErrorField: 'id' } } : reply,
    ),
  },
  'P-63': {
    'creates another version of a metric on each update': onEntity('governance.patchMetric', (entity) => {
      entity['version'] = Number(entity['version']) + 1;
    }),
    'loses the tags of a policy when its status changes': onEntity(
      'governance.updatePolicyStatus',
      (entity) => {
        entity['tags'] = [];
      },
    ),
    'caches agents after the first read': () => caching('assistant.getAgent', 200, ({ path }) => path['id']),
    'keeps one latest result of a resource for all policies': () => {
      const known = new Map<unknown, unknown>();
      return onGood(STATUS, (body, { path, query }) => {
        const key = `${path['externalId']} ${String(query['environment'])}`;
        if (body['lastResultId'] !== undefined) known.set(key, body['lastResultId']);
        return known.has(key) ? { ...body, lastResultId: known.get(key) } : body;
      });
    },
  },
  'P-64': {
    'returns the new policy and keeps the old one': on(
      'governance.updatePolicy',
      (reply, { path }, memory) => {
        const entity = memory.entities.get(path['id'] ?? '');
        if (reply.status === 200 && entity !== undefined) entity['description'] = 'As before.';
        return reply;
      },
    ),
    'changes a replaced metric to draft': onEntity('governance.updateMetric', (entity) => {
      entity['status'] = 'draft';
    }),
  },
  'P-65': {
    'reports every validation as finished': on(
      'coordinator-v2.getValidationStatus',
      (reply, { path }, memory) =>
        memory.plans.some(({ token }) => token === path['token'])
          ? { status: 200, body: { status: 'COMPLETED' } }
          : reply,
    ),
  },
  'P-69': {
    'terminates all plans with one of them': waiting((reply, { operation }, memory) => {
      if (operation === STOP)
        for (const task of memory.tasks.values()) if (!hasEnded(task, memory)) task.stopped = true;
      return reply;
    }),
    'never finishes a terminated plan': waiting((reply, { operation }) =>
      operation === 'coordinator-v1.getExecutionPlanStatus' &&
      membersOf(reply.body)['status'] === 'TERMINATED'
        ? { ...reply, body: { status: 'TERMINATING' } }
        : reply,
    ),
  },
});

/** Changes the report that an operation has started. */
function reporting(
  operations: readonly string[],
  change: (report: Body, memory: Memory, call: Call) => void,
): Partial<Habits> {
  return {
    answer(reply, call, memory) {
      const report = memory.reports.get(String(membersOf(reply.body)['reportId']));
      if (operations.includes(call.operation) && report !== undefined) change(report, memory, call);
      return reply;
    },
  };
}

/** Changes the results in a report. */
function telling(
  operations: readonly string[],
  change: (results: readonly Body[], memory: Memory) => Body[],
): Partial<Habits> {
  return reporting(operations, (report, memory) => {
    report['evaluationResults'] = change(listOf(report, 'evaluationResults').map(membersOf), memory);
  });
}

/** Applies more policies and metrics of the resource type and environment than it should. */
function judging(also: (entity: Body) => boolean): Partial<Habits> {
  return reporting([EVALUATE], (report, memory, { input }) => {
    const { environment, resourceType } = membersOf(input);
    const results = listOf(report, 'evaluationResults').map(membersOf);
    const asked = new Set(results.map(({ governanceEntityId }) => governanceEntityId));
    const more = [...memory.entities.values()].filter(
      (one) =>
        one['environment'] === environment &&
        one['resourceType'] === resourceType &&
        !asked.has(one['id']) &&
        also(one),
    );
    report['evaluationResults'] = [
      ...results,
      ...more.map(({ id }) => ({
        governanceEntityId: id,
        governanceEntityType: memory.kinds.get(String(id)),
        outcome: 'ok',
      })),
    ];
  });
}

function taskOf({ status, ...more }: Body): Body {
  const name = { id: 'last', name: 'last', action: 'NOP' };
  return { ...name, status, startTime: '2025-06-02T09:30:00.000Z', ...more };
}

/** Plans that the suite intends to stop keep running until it stops them, however long that takes. */
function waiting(answer: Habits['answer']): Partial<Habits> {
  return {
    answer: (reply, call, memory) => {
      const { operation, path } = call;
      const isLong = /-(stopped|left-running)\b/.test(path['deployment-unit-id'] ?? '');
      const task = memory.tasks.get(String(reply.body));
      if (operation === 'coordinator-v2.startProvisioning' && isLong && task !== undefined)
        task.startedAt = Number.POSITIVE_INFINITY;
      const answered = answer(reply, call, memory);
      // The plans that were stopped earlier have finished.
      const stopped = memory.tasks.get(path['token'] ?? '');
      if (operation === STOP && stopped !== undefined && !Number.isFinite(stopped.startedAt))
        for (const one of memory.tasks.values())
          if (!Number.isFinite(one.startedAt)) one.startedAt = performance.now();
      return answered;
    },
  };
}

function hasEnded({ startedAt }: { readonly startedAt: number }, { work }: Memory): boolean {
  return performance.now() - startedAt >= work;
}
