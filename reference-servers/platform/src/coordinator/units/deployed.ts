import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables>;

/** A unit or a component as last deployed. */
export interface Deployed {
  readonly id: string;
  /** Text, YAML or JSON. */
  readonly descriptor: string;
}

/** The descriptor of the last deployment of a unit or a component; undefined when it is not deployed. */
export async function findDeployed(db: Db, id: string, environment: string): Promise<string | undefined> {
  const { rows } = await deployed({ environment, id }).execute(db);
  return rows[0]?.descriptor;
}

/** A page of the units or components of a kind that are deployed in an environment, in the order of their ids. */
export async function listDeployed(
  db: Db,
  { kind, environment }: { readonly kind: string; readonly environment: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Deployed[]> {
  const { rows } = await deployed({ environment, kind }, sql`limit ${limit} offset ${offset}`).execute(db);
  return rows;
}

function deployed(
  { environment, kind, id }: { readonly environment: string; readonly kind?: string; readonly id?: string },
  page = sql``,
) {
  const units = id === undefined ? sql`unit.kind = ${kind}` : sql`unit.unit_id = ${id}`;
  const components =
    id === undefined ? sql`part.descriptor ->> 'kind' = ${kind}` : sql`part.component_id = ${id}`;
  return sql<Deployed>`
    select unit.unit_id as id, unit.descriptor
    from unit_state as unit
    where unit.environment = ${environment} and ${units} and exists (
      select 1 from component_state as part
      where part.unit_id = unit.unit_id and part.environment = unit.environment and part.status <> 'NOT_DEPLOYED'
    )
    union all
    select part.component_id, part.descriptor::text
    from component_state as part
    where part.environment = ${environment} and part.status <> 'NOT_DEPLOYED' and ${components}
    order by id ${page}`;
}
