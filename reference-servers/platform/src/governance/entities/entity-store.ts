import type {
  GovernanceEntityStatus,
  Metric,
  MetricCreate,
  Policy,
  PolicyCreate,
} from '@tessera/contracts/types/governance';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { GovernanceEntityTable } from '../../storage/governance-tables.ts';
import type { Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A caller's definition of a policy or metric. */
export type Definition = PolicyCreate | MetricCreate;

/** A version of a policy or metric, as stored. */
export type Entity = Selectable<GovernanceEntityTable>;

/** Statuses in which an entity is evaluated, and accepts results of others. */
export const IN_FORCE: readonly GovernanceEntityStatus[] = ['enabled', 'grace'];

/** The entity with this id, of whichever type. */
export async function findEntity(db: Db, id: string): Promise<Entity | undefined> {
  return db.selectFrom('governance_entity').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The names of entities, by their ids. */
export async function readNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('governance_entity')
    .select(['id', sql<string>`definition ->> 'name'`.as('name')])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Stores the first version of a new group, or a further one of an existing group. */
export async function insertEntity(
  db: Db,
  {
    definition,
    ...entity
  }: Pick<Entity, 'id' | 'group_id' | 'version' | 'type' | 'status'> & { readonly definition: Definition },
  now: Date,
): Promise<Entity> {
  return db
    .insertInto('governance_entity')
    .values({ ...entity, ...columnsOf(definition), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the definition of an entity; its status and version stay unchanged. */
export async function saveDefinition(db: Db, id: string, definition: Definition, now: Date): Promise<Entity> {
  return db
    .updateTable('governance_entity')
    .set({ ...columnsOf(definition), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves an entity from one status to another; undefined when it no longer has the first. */
export async function saveStatus(
  db: Db,
  { id, status }: Pick<Entity, 'id' | 'status'>,
  wanted: GovernanceEntityStatus,
  now: Date,
): Promise<Entity | undefined> {
  return db
    .updateTable('governance_entity')
    .set({ status: wanted, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst();
}

/** Number of the newest version in a group. */
export async function newestVersion(db: Db, groupId: string): Promise<number> {
  const row = await db
    .selectFrom('governance_entity')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Active entities for the resources of a type in an environment, the oldest first. */
export async function listInForce(db: Db, environment: string, resourceType: string): Promise<Entity[]> {
  return db
    .selectFrom('governance_entity')
    .selectAll()
    .where('environment', '=', environment)
    .where('resource_type', '=', resourceType)
    .where('status', 'in', [...IN_FORCE])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Resource types with active entities of a timing in an environment. */
export async function listJudgedTypes(
  db: Db,
  environment: string,
  timing: Definition['timing'],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('governance_entity')
    .select('resource_type')
    .distinct()
    .where('environment', '=', environment)
    .where('status', 'in', [...IN_FORCE])
    .where(sql<boolean>`definition ->> 'timing' = ${timing} and definition ->> 'trigger' = 'active'`)
    .execute();
  return new Set(rows.map(({ resource_type }) => resource_type));
}

/** True for the definition of a policy. */
export function isPolicy(definition: Definition): definition is PolicyCreate {
  return 'severity' in definition;
}

/** A policy as the contract shows it. */
export function viewPolicy({ definition, ...entity }: Entity): Policy {
  if (!isPolicy(definition)) throw new Error(`${entity.id} is stored as a policy and has no severity`);
  return { ...definition, ...viewOwn(entity) };
}

/** A metric as the contract shows it. */
export function viewMetric({ definition, ...entity }: Entity): Metric {
  if (isPolicy(definition)) throw new Error(`${entity.id} is stored as a metric and has a severity`);
  return { ...definition, ...viewOwn(entity) };
}

function viewOwn(entity: Omit<Entity, 'definition'>) {
  return {
    id: entity.id,
    groupId: entity.group_id,
    version: entity.version,
    status: entity.status,
    creationTime: entity.created_at.toISOString(),
    updateTime: entity.updated_at.toISOString(),
  };
}

function columnsOf(definition: Definition) {
  return {
    environment: definition.environment,
    resource_type: definition.resourceType,
    definition: JSON.stringify(definition),
  };
}
