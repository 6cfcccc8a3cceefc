import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../src/storage/tables.ts';

/** Plans that one statement stores. */
const ROWS = 5_000;

/** Stores finished plans of many units, with three tasks each, until there are `total`. */
export async function fillHistory(db: Kysely<Tables>, from: number, total: number): Promise<void> {
  for (let first = from; first < total; first += ROWS) {
    const last = Math.min(total, first + ROWS) - 1;
    const numbers = sql`generate_series(${first}::int, ${last}::int) as i`;
    await sql`
      insert into plan
        (id, kind, unit_id, environment, version, status, descriptor, request, started_at, stopped_at)
      select 'plan-' || i, 'PROVISIONING', ${historyUnit(sql`i % 50`)}, 'development', '1.' || i % 50 || '.0',
        'COMPLETED', 'id: x', '{}', now() - make_interval(secs => i), now() - make_interval(secs => i)
      from ${numbers}`.execute(db);
    await sql`
      insert into task (id, plan_id, key, position, name, action, status)
      select 'plan-' || i || '/' || k, 'plan-' || i, 'k' || k, k, 'task',
        (array['VALIDATION_GATEWAY', 'PROVISION', 'MARKETPLACE_UPDATE'])[k], 'COMPLETED'
      from ${numbers}, generate_series(1, 3) as k`.execute(db);
  }
  await sql`analyze`.execute(db);
}

function historyUnit(number: RawBuilder<unknown>) {
  return sql`'urn:dmb:dp:bench:history-' || ${number} || ':1'`;
}
