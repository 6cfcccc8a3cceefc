import type { EvaluationOutcome } from '@tessera/contracts/types/governance';
import { type Kysely, sql } from 'kysely';
import type { EntityPage, EntityResult, ListedEntity } from '../../routes/types.ts';
import type { Tables } from '../../storage/tables.ts';
import { type Entity, viewMetric, viewPolicy } from './entity-store.ts';

/** Filters on columns, by the name of the filter. */
const COLUMNS = {
  type: 'type',
  status: 'status',
  environment: 'environment',
  resourceType: 'resource_type',
} as const;

/** Filters on members of the definition. */
const MEMBERS = ['context', 'engine', 'timing', 'trigger', 'severity'] as const;

/** The names of all filters. */
export const ENTITY_FILTERS: readonly string[] = [...Object.keys(COLUMNS), ...MEMBERS, 'report'];

/** Which entities to list. */
export interface EntityQuery {
  /** Values by the names of filters. */
  readonly filters: Readonly<Record<string, string>>;
  readonly limit: number;
  /** Id of the last entity of the previous page. */
  readonly after?: string | undefined;
}

/** Entities that match all filters, the newest first. */
export async function listEntities(
  db: Kysely<Tables>,
  { filters, limit, after }: EntityQuery,
): Promise<EntityPage> {
  let query = db
    .selectFrom('governance_entity')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = filters[name];
    if (value !== undefined) query = query.where(sql<boolean>`${sql.ref(column)} = ${value}`);
  }
  for (const name of MEMBERS) {
    const value = filters[name];
    if (value !== undefined) query = query.where(sql<boolean>`definition ->> ${name} = ${value}`);
  }
  const { report } = filters;
  if (report !== undefined)
    query = query.where('id', 'in', (results) =>
      results.selectFrom('evaluation_result').select('entity_id').where('report_id', '=', report),
    );
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from governance_entity where id = ${after})`,
    );
  const found = await query.execute();
  const page = found.slice(0, limit);
  return {
    entities: await withResults(db, page),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Number of results of each entity. */
const RESULTS = 20;

interface ResultRow {
  readonly entity_id: string;
  readonly report_id: string | null;
  readonly outcome: EvaluationOutcome;
  readonly created_at: Date;
  readonly is_error: boolean;
  readonly value: number | null;
  readonly external_id: string | null;
  readonly display_name: string | null;
}

/** Adds the latest results to entities. */
export async function withResults(db: Kysely<Tables>, entities: readonly Entity[]): Promise<ListedEntity[]> {
  const ids = entities.map(({ id }) => id);
  const { rows } = await sql<ResultRow>`
    select entity.id as entity_id, latest.report_id, latest.outcome, latest.created_at, latest.value, latest.is_error,
      resource.external_id, resource.display_name
    from unnest(${ids}::text[]) as entity (id)
    cross join lateral (
      select report_id, outcome, created_at, resource_key, id, (result ->> 'value')::float8 as value,
        coalesce((result ->> 'isError')::boolean, false) as is_error
      from evaluation_result
      where entity_id = entity.id and counts and outcome not in ('pending', 'not_executed')
      order by created_at desc, id desc
      limit ${RESULTS}
    ) as latest
    left join evaluated_resource as resource on resource.id = latest.resource_key
    order by latest.created_at desc, latest.id desc`.execute(db);
  return entities.map((entity) => ({
    ...(entity.type === 'policy' ? viewPolicy(entity) : viewMetric(entity)),
    type: entity.type,
    results: rows.filter(({ entity_id }) => entity_id === entity.id).map(viewResult),
  }));
}

function viewResult(row: ResultRow): EntityResult {
  return {
    reportId: row.report_id,
    outcome: row.outcome,
    creationTime: row.created_at.toISOString(),
    isError: row.is_error,
    value: row.value,
    resourceId: row.external_id,
    resourceName: row.display_name,
  };
}
