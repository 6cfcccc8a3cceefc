import type { TechAdapter, TechAdapterDeployment } from '@tessera/contracts/types/coordinator-v2';
import { type Kysely, type Selectable, sql } from 'kysely';
import { gather } from '../../storage/gather.ts';
import type { Tables, TechAdapterDeploymentTable, TechAdapterTable } from '../../storage/tables.ts';

type Db = Kysely<Tables>;

/** Which adapters to list, and how. */
export interface AdapterSearch {
  /** Text that the id, the name or the description contains, ignoring case. */
  readonly search?: string | undefined;
  /** Labels, all of which an adapter carries. */
  readonly labels?: readonly string[] | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** Stores an adapter under its id. Its deployments stay. */
export async function saveAdapter(db: Db, adapter: TechAdapter): Promise<void> {
  const row = {
    id: adapter.id,
    version: adapter.version,
    name: adapter.name,
    description: adapter.description ?? null,
    labels: [...(adapter.labels ?? [])],
  };
  const { id: _id, ...changes } = row;
  await db
    .insertInto('tech_adapter')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

/** The adapter with this id, with the environments that it is deployed in. */
export async function findAdapter(db: Db, id: string): Promise<TechAdapter | undefined> {
  const row = await db.selectFrom('tech_adapter').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : (await withEnvironments(db, [row]))[0];
}

/** A page of the adapters that match a search, and the total number of matches. */
export async function searchAdapters(
  db: Db,
  { search, labels, order, limit, offset }: AdapterSearch,
): Promise<{ adapters: TechAdapter[]; total: number }> {
  let found = db.selectFrom('tech_adapter');
  if (search !== undefined && search !== '') {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    found = found.where((row) =>
      row.or([
        row('id', 'ilike', pattern),
        row('name', 'ilike', pattern),
        row('description', 'ilike', pattern),
      ]),
    );
  }
  if (labels !== undefined && labels.length > 0) {
    found = found.where(sql<boolean>`labels @> ${sql.val(labels)}::text[]`);
  }
  const { total } = await found
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('name', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  return { adapters: await withEnvironments(db, rows), total: Number(total) };
}

/** Removes an adapter and its deployments; false when it does not exist. */
export async function removeAdapter(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('tech_adapter').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores where an adapter runs in an environment; the time of creation stays. */
export async function saveDeployment(
  db: Db,
  adapterId: string,
  environment: string,
  { url, enabled = true, properties }: TechAdapterDeployment,
  now: Date,
): Promise<TechAdapterDeployment> {
  const values = {
    url,
    enabled,
    properties: properties === undefined ? null : JSON.stringify(properties),
    updated_at: now,
  };
  const row = await db
    .insertInto('tech_adapter_deployment')
    .values({ adapter_id: adapterId, environment, created_at: now, ...values })
    .onConflict((conflict) => conflict.columns(['adapter_id', 'environment']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDeployment(row);
}

/** Where an adapter runs in an environment. */
export async function findDeployment(
  db: Db,
  adapterId: string,
  environment: string,
): Promise<TechAdapterDeployment | undefined> {
  const rows = await readDeployments(db, adapterId);
  const row = rows.find((one) => one.environment === environment);
  return row === undefined ? undefined : toDeployment(row);
}

/** The deployments of an adapter in all environments. */
const readDeployments = gather(async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('tech_adapter_deployment')
    .selectAll()
    .where(sql<boolean>`adapter_id = any(${[...new Set(ids)]}::text[])`)
    .execute();
  return (id) => rows.filter(({ adapter_id }) => adapter_id === id);
});

/** Removes a deployment; false when it does not exist. */
export async function removeDeployment(db: Db, adapterId: string, environment: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tech_adapter_deployment')
    .where('adapter_id', '=', adapterId)
    .where('environment', '=', environment)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function withEnvironments(
  db: Db,
  rows: readonly Selectable<TechAdapterTable>[],
): Promise<TechAdapter[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const deployments = await db
    .selectFrom('tech_adapter_deployment')
    .select(['adapter_id', 'environment', 'enabled'])
    .where('adapter_id', 'in', ids)
    .orderBy('environment')
    .execute();
  return rows.map(({ description, ...row }) => ({
    ...row,
    ...(description === null ? {} : { description }),
    deployments: {
      environments: deployments
        .filter(({ adapter_id }) => adapter_id === row.id)
        .map(({ environment, enabled }) => ({ environment, enabled })),
    },
  }));
}

function toDeployment(row: Selectable<TechAdapterDeploymentTable>): TechAdapterDeployment {
  return {
    environment: row.environment,
    url: row.url,
    enabled: row.enabled,
    ...(row.properties === null ? {} : { properties: row.properties }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
