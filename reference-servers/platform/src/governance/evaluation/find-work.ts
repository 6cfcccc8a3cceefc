import { type Insertable, sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { saveExchanges, trimExchanges } from '../../coordinator/plans/plan-log.ts';
import type { Exchange } from '../../outbound/outbound.ts';
import { chunks } from '../../storage/chunks.ts';
import type { EvaluationResultTable } from '../../storage/governance-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import { storableJson } from '../../text/storable.ts';
import { type Entity, findEntity, listInForce } from '../entities/entity-store.ts';
import { comparesWithPrevious } from './material.ts';
import { findPage, findPrevious, perimeterOf } from './perimeter.ts';
import { readDocument } from './read-document.ts';
import {
  findReport,
  insertResources,
  notCarriedOut,
  type Resource,
  type StoredReport,
} from './report-store.ts';
import { fitsSelectors } from './selectors.ts';

/** Maximum number of resources of one evaluation; a resolver with endless pages would block it. */
const MOST_RESOURCES = 10_000;

/** The message about a resource that a test names and that does not match. */
const UNFIT = { isError: false, errors: ['the descriptor does not fit the selectors'] };

/**
 * Finds the resources to evaluate and the entities for them, and stores a pending result for each pair. Resources come
 * in pages; returns whether there may be another one.
 */
export async function findWork(context: Context, reportId: string, page: number): Promise<boolean> {
  const report = await findReport(context.db, reportId);
  if (report === undefined || report.status !== 'pending') return false;
  const entities = await entitiesOf(context, report);
  const exchanges: Exchange[] = [];
  const keep = (exchange: Exchange): void => void exchanges.push(exchange);
  let found: Awaited<ReturnType<typeof resourcesOf>>;
  try {
    found = await resourcesOf(context, report, entities, page, keep);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    await context.db.transaction().execute(async (tx) => {
      await insertProblem(tx, report, entities, `the resources could not be found: ${problem}`, page);
      await saveExchanges(tx, { reportId }, exchanges);
      await trimExchanges(tx, { reportId });
    });
    return false;
  }
  const { resources, isLast } = found;
  await context.db.transaction().execute(async (tx) => {
    // After a crash the page is found again. Its rows stay, even when other entities are active by now.
    if (await hasPage(tx, reportId, page)) return;
    await insertResources(tx, resources);
    await insertPending(tx, report, entities, resources, page, context.clock.now());
    await saveExchanges(tx, { reportId }, exchanges);
    await trimExchanges(tx, { reportId });
  });
  return !isLast;
}

/** The entities to evaluate: the requested one, or all active ones. */
async function entitiesOf({ db }: Context, report: StoredReport): Promise<Entity[]> {
  const { entityId, timing } = report.demand;
  if (entityId !== undefined) {
    const entity = await findEntity(db, entityId);
    return entity === undefined ? [] : [entity];
  }
  const inForce = await listInForce(db, report.environment, report.resource_type);
  return inForce.filter(
    ({ definition }) =>
      definition.trigger === 'active' && (timing === undefined || definition.timing === timing),
  );
}

async function resourcesOf(
  context: Context,
  report: StoredReport,
  entities: readonly Entity[],
  page: number,
  keep: (exchange: Exchange) => void,
): Promise<{ readonly resources: Resource[]; readonly isLast: boolean }> {
  const { id, environment, resource_type, demand } = report;
  const compares = entities.some(({ definition }) => comparesWithPrevious(definition.strategy));
  const perimeter = await perimeterOf(context, resource_type);
  const previousOf = async (externalId: string): Promise<string | null> => {
    if (!compares) return null;
    return (await findPrevious(context, perimeter, { externalId, environment }, keep)) ?? null;
  };
  if (demand.wholePerimeter !== true) {
    const stored = await context.db
      .selectFrom('evaluated_resource')
      .selectAll()
      .where('report_id', '=', id)
      .execute();
    for (const resource of stored) resource.previous ??= await previousOf(resource.external_id);
    return { resources: stored, isLast: true };
  }
  const found = await findPage(context, perimeter, environment, page, keep);
  const resources: Resource[] = [];
  for (const [index, { externalId, displayName, descriptor }] of found.resources.entries()) {
    resources.push({
      id: `${id}-resource-${page}-${index}`,
      report_id: id,
      external_id: externalId,
      display_name: displayName,
      environment,
      resource_type,
      descriptor,
      previous: await previousOf(externalId),
    });
  }
  const isFull = (page + 1) * found.resources.length >= MOST_RESOURCES;
  return { resources, isLast: found.isLast || isFull };
}

/**
 * A pair whose resource does not match the selectors is omitted, except in a test, which names just this pair. What is no
 * mapping has nothing to select by: it is evaluated, so that a mistake in a descriptor switches no policy off.
 */
async function insertPending(
  tx: Transaction<Tables>,
  report: StoredReport,
  entities: readonly Entity[],
  resources: readonly Resource[],
  page: number,
  now: Date,
): Promise<void> {
  const tellsAll = report.scope === 'test' && report.demand.wholePerimeter !== true;
  const rows = resources.flatMap((resource) => {
    const descriptor = readDocument(resource.descriptor).read?.value;
    const isMapping = typeof descriptor === 'object' && descriptor !== null;
    return entities.flatMap((entity) => {
      const fits = !isMapping || fitsSelectors(descriptor, entity.definition.selectors);
      return fits || tellsAll ? [{ resource_key: resource.id, entity, fits }] : [];
    });
  });
  for (const resource of resources) {
    if (resource.previous === null) continue;
    const { id, previous } = resource;
    await tx.updateTable('evaluated_resource').set({ previous }).where('id', '=', id).execute();
  }
  const values = rows.map(({ resource_key, entity, fits }, index) => ({
    ...newResult(report, entity, page, index),
    resource_key,
    outcome: fits ? ('pending' as const) : ('not_executed' as const),
    result: fits ? '{}' : JSON.stringify(UNFIT),
    created_at: now,
  }));
  await insertResults(tx, values);
}

async function insertProblem(
  tx: Transaction<Tables>,
  report: StoredReport,
  entities: readonly Entity[],
  problem: string,
  page: number,
): Promise<void> {
  const values = entities.map((entity, index) => ({
    ...newResult(report, entity, page, index),
    resource_key: null,
    outcome: 'not_executed' as const,
    result: storableJson(notCarriedOut(problem)),
    created_at: report.created_at,
  }));
  await insertResults(tx, values);
}

async function insertResults(
  tx: Transaction<Tables>,
  values: readonly Insertable<EvaluationResultTable>[],
): Promise<void> {
  for (const some of chunks(values)) {
    await tx
      .insertInto('evaluation_result')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** Whether results of a page of resources are stored. */
async function hasPage(tx: Transaction<Tables>, reportId: string, page: number): Promise<boolean> {
  const row = await tx
    .selectFrom('evaluation_result')
    .select('id')
    .where('report_id', '=', reportId)
    .where(sql<boolean>`starts_with(id, ${pageId(reportId, page)})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function pageId(reportId: string, page: number): string {
  return `${reportId}-${String(page).padStart(4, '0')}-`;
}

function newResult(report: StoredReport, entity: Entity, page: number, index: number) {
  return {
    // In the order of their ids, results are in the order in which resources and entities were found.
    id: `${pageId(report.id, page)}${String(index).padStart(6, '0')}`,
    report_id: report.id,
    entity_id: entity.id,
    entity_type: entity.type,
    entity_status: entity.status,
    counts: report.scope !== 'test',
  };
}
