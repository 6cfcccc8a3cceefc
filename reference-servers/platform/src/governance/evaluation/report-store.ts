import type {
  EvaluatedResource,
  EvaluationReport,
  EvaluationResult,
  EvaluationResultContent,
} from '@tessera/contracts/types/governance';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { chunks } from '../../storage/chunks.ts';
import type {
  EvaluatedResourceTable,
  EvaluationDemand,
  EvaluationReportTable,
} from '../../storage/governance-tables.ts';
import type { Tables } from '../../storage/tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** A report, as stored. */
export type StoredReport = Selectable<EvaluationReportTable>;

/** A resource at its evaluation. */
export type Resource = Selectable<EvaluatedResourceTable>;

/** A report to store. */
export type NewReport = Pick<StoredReport, 'id' | 'environment' | 'resource_type' | 'scope'> & {
  readonly demand: EvaluationDemand;
  readonly labels?: readonly string[] | undefined;
};

/** Stores reports without results; existing ones stay unchanged. */
export async function insertReports(db: Db, reports: readonly NewReport[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map(({ demand, labels = [], ...report }) => ({
    ...report,
    status: 'pending' as const,
    demand: JSON.stringify(demand),
    labels: [...labels],
    created_at: now,
    updated_at: now,
  }));
  await db
    .insertInto('evaluation_report')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The report with this id. */
export async function findReport(db: Db, id: string): Promise<StoredReport | undefined> {
  return db.selectFrom('evaluation_report').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores resources at their evaluation; existing ones stay unchanged. */
export async function insertResources(
  db: Db,
  resources: readonly Insertable<EvaluatedResourceTable>[],
): Promise<void> {
  for (const some of chunks(resources)) {
    await db
      .insertInto('evaluated_resource')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** A report as the contract shows it. Descriptors can be left out: each result has one. */
export async function viewReport(
  db: Db,
  report: StoredReport,
  { withDescriptors = true }: { readonly withDescriptors?: boolean } = {},
): Promise<EvaluationReport> {
  const rows = await db
    .selectFrom('evaluation_result')
    .select(['resource_key', 'entity_id', 'entity_status', 'entity_type', 'outcome', 'result', 'created_at'])
    .where('report_id', '=', report.id)
    .orderBy('id')
    .execute();
  // Many results are about one resource, whose descriptor is read once.
  const resources = await db
    .selectFrom('evaluated_resource')
    .select(['id', 'external_id', 'display_name', 'environment', 'resource_type'])
    .$if(withDescriptors, (query) => query.select('descriptor'))
    .where('report_id', '=', report.id)
    .execute();
  const views = new Map(resources.map((resource) => [resource.id, viewResource(resource)]));
  const evaluationResults = rows.map((row): EvaluationResult => {
    const resource = views.get(row.resource_key ?? '');
    return {
      governanceEntityId: row.entity_id,
      governanceEntityStatus: row.entity_status,
      governanceEntityType: row.entity_type,
      ...(resource === undefined ? {} : { resource }),
      outcome: row.outcome,
      ...(row.outcome === 'pending'
        ? {}
        : { result: row.result, creationTime: row.created_at.toISOString() }),
    };
  });
  return {
    id: report.id,
    environment: report.environment,
    evaluationScope: report.scope,
    status: report.status,
    ...(report.labels.length === 0 ? {} : { labels: [...report.labels] }),
    evaluationResults,
    creationTime: report.created_at.toISOString(),
    updateTime: report.updated_at.toISOString(),
  };
}

/** A resource as the contract shows it. */
export function viewResource(
  resource: Pick<Resource, 'external_id' | 'display_name' | 'environment' | 'resource_type'> &
    Partial<Pick<Resource, 'descriptor'>>,
): EvaluatedResource {
  const { external_id: id, display_name: displayName, environment, resource_type, descriptor } = resource;
  return {
    id,
    ...(displayName === null ? {} : { displayName }),
    environment,
    resourceType: resource_type,
    ...(descriptor === undefined ? {} : { descriptor }),
  };
}

/** A result that says why the entity was not evaluated. */
export function notCarriedOut(problem: string): EvaluationResultContent {
  return { isError: true, errors: [problem] };
}
