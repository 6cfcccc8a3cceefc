import { type Kysely, sql } from 'kysely';
import type { Tables } from '../src/storage/tables.ts';

/** Resources that one policy or metric is about. */
export const RESOURCES_PER_ENTITY = 1_000;

/** Of so many statuses one is late, and one is in its tolerance window. */
export const LATE_EVERY = 100;

/**
 * Fills an empty database with evaluation statuses around a moment, in ten environments and ten resource types; one resource
 * in ten is derived.
 */
export async function fillStatuses(db: Kysely<Tables>, count: number, now: Date): Promise<void> {
  await sql`
    insert into computational_resource (external_id, environment, kind, resource_type)
    select 'urn:dmb:dp:bench:' || i || ':0', 'environment-' || i % 10,
      case when i % 10 = 9 then 'DERIVED' else 'PRIMARY' end, case when i % 10 < 9 then 'type-' || i / 10 % 10 end
    from generate_series(1, ${count}::integer) as i`.execute(db);
  await sql`
    insert into evaluation_status
      (external_id, environment, entity_id, kind, resource_type, frequency, tolerance, expected_at, limit_at)
    select external_id, environment, 'entity-' || i / ${RESOURCES_PER_ENTITY}::integer, kind, resource_type,
      '0 0 6 * * ?', 'PT1H', ${now}::timestamptz + due, ${now}::timestamptz + due + interval '1 hour'
    from (
      select row_number() over () as i, resource.* from computational_resource as resource
    ) as numbered,
    lateral (
      select case i % ${LATE_EVERY}::integer
        when 0 then interval '-2 hours' when 1 then interval '-30 minutes' else interval '5 hours' end as due
    ) as deadline`.execute(db);
  await sql`analyze evaluation_status`.execute(db);
}
