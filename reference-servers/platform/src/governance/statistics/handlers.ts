import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import type { EvaluationOutcome, PolicyStatisticsFilters } from '@tessera/contracts/types/governance';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';

type Statistics = Pick<
  GovernanceHandlers,
  'getTopFailedPolicies' | 'getPolicyExecutions' | 'getPolicyExecutionFailures'
>;

/** Outcomes of a failed policy, blocking or not. */
const FAILED: readonly EvaluationOutcome[] = ['error', 'warning', 'info', 'not_blocking_error'];

/** Outcomes of an evaluated policy. */
const EXECUTED: readonly EvaluationOutcome[] = ['ok', ...FAILED];

/** The operations that count how often policies ran and failed. Tests do not count. */
export function createStatistics(context: Context): Statistics {
  return {
    async getTopFailedPolicies({ body: { filters, limit } }) {
      const rows = await resultsOf(context, FAILED, filters)
        .innerJoin('governance_entity as entity', 'entity.id', 'result.entity_id')
        .select(({ fn }) => [
          'result.entity_id',
          sql<string>`entity.definition ->> 'name'`.as('name'),
          fn.countAll<string>().as('failures'),
        ])
        .groupBy(['result.entity_id', 'entity.definition'])
        .orderBy('failures', 'desc')
        .orderBy('result.entity_id')
        .limit(limit)
        .execute();
      const data = rows.map(({ entity_id, name, failures }) => ({
        governanceEntityId: entity_id,
        name,
        failures: Number(failures),
      }));
      return { status: 200, body: { data } };
    },
    async getPolicyExecutions({ body: { filters } }) {
      const days = await countPerDay(context, EXECUTED, filters);
      return { status: 200, body: { data: days.map(({ date, count }) => ({ date, executions: count })) } };
    },
    async getPolicyExecutionFailures({ body: { filters } }) {
      const days = await countPerDay(context, FAILED, filters);
      return { status: 200, body: { data: days.map(({ date, count }) => ({ date, failures: count })) } };
    },
  };
}

async function countPerDay(
  context: Context,
  outcomes: readonly EvaluationOutcome[],
  filters?: PolicyStatisticsFilters,
): Promise<{ readonly date: string; readonly count: number }[]> {
  const day = sql<string>`to_char(result.created_at at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await resultsOf(context, outcomes, filters)
    .select(({ fn }) => [day.as('date'), fn.countAll<string>().as('count')])
    .groupBy(day)
    .orderBy('date')
    .execute();
  return rows.map(({ date, count }) => ({ date, count: Number(count) }));
}

/** Results of policies that count and that fit the filters. */
function resultsOf(
  { db }: Context,
  outcomes: readonly EvaluationOutcome[],
  { environment, resourceTypes, governanceEntityIds, from, to }: PolicyStatisticsFilters = {},
) {
  let found = db
    .selectFrom('evaluation_result as result')
    .innerJoin('evaluated_resource as resource', 'resource.id', 'result.resource_key')
    .where('result.counts', '=', true)
    .where('result.entity_type', '=', 'policy')
    .where('result.outcome', 'in', [...outcomes]);
  if (environment !== undefined) found = found.where('resource.environment', '=', environment);
  if (resourceTypes !== undefined) found = found.where('resource.resource_type', 'in', resourceTypes);
  if (governanceEntityIds !== undefined) found = found.where('result.entity_id', 'in', governanceEntityIds);
  if (from !== undefined) found = found.where('result.created_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('result.created_at', '<', new Date(to));
  return found;
}
