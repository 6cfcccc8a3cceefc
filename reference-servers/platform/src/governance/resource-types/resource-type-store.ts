import type { ResourceType } from '@tessera/contracts/types/governance';
import type { Kysely } from 'kysely';
import type { Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables>;

/** Stores a resource type under its name, replacing the one that is there. */
export async function saveResourceType(db: Db, type: ResourceType): Promise<void> {
  const definition = JSON.stringify(type);
  await db
    .insertInto('resource_type')
    .values({ name: type.name, definition })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ definition }))
    .execute();
}

/** The resource type of this name. */
export async function findResourceType(db: Db, name: string): Promise<ResourceType | undefined> {
  const row = await db
    .selectFrom('resource_type')
    .select('definition')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.definition;
}

/** All resource types in the order of their names. */
export async function listResourceTypes(db: Db): Promise<ResourceType[]> {
  const rows = await db.selectFrom('resource_type').select('definition').orderBy('name').execute();
  return rows.map(({ definition }) => definition);
}
