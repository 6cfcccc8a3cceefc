import type { Transaction } from 'kysely';
import type { StoredReport } from '../governance/evaluation/report-store.ts';
import type { Tables } from '../storage/tables.ts';
import type { NewNotification } from './notification-store.ts';
import { readOwners, toOwners } from './owners.ts';

/** The notification that an evaluation has finished; undefined when no policy or metric was evaluated. */
export async function describeReport(
  tx: Transaction<Tables>,
  { id, environment, status }: StoredReport,
  planId: string | undefined,
): Promise<NewNotification | undefined> {
  const counts = await tx
    .selectFrom('evaluation_result')
    .select(({ fn }) => ['outcome', fn.countAll<string>().as('count')])
    .where('report_id', '=', id)
    .groupBy('outcome')
    .orderBy('outcome')
    .execute();
  if (counts.length === 0) return undefined;
  // Two are enough to know whether the report is about a single resource.
  const resources = await tx
    .selectFrom('evaluated_resource')
    .selectAll()
    .where('report_id', '=', id)
    .limit(2)
    .execute();
  const single = resources.length === 1 ? resources[0] : undefined;
  const { name, owners } = readOwners(single?.descriptor ?? '', single?.external_id ?? '');
  const title = `${single === undefined ? 'Several resources' : (single.display_name ?? name)}: ${status}`;
  const summary = counts.map(({ outcome, count }) => `${count} ${outcome}`).join(', ');
  const message = `The evaluation in ${environment} has finished. Results by outcome: ${summary}.`;
  const resourceId = single === undefined ? {} : { resourceId: single.external_id };
  const body = { reportId: id, ...resourceId, environment, status };
  const payload = { kind: 'policyEvaluated', body, messages: [toOwners(title, message, owners)] };
  return { event: `${id}-evaluated`, payload, planId, reportId: id };
}
