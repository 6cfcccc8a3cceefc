import type { Transaction } from 'kysely';
import type { Tables } from '../../storage/tables.ts';
import { resultsRecorded } from './results-recorded.ts';

/** Results that one statement handles at most. */
const ROWS = 5_000;

/**
 * Has the results of a report become the latest ones: now when it has ended, otherwise when it ends. Returns false when
 * there is no such report.
 */
export async function followReport(tx: Transaction<Tables>, reportId: string, now: Date): Promise<boolean> {
  const report = await tx
    .updateTable('evaluation_report')
    .set({ updates_statuses: true })
    .where('id', '=', reportId)
    .returning('status')
    .executeTakeFirst();
  if (report === undefined) return false;
  if (report.status !== 'pending') await recordReport(tx, reportId, now);
  return true;
}

/** Makes the results of a report that has ended the latest ones. */
export async function recordReport(tx: Transaction<Tables>, reportId: string, now: Date): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('evaluation_result as result')
      .innerJoin('evaluated_resource as resource', 'resource.id', 'result.resource_key')
      .select([
        'result.id',
        'result.entity_id as entityId',
        'resource.external_id as resourceId',
        'resource.environment',
      ])
      .where('result.report_id', '=', reportId)
      .where('result.outcome', '!=', 'not_executed')
      .where('result.id', '>', after)
      .orderBy('result.id')
      .limit(ROWS)
      .execute();
    await resultsRecorded(tx, rows, now);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.id;
  }
}
