import { membersOf } from './asked.ts';
import { ADAPTERS, listOf, on, onGood } from './habits.ts';
import type { Body, Habits } from './server.ts';

/** Habits that are as good as the usual ones: what is late, what is told as well, and what is told in other words. */
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
        const entity = entities.get(path['id'] ?? '');
        // Which one of the run is moved by others is not of this habit.
        const isOwn = !['dataproduct', 'outputport'].includes(String(entity?.['resourceType']));
        if (!isReplaced || !isOwn || entity?.['status'] === 'draft') return reply;
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

/** Each search finds what the same one would have found before. */
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

/** A plan of the run is told as running when it is listed for the first time. */
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

/** Whoever looks first after a push sees what was pushed before. */
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

/** Each list is what it was when somebody asked for it before. */
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

/** A policy or metric judges a moment after its last change. In milliseconds. */
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
