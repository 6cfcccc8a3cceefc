import { membersOf } from './asked.ts';
import { listOf, on, type PlatformMutant } from './habits.ts';
import type { Memory } from './memory.ts';
import type { Body, Call, Habits } from './server.ts';

const EVALUATE = 'governance.evaluate';
const TESTS = ['governance.testPolicy', 'governance.testMetric'];

/** Platform mutants that apply the wrong policies to a resource, or report wrong evaluation results. */
export const judgingMutants: readonly PlatformMutant[] = [
  {
    name: 'waiting-ones-judge',
    class: 'cross-field meaning',
    defect: 'evaluates passive policies',
    caughtBy: 'P-51',
    habits: () => judging(({ trigger, status }) => trigger === 'passive' && status === 'enabled'),
  },
  {
    name: 'dead-ones-judge',
    class: 'state over time',
    defect: 'evaluates deleted policies',
    caughtBy: 'P-51',
    habits: () => judging(({ status }) => status === 'deleted'),
  },
  {
    name: 'selectors-unread',
    class: 'negatives',
    defect: 'evaluates policies whose selectors match other resources',
    caughtBy: 'P-51',
    habits: () => judging(({ trigger, status }) => trigger === 'active' && status === 'enabled'),
  },
  {
    name: 'trial-without-judge',
    class: 'state over time',
    defect: 'omits policies in grace',
    caughtBy: 'P-51',
    habits: () =>
      telling([EVALUATE], (results, { entities }) =>
        results.filter(
          ({ governanceEntityId }) => entities.get(String(governanceEntityId))?.['status'] !== 'grace',
        ),
      ),
  },
  {
    name: 'metrics-idle',
    class: 'linkage between operations',
    defect: 'evaluates no metrics',
    caughtBy: 'P-51',
    habits: () =>
      telling([EVALUATE], (results) =>
        results.filter(({ governanceEntityType }) => governanceEntityType === 'policy'),
      ),
  },
  {
    name: 'counted-twice',
    class: 'sequence',
    defect: 'returns every result of a report twice',
    caughtBy: 'P-51',
    habits: () => telling([EVALUATE], (results) => results.flatMap((one) => [one, one])),
  },
  {
    name: 'told-as-draft',
    class: 'cross-field meaning',
    defect: 'reports every evaluated policy as a draft',
    caughtBy: 'P-51',
    habits: () =>
      telling([EVALUATE], (results) => results.map((one) => ({ ...one, governanceEntityStatus: 'draft' }))),
  },
  {
    name: 'judged-in-production',
    class: 'identity and isolation',
    defect: 'reports production as the environment of every resource',
    caughtBy: 'P-51',
    habits: () =>
      telling([EVALUATE], (results) =>
        results.map((one) => ({
          ...one,
          resource: { ...membersOf(one['resource']), environment: 'production' },
        })),
      ),
  },
  {
    name: 'one-in-force',
    class: 'identity and isolation',
    defect: 'disables other policies of the type when one is enabled',
    caughtBy: 'P-51',
    habits: () =>
      on('governance.updatePolicyStatus', (reply, { path, input }, { entities }) => {
        const { resourceType } = entities.get(path['id'] ?? '') ?? {};
        if (reply.status === 200 && membersOf(input)['status'] === 'enabled')
          for (const [id, one] of entities)
            if (id !== path['id'] && one['resourceType'] === resourceType && one['status'] === 'enabled')
              one['status'] = 'disabled';
        return reply;
      }),
  },
  {
    name: 'drafts-untried',
    class: 'negatives',
    defect: 'does not test drafts',
    caughtBy: 'P-52',
    habits: () =>
      on('governance.testPolicy', (reply, { path }, { entities }) =>
        reply.status === 202 && entities.get(path['id'] ?? '')?.['status'] === 'draft'
          ? { status: 422, body: { errors: ['It is a draft.'] } }
          : reply,
      ),
  },
  {
    name: 'test-says-nothing',
    class: 'linkage between operations',
    defect: 'finishes a test without a result',
    caughtBy: 'P-52',
    habits: () => telling(TESTS, () => []),
  },
  {
    name: 'measured-for-good',
    class: 'cross-field meaning',
    defect: 'reports the test of a metric as an evaluation',
    caughtBy: 'P-52',
    habits: () =>
      reporting(['governance.testMetric'], (report) => {
        report['evaluationScope'] = 'evaluation';
      }),
  },
];

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
