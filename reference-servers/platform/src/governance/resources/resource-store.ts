import type { ComputationalResource, ResourceRegistration } from '@tessera/contracts/types/governance';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { chunks } from '../../storage/chunks.ts';
import type { ComputationalResourceTable } from '../../storage/governance-tables.ts';
import type { Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A registered resource, as stored. */
export type RegisteredResource = Selectable<ComputationalResourceTable>;

/** Stores the resources that are new, and returns them in the order of the request. */
export async function insertRegistered(
  tx: Transaction<Tables>,
  { primaryResources = [], derivedResources = [] }: ResourceRegistration,
): Promise<RegisteredResource[]> {
  const wanted: RegisteredResource[] = [
    ...primaryResources.map(({ identifier, resourceType }) => ({
      external_id: identifier.resourceExternalId,
      environment: identifier.environment,
      kind: 'PRIMARY' as const,
      resource_type: resourceType,
      origin_external_id: null,
    })),
    ...derivedResources.map(({ identifier, originExternalId }) => ({
      external_id: identifier.resourceExternalId,
      environment: identifier.environment,
      kind: 'DERIVED' as const,
      resource_type: null,
      origin_external_id: originExternalId,
    })),
  ];
  const registered: RegisteredResource[] = [];
  for (const some of chunks(wanted)) {
    const rows = await tx
      .insertInto('computational_resource')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    registered.push(...rows);
  }
  return registered;
}

/** The resource with this identifier in an environment. */
export async function findRegistered(
  db: Db,
  externalId: string,
  environment: string,
): Promise<RegisteredResource | undefined> {
  return db
    .selectFrom('computational_resource')
    .selectAll()
    .where('external_id', '=', externalId)
    .where('environment', '=', environment)
    .executeTakeFirst();
}

/** A resource as the contract shows it. */
export function viewRegistered(resource: RegisteredResource): ComputationalResource {
  const { external_id, environment, kind, resource_type, origin_external_id } = resource;
  return {
    identifier: { resourceExternalId: external_id, environment },
    kind,
    ...(resource_type === null ? {} : { resourceType: resource_type }),
    ...(origin_external_id === null ? {} : { originExternalId: origin_external_id }),
  };
}
