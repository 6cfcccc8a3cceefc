import { mutant } from '../mutant.ts';
import { membersOf } from './asked.ts';
import { listOf, on, type PlatformMutant } from './habits.ts';
import type { Memory } from './memory.ts';
import type { Body, Call, Habits } from './server.ts';

const EVALUATE = 'governance.evaluate';
const TESTS = ['governance.testPolicy', 'governance.testMetric'];

/** Platform mutants that apply the wrong policies to a resource, or report wrong evaluation results. */
export const judgingMutants: readonly PlatformMutant[] = [
  mutant('P-51', 'evaluates passive policies', () =>
    judging(({ trigger, status }) => trigger === 'passive' && status === 'enabled'),
  ),
  mutant('P-51', 'evaluates deleted policies', () => judging(({ status }) => status === 'deleted')),
  mutant('P-51', 'evaluates policies whose selectors match other resources', () =>
    judging(({ trigger, status }) => trigger === 'active' && status === 'enabled'),
  ),
  mutant('P-51', 'omits policies in grace', () =>
    telling([EVALUATE], (results, { entities }) =>
      results.filter(
        ({ governanceEntityId }) => entities.get(String(governanceEntityId))?.['status'] !== 'grace',
      ),
    ),
  ),
  mutant('P-51', 'evaluates no metrics', () =>
    telling([EVALUATE], (results) =>
      results.filter(({ governanceEntityType }) => governanceEntityType === 'policy'),
    ),
  ),
  mutant('P-51', 'returns every result of a report twice', () =>
    telling([EVALUATE], (results) => results.flatMap((one) => [one, one])),
  ),
  mutant('P-51', 'reports every evaluated policy as a draft', () =>
    telling([EVALUATE], (results) => results.map((one) => ({ ...one, governanceEntityStatus: 'draft' }))),
  ),
  mutant('P-51', 'reports production as the environment of every resource', () =>
    telling([EVALUATE], (results) =>
      results.map((one) => ({
        ...one,
        resource: { ...membersOf(one['resource']), environment: 'production' },
      })),
    ),
  ),
  mutant('P-51', 'disables other policies of the type when one is enabled', () =>
    on('governance.updatePolicyStatus', (reply, { path, input }, { entities }) => {
      const { resourceType } = entities.get(path['id'] ?? '') ?? {};
      if (reply.status === 200 && membersOf(input)['status'] === 'enabled')
        for (const [id, one] of entities)
          if (id !== path['id'] && one['resourceType'] === resourceType && one['status'] === 'enabled')
            one['status'] = 'disabled';
      return reply;
    }),
  ),
  mutant('P-52', 'does not test drafts', () =>
    on('governance.testPolicy', (reply, { path }, { entities }) =>
      reply.status === 202 && entities.get(path['id'] ?? '')?.['status'] === 'draft'
        ? { status: 422, body: { errors: ['It is a draft.'] } }
        : reply,
    ),
  ),
  mutant('P-52', 'finishes a test without a result', () => telling(TESTS, () => [])),
  mutant('P-52', 'reports the test of a metric as an evaluation', () =>
    reporting(['governance.testMetric'], (report) => {
      report['evaluationScope'] = 'evaluation';
    }),
  ),
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
