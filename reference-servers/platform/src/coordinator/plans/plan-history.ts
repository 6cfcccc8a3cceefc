import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../storage/tables.ts';
import type { Plan } from './plan-store.ts';

/** Which plans to list, and how. */
export interface PlanSearch {
  readonly unitId?: string | undefined;
  readonly environments?: readonly string[] | undefined;
  readonly version?: string | undefined;
  /** Actions, one of which a task of the plan has. */
  readonly operations?: readonly string[] | undefined;
  readonly includeSnapshots: boolean;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** A page of the plans that match all filters, by their start. */
export async function searchPlans(db: Kysely<Tables>, search: PlanSearch): Promise<Plan[]> {
  let found = db
    .selectFrom('plan')
    .selectAll()
    .where('kind', '!=', 'REVERSE_PROVISIONING')
    .orderBy('started_at', search.order)
    .orderBy('id', search.order)
    .offset(search.offset)
    .limit(search.limit);
  if (search.unitId !== undefined) found = found.where('unit_id', '=', search.unitId);
  if (search.version !== undefined) found = found.where('version', '=', search.version);
  if (!search.includeSnapshots) found = found.where('version', 'not ilike', '%-SNAPSHOT%');
  const { environments, operations } = search;
  if (environments !== undefined)
    found = found.where(sql<boolean>`environment = any(${environments}::text[])`);
  if (operations !== undefined) {
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('task')
          .select('task.id')
          .whereRef('task.plan_id', '=', 'plan.id')
          .where(sql<boolean>`task.action = any(${operations}::text[])`),
      ),
    );
  }
  return found.execute();
}
