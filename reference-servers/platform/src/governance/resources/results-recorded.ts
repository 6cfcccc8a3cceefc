import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../storage/tables.ts';
import { nextDeadline } from './deadline.ts';
import { type StoredStatus, scheduleOf } from './status-store.ts';

/** A result of a policy or metric that counts, as it is stored. */
export interface RecordedResult {
  readonly id: string;
  readonly entityId: string;
  /** Identifier that the resource has outside. */
  readonly resourceId: string;
  readonly environment: string;
}

/**
 * Makes results the latest ones, in the transaction that stores them: overdue statuses are on time again. Results about
 * unregistered resources have no status.
 */
export async function resultsRecorded(
  tx: Transaction<Tables>,
  results: readonly RecordedResult[],
  now: Date,
): Promise<void> {
  if (results.length === 0) return;
  const latest = new Map(
    results.map((one) => [JSON.stringify([one.resourceId, one.environment, one.entityId]), one]),
  );
  const rows = JSON.stringify([...latest.values()]);
  const result = sql`jsonb_to_recordset(${rows}::jsonb)
    as result (id text, "entityId" text, "resourceId" text, environment text)`;
  // In the same order everywhere, so that two transactions cannot deadlock.
  await sql`
    insert into evaluation_status (external_id, environment, entity_id, kind, resource_type)
    select resource.external_id, resource.environment, result."entityId", resource.kind, resource.resource_type
    from ${result}
    join computational_resource as resource
      on resource.external_id = result."resourceId" and resource.environment = result.environment
    order by 1, 2, 3
    on conflict do nothing`.execute(tx);
  const { rows: statuses } = await sql<StoredStatus & { readonly result_id: string }>`
    select status.*, result.id as result_id
    from ${result}
    join evaluation_status as status
      on status.external_id = result."resourceId" and status.environment = result.environment
      and status.entity_id = result."entityId"
    where status.last_result_id is distinct from result.id
    order by status.seq
    for update of status`.execute(tx);
  const changes = statuses.map((status) => {
    const schedule = scheduleOf(status);
    const deadline = schedule && nextDeadline(schedule, now);
    return { seq: status.seq, result_id: status.result_id, ...deadline };
  });
  await sql`
    update evaluation_status as status
    set last_result_id = change.result_id, expected_at = change."expectedAt", limit_at = change."limitAt"
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (seq bigint, result_id text, "expectedAt" timestamptz, "limitAt" timestamptz)
    where status.seq = change.seq`.execute(tx);
}
