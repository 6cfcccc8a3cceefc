import type { ComponentStatus } from '@tessera/contracts/types/coordinator-v2';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ComponentStateTable, Tables, UnitStateTable } from '../../storage/tables.ts';
import { ENDED_TASK, findActivePlan } from '../plans/plan-store.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** What was provisioned last of a unit, as stored. */
export type UnitState = Selectable<UnitStateTable>;

/** How a component stands, as stored, but for a running plan, which is looked at when it is read. */
export type StoredComponent = Selectable<ComponentStateTable>;

/** A unit in an environment. */
export interface Unit {
  readonly state: UnitState | undefined;
  readonly components: readonly StoredComponent[];
  /** Id of the plan that is changing it. */
  readonly activePlanId: string | undefined;
}

/** The unit with this id in an environment; undefined when nothing was ever provisioned there. */
export async function readUnit(db: Db, unitId: string, environment: string): Promise<Unit | undefined> {
  const state = await db
    .selectFrom('unit_state')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('environment', '=', environment)
    .executeTakeFirst();
  const plan = await findActivePlan(db, unitId, environment);
  if (state === undefined && plan === undefined) return undefined;
  const stored = await db
    .selectFrom('component_state')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('environment', '=', environment)
    .orderBy('component_id')
    .execute();
  const changing = plan === undefined ? new Set<string>() : await changingComponents(db, plan.id);
  const components = stored.map((row) => ({
    ...row,
    status: changing.has(row.component_id) ? ('PROVISIONING_IN_PROGRESS' as const) : row.status,
  }));
  return { state, components, activePlanId: plan?.id };
}

/** Components whose task in a plan has not ended. */
async function changingComponents(db: Db, planId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('task')
    .select('component_id')
    .where('plan_id', '=', planId)
    .where('component_id', 'is not', null)
    .where('status', 'not in', [...ENDED_TASK])
    .execute();
  return new Set(rows.flatMap(({ component_id }) => component_id ?? []));
}

/** What a task writes about its component. */
export interface ComponentChange {
  readonly unitId: string;
  readonly environment: string;
  readonly componentId: string;
  readonly status: ComponentStatus;
  readonly version: string;
  readonly descriptor: Readonly<Record<string, unknown>>;
  readonly info?: Readonly<Record<string, unknown>> | undefined;
  readonly operation: 'Deploy' | 'Undeploy';
  readonly operationStatus: 'NotStarted' | 'Failed' | 'Successful';
}

/** Stores how components stand. */
export async function saveComponents(db: Db, changes: readonly ComponentChange[], now: Date): Promise<void> {
  for (const change of changes) {
    const values = {
      status: change.status,
      version: change.version,
      descriptor: JSON.stringify(change.descriptor),
      info: change.info === undefined ? null : JSON.stringify(change.info),
      operation: change.operation,
      operation_status: change.operationStatus,
      updated_at: now,
    };
    const { unitId: unit_id, environment, componentId: component_id } = change;
    await db
      .insertInto('component_state')
      .values({ unit_id, environment, component_id, ...values })
      .onConflict((conflict) =>
        conflict.columns(['unit_id', 'environment', 'component_id']).doUpdateSet(values),
      )
      .execute();
  }
}

/** Stores what was provisioned last of a unit. */
export async function saveUnit(
  db: Db,
  unit: Pick<UnitState, 'unit_id' | 'environment' | 'kind' | 'version' | 'descriptor' | 'is_corrupt'>,
  now: Date,
): Promise<void> {
  const { unit_id: _id, environment: _environment, ...values } = { ...unit, updated_at: now };
  await db
    .insertInto('unit_state')
    .values({ ...unit, updated_at: now })
    .onConflict((conflict) => conflict.columns(['unit_id', 'environment']).doUpdateSet(values))
    .execute();
}
