import type { ComponentStatus } from '@tessera/contracts/types/coordinator-v2';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ComponentResult } from '../../descriptor/enrich.ts';
import { chunks } from '../../storage/chunks.ts';
import type { ComponentStateTable, Tables, UnitStateTable } from '../../storage/tables.ts';
import { ENDED_TASK, findActivePlan } from '../plans/plan-store.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** The last provisioning of a unit, as stored. */
export type UnitState = Selectable<UnitStateTable>;

/** The stored state of a component, without a running plan, which is added when it is read. */
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
  const state = await readState(db, unitId, environment);
  const plan = await findActivePlan(db, unitId, environment);
  if (state === undefined && plan === undefined) return undefined;
  const stored = await readComponents(db, unitId, environment);
  const changing = plan === undefined ? new Set<string>() : await changingComponents(db, plan.id);
  const components = stored.map((row) => ({
    ...row,
    status: changing.has(row.component_id) ? ('PROVISIONING_IN_PROGRESS' as const) : row.status,
  }));
  return { state, components, activePlanId: plan?.id };
}

/** The last provisioning of a unit; undefined before the first plan that changed it has ended. */
async function readState(db: Db, unitId: string, environment: string): Promise<UnitState | undefined> {
  return db
    .selectFrom('unit_state')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('environment', '=', environment)
    .executeTakeFirst();
}

/** The stored states of some components of a unit, or of all of them. */
export async function readComponents(
  db: Db,
  unitId: string,
  environment: string,
  ids?: readonly string[],
): Promise<StoredComponent[]> {
  if (ids?.length === 0) return [];
  let found = db
    .selectFrom('component_state')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('environment', '=', environment)
    .orderBy('component_id');
  if (ids !== undefined) found = found.where(sql<boolean>`component_id = any(${ids}::text[])`);
  return found.execute();
}

/** The stored states of the components of a unit, in the form for enriching descriptors. */
export function resultsOf(components: readonly StoredComponent[]): ComponentResult[] {
  return components.map(({ component_id, info, operation, operation_status }) => ({
    componentId: component_id,
    info: info ?? undefined,
    operation,
    operationStatus: operation_status,
  }));
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

/** The update of a component by a task. */
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

/** Stores the states of components. */
export async function saveComponents(db: Db, changes: readonly ComponentChange[], now: Date): Promise<void> {
  for (const some of chunks(changes)) {
    await db
      .insertInto('component_state')
      .values(some.map((change) => toRow(change, now)))
      .onConflict((conflict) =>
        conflict.columns(['unit_id', 'environment', 'component_id']).doUpdateSet((row) => ({
          status: row.ref('excluded.status'),
          version: row.ref('excluded.version'),
          descriptor: row.ref('excluded.descriptor'),
          info: row.ref('excluded.info'),
          operation: row.ref('excluded.operation'),
          operation_status: row.ref('excluded.operation_status'),
          updated_at: row.ref('excluded.updated_at'),
        })),
      )
      .execute();
  }
}

function toRow(change: ComponentChange, updated_at: Date) {
  return {
    unit_id: change.unitId,
    environment: change.environment,
    component_id: change.componentId,
    status: change.status,
    version: change.version,
    descriptor: JSON.stringify(change.descriptor),
    info: change.info === undefined ? null : JSON.stringify(change.info),
    operation: change.operation,
    operation_status: change.operationStatus,
    updated_at,
  };
}

/** Stores the last provisioning of a unit. */
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
