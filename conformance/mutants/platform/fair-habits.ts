import type { Body, Reply } from '../reply.ts';
import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood } from './habits.ts';
import type { Memory } from './memory.ts';
import type { Call, Habits } from './server.ts';

/** Conformant variants of the platform: late updates, additional data, and other wording. */
export const fairHabits: readonly (readonly [string, Partial<Habits>])[] = [
  ['counts a moment to what comes after it', includingTheMoment()],
  [
    'tells whom it has not asked as not executed',
    on('governance.evaluate', (reply, { input }, { reports, entities, kinds }) => {
      const report = reports.get(String(membersOf(reply.body)['reportId']));
      const results = listOf(report ?? {}, 'evaluationResults').map(membersOf);
      const asked = new Set(results.map(({ governanceEntityId }) => governanceEntityId));
      const idle = [...entities.values()].filter(
        ({ id, resourceType }) => resourceType === membersOf(input)['resourceType'] && !asked.has(id),
      );
      if (report !== undefined)
        report['evaluationResults'] = [
          ...results,
          ...idle.map(({ id }) => ({
            governanceEntityId: id,
            governanceEntityType: kinds.get(String(id)),
            outcome: 'not_executed',
          })),
        ];
      return reply;
    }),
  ],
  [
    'returns 404 for a unit that was never deployed',
    on('coordinator-v2.getDeploymentUnitStatus', (reply) => {
      const { status, provisioningDetails } = membersOf(reply.body);
      return reply.status === 200 && status === 'NOT_DEPLOYED' && provisioningDetails === undefined
        ? { status: 404, body: { errors: ['There is no such unit.'], userMessage: 'There is no such unit.' } }
        : reply;
    }),
  ],
  [
    'refuses to stop an unknown plan with a 400, where no response is specified',
    {
      answer: (reply, { operation }) =>
        /\.(get|terminate)\w*Plan/.test(operation) && reply.status === 404
          ? { ...reply, status: 400 }
          : reply,
    },
  ],
  [
    'lists adapters in another envelope, because none is specified',
    onGood(ADAPTERS, (body) => ({ items: listOf(body, 'data'), count: listOf(body, 'data').length })),
  ],
  [
    'returns the log of a plan in an object, because no form is specified',
    on('coordinator-v1.getPlanLogs', (reply) =>
      reply.status === 200 ? { ...reply, body: { entries: reply.body } } : reply,
    ),
  ],
  [
    'confirms a change of status without a body',
    {
      answer: (reply, { operation }) =>
        /update(Policy|Metric)Status/.test(operation) && reply.status === 200 ? { status: 204 } : reply,
    },
  ],
  [
    'lists its long history of plans to a request without a limit, because no default is specified',
    // The contract has the default 20, which this server adds.
    onGood('coordinator-v1.listProvisioningPlans', (body, { query }) =>
      Number(query['limit']) < 20 ? body : { ...body, history: 'x'.repeat(5 * 1024 * 1024) },
    ),
  ],
  ['rejects with its own errors where none are specified', { answer: rejectingInOwnWords }],
  ['answers with the least where no answer is specified', { answer: answeringLeast }],
  ['lists adapters as they were a moment ago', aMomentAgo()],
  ['lists plans as running for a moment after their end', endingLate()],
  [
    'tells a tolerance window in minutes',
    onGood('governance.updateEvaluationStatus', (body) => {
      const told = membersOf(body['resultScheduling']);
      return told['toleranceWindowLength'] === 'PT1H'
        ? { ...body, resultScheduling: { ...told, toleranceWindowLength: 'PT60M' } }
        : body;
    }),
  ],
  [
    'replaces no policy that is in use',
    {
      answer: (reply, { operation, path }, { entities }) => {
        const isReplaced = /^governance\.update(Policy|Metric)$/.test(operation) && reply.status === 200;
        if (!isReplaced || entities.get(path['id'] ?? '')?.['status'] === 'draft') return reply;
        return { status: 422, body: { errors: ['It is in use.'], userMessage: 'It is in use.' } };
      },
    },
  ],
  [
    'refuses a change that changes nothing',
    {
      refuse: ({ operation, input }, faults) =>
        /\.(patch|updateAgent)/.test(operation) && Object.keys(membersOf(input)).length === 0
          ? ['nothing to change']
          : faults,
    },
  ],
  [
    'leaves out of a preview what it leaves alone',
    onGood('coordinator-v2.previewProvisioning', (body, { input }) => ({
      ...body,
      operations: listOf(body, 'operations').filter(
        (one) => membersOf(input)['preventRedeploy'] !== true || membersOf(one)['action'] !== 'NO_ACTION',
      ),
    })),
  ],
  ['takes over a moment later what holds no more', takingOverLate()],
  ['tells the tasks of its plans, and reports in any order', { answer: tellingMore }],
  ['lists agents and types as they were a moment ago', listingLate()],
  ['knows a moment later who judges', judgingLate()],
  [
    'takes no other version of what is deployed',
    on('coordinator-v2.startProvisioning', (reply, _call, { plans, tasks }) => {
      const plan = plans.find(({ token }) => token === reply.body);
      const before = plans.find(
        (one) => one !== plan && one.unit === plan?.unit && one.environment === plan.environment,
      );
      if (plan === undefined || before === undefined || before.version === plan.version) return reply;
      plans.splice(plans.indexOf(plan), 1);
      tasks.delete(plan.token);
      return { status: 400, body: { errors: ['another version'], userMessage: 'It is another version.' } };
    }),
  ],
];

/** Adds members, reorders entries, and gives plans subtasks that do not affect the outcome of the plan. */
function tellingMore(reply: Reply, { operation, path, input, query }: Call, memory: Memory): Reply {
  const body = membersOf(reply.body);
  if (/patchPolicy|patchMetric/.test(operation) && reply.status === 422)
    return { status: 404, body: { errors: ['It is deleted.'] } };
  if (reply.status !== 200) return reply;
  if (operation === 'governance.updateEvaluationStatus') {
    const { environment = query['environment'] } =
      memory.entities.get(path['governanceEntityId'] ?? '') ?? {};
    if (environment !== query['environment'])
      return { status: 400, body: { error: 'GOVERNANCE_ENTITY_NOT_FOUND' } };
  }
  if (operation === 'governance.getEvaluationReport') {
    const evaluationResults = listOf(body, 'evaluationResults').sort(() => Math.random() - 0.5);
    return { ...reply, body: { ...body, evaluationResults, servedAt: new Date().toISOString() } };
  }
  if (operation === 'docs-agent.askDocs')
    return { ...reply, body: { message: `You have asked: ${String(membersOf(input)['query'])}` } };
  if (operation === 'coordinator-v1.listProvisioningPlans')
    return { ...reply, body: { provisioningPlans: listOf(body, 'provisioningPlans').map(calledAlike) } };
  if (operation === 'coordinator-v1.getExecutionPlanStatus')
    return { ...reply, body: { ...body, dag: tasksOf(memory, path['token'], body['status']) } };
  return reply;
}

/** Gives the last task of every plan the same id. */
function calledAlike(plan: unknown): Body {
  return { ...membersOf(plan), dag: { ...membersOf(membersOf(plan)['dag']), id: 'end', name: 'end' } };
}

/** Tasks of a plan: the last task starts with the plan, one task fails without consequences, and one never starts. */
function tasksOf({ plans }: Memory, token: unknown, status: unknown): Body {
  const began = Date.parse(plans.find((one) => one.token === token)?.startTime ?? '2025-06-02T09:30:00.000Z');
  const isOver = status !== 'RUNNING';
  const task = (id: string, from: number, to: number, more: object): Body => ({
    id,
    name: id,
    action: 'NOP',
    status,
    startTime: new Date(began + from).toISOString(),
    ...(isOver ? { stopTime: new Date(began + to).toISOString() } : {}),
    ...more,
  });
  const below = [
    task('told', 20, 30, {
      status: isOver ? 'FAILED' : 'NOT_STARTED',
      dependsOnTasks: [task('built', 1, 19, {})],
    }),
    { id: 'left-out', name: 'left-out', action: 'NOP', status: 'NOT_STARTED' },
  ];
  return task('end', 0, 31, { dependsOnTasks: below });
}

function rejectingInOwnWords(reply: Reply, { operation }: Call): Reply {
  const { error, code } = membersOf(reply.body);
  if (operation.startsWith('assistant.') && reply.status >= 400)
    return { ...reply, body: { title: 'Bad request', status: reply.status } };
  if (!/^(governance|coordinator)/.test(operation) || reply.status !== 400 || error !== undefined)
    return reply;
  return { ...reply, body: { code, userMessage: 'The request is not valid.' } };
}

function answeringLeast(reply: Reply, { operation }: Call): Reply {
  const { id, message } = membersOf(reply.body);
  if (reply.status >= 300) return reply;
  if (/createAgent|updateAgent/.test(operation)) return { ...reply, body: { id } };
  return operation === 'assistant.runTask' ? { ...reply, body: { message } } : reply;
}

function includingTheMoment(): Partial<Habits> {
  return on('coordinator-v1.listDeployedDataProducts', (reply, { query }, { history }) => {
    const { lastDeploymentTime: since = '', limit = 100 } = query;
    const shown = history.filter(({ time }) => time >= String(since)).slice(0, Number(limit));
    const last = shown.at(-1)?.time;
    const descriptors = shown.map(({ descriptor, operation }) => ({ descriptor, operation }));
    const body = { descriptors, ...(last === undefined ? {} : { lastDeploymentTime: last }) };
    return reply.status === 200 ? { ...reply, body } : reply;
  });
}

/** Each search returns the result of the previous identical search. */
function aMomentAgo(): Partial<Habits> {
  const before = new Map<unknown, Body>();
  return on(ADAPTERS, (reply, { query: { search } }) => {
    if (reply.status !== 200 || search === undefined) return reply;
    const now = membersOf(reply.body);
    const pagination = { ...membersOf(membersOf(now['meta'])['pagination']), total: 0, count: 0 };
    const body = before.get(search) ?? { data: [], meta: { pagination } };
    before.set(search, now);
    return { ...reply, body };
  });
}

/** The first list that contains a plan of this run still shows it as running. */
function endingLate(): Partial<Habits> {
  const listed = new Set<unknown>();
  return onGood('coordinator-v1.listProvisioningPlans', (body) => ({
    ...body,
    provisioningPlans: listOf(body, 'provisioningPlans').map((one) => {
      const dag = membersOf(membersOf(one)['dag']);
      const isNew = !listed.has(dag['id']) && !String(dag['id']).startsWith('task-');
      listed.add(dag['id']);
      return isNew ? { ...membersOf(one), dag: { ...dag, status: 'RUNNING' } } : one;
    }),
  }));
}

/** The first search after a push returns the results from before the push. */
function takingOverLate(): Partial<Habits> {
  let last = new Map<string, Body>();
  let stale = new Map<string, Body>();
  return {
    answer: (reply, { operation, input }, { results }) => {
      if (/^governance\.push/.test(operation)) {
        stale = last;
        last = new Map(results);
      }
      const isWhole = listOf(membersOf(membersOf(input)['resultOptions']), 'additionalFields').length > 0;
      if (operation !== 'governance.searchEvaluationStatus' || !isWhole) return reply;
      const old = [...stale.values()];
      stale = new Map();
      const of = (one: unknown): string => JSON.stringify(membersOf(one)['identifier']);
      const body = membersOf(reply.body);
      const data = listOf(body, 'data').map((one) => old.find((other) => of(other) === of(one)) ?? one);
      return { ...reply, body: { ...body, data } };
    },
  };
}

/** Each list returns the result of the previous list request. */
function listingLate(): Partial<Habits> {
  const before = new Map<string, unknown>();
  return {
    answer: (reply, { operation }) => {
      if (reply.status !== 200 || !/listAgents|listResourceTypes/.test(operation)) return reply;
      const body = before.get(operation) ?? reply.body;
      before.set(operation, reply.body);
      return { ...reply, body };
    },
  };
}

/** How long after its last change a policy or metric takes effect, in milliseconds. */
const MOMENT = 300;

function judgingLate(): Partial<Habits> {
  const changed = new Map<unknown, number>();
  return {
    answer: (reply, { operation, path }, { reports }) => {
      if (/^governance\.(patch|update)(Policy|Metric)/.test(operation))
        changed.set(path['id'], performance.now());
      const report = reports.get(String(membersOf(reply.body)['reportId']));
      if (operation === 'governance.evaluate' && report !== undefined)
        report['evaluationResults'] = listOf(report, 'evaluationResults').filter((one) => {
          const last = changed.get(membersOf(one)['governanceEntityId']) ?? 0;
          return performance.now() - last > MOMENT;
        });
      return reply;
    },
  };
}
