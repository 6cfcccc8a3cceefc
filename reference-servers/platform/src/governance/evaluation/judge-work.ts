import type { EvaluationResultContent } from '@tessera/contracts/types/governance';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import {
  type ExchangeSubject,
  KEPT_EXCHANGES,
  saveExchanges,
  trimExchanges,
} from '../../coordinator/plans/plan-log.ts';
import { describeReport } from '../../notifications/describe-report.ts';
import { storeNotifications } from '../../notifications/notification-store.ts';
import type { Exchange } from '../../outbound/outbound.ts';
import type { Tables } from '../../storage/tables.ts';
import { storableJson } from '../../text/storable.ts';
import type { Engines } from '../engines/engine.ts';
import { type Entity, isPolicy } from '../entities/entity-store.ts';
import { recordReport } from '../resources/from-report.ts';
import { resultsRecorded } from '../resources/results-recorded.ts';
import { prepareMaterial } from './material.ts';
import { outcomeOfMetric, outcomeOfPolicy, rangeOf, statusOfReport } from './outcomes.ts';
import { createReader, type Reader } from './read-document.ts';
import { findReport, notCarriedOut, type Resource } from './report-store.ts';

/** Number of results between two writes: the maximum that is repeated after a crash. */
const BATCH = 100;

/** An entity and the resource that it is evaluated on. */
interface Judging {
  readonly entity: Entity;
  readonly resource: Pick<Resource, 'external_id' | 'descriptor' | 'previous'>;
}

/** A pending result, with its entity and resource. */
interface Pending extends Judging {
  readonly id: string;
  readonly resource: Resource;
}

/** A finished result. */
interface Judged extends Pending {
  readonly content: EvaluationResultContent;
}

/** The state that evaluations between two writes share. */
interface Shared {
  readonly read: Reader;
  readonly keep: (exchange: Exchange) => void;
}

/** Evaluates some of the pending results of a report; returns whether any are left. */
export async function judgeWork(
  context: Context,
  engines: Engines,
  reportId: string,
  place: ExchangeSubject = { reportId },
): Promise<boolean> {
  const pending = await readPending(context, reportId);
  if (pending.length === 0) return false;
  const exchanges: Exchange[] = [];
  const shared: Shared = { read: createReader(), keep: (exchange) => void exchanges.push(exchange) };
  const judged = await mapSome(pending, context.settings.callsPerServer, async (one): Promise<Judged> => {
    return { ...one, content: await judge(engines, one, shared) };
  });
  await context.db.transaction().execute(async (tx) => {
    await recordResults(tx, reportId, judged, context.clock.now());
    await saveExchanges(tx, place, exchanges.slice(-KEPT_EXCHANGES));
    await trimExchanges(tx, { reportId });
  });
  return pending.length === BATCH;
}

/** Ends a report whose results are all finished, of an evaluation alone or in a plan, whose end sends the notification. */
export async function endReport(
  { db, clock, changes, settings }: Context,
  reportId: string,
  planId?: string,
): Promise<void> {
  const rows = await db
    .selectFrom('evaluation_result')
    .select('outcome')
    .distinct()
    .where('report_id', '=', reportId)
    .execute();
  const status = statusOfReport(rows.map(({ outcome }) => outcome));
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('evaluation_report')
      .set({ status, updated_at: now })
      .where('id', '=', reportId)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (ended === undefined) return;
    if (ended.updates_statuses) await recordReport(tx, reportId, now);
    const notification = await describeReport(tx, ended, planId);
    if (notification !== undefined) await storeNotifications(tx, settings.webhooks, [notification], now);
  });
  changes.publish({ kind: 'report', id: reportId });
}

async function readPending({ db }: Context, reportId: string): Promise<Pending[]> {
  const results = await db
    .selectFrom('evaluation_result')
    .select(['id', 'entity_id', 'resource_key'])
    .where('report_id', '=', reportId)
    .where('outcome', '=', 'pending')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  if (results.length === 0) return [];
  const resourceKeys = [...new Set(results.flatMap(({ resource_key }) => resource_key ?? []))];
  const entityIds = [...new Set(results.map(({ entity_id }) => entity_id))];
  const [resources, entities] = [
    await db.selectFrom('evaluated_resource').selectAll().where('id', 'in', resourceKeys).execute(),
    await db.selectFrom('governance_entity').selectAll().where('id', 'in', entityIds).execute(),
  ];
  const resourceOf = new Map(resources.map((resource) => [resource.id, resource]));
  const entityOf = new Map(entities.map((entity) => [entity.id, entity]));
  return results.map(({ id, entity_id, resource_key }) => {
    const entity = entityOf.get(entity_id);
    const resource = resourceOf.get(resource_key ?? '');
    if (entity === undefined || resource === undefined)
      throw new Error(`result ${id} is about an entity or a resource that is not stored`);
    return { id, entity, resource };
  });
}

/** Never rejects: a failed engine is a result as well, and must not affect the others. */
export async function judge(
  engines: Engines,
  { entity, resource }: Judging,
  { read, keep }: Shared,
): Promise<EvaluationResultContent> {
  try {
    const material = prepareMaterial(entity, resource, read);
    const engine = engines[entity.definition.engine];
    const content = await engine({ entity, resourceId: resource.external_id, material, keep });
    return withRange(entity, content);
  } catch (cause) {
    return notCarriedOut(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A measured value with the range that it falls into. */
export function withRange({ definition }: Entity, content: EvaluationResultContent): EvaluationResultContent {
  if (isPolicy(definition) || content.value === undefined) return content;
  return { ...content, thresholdResult: rangeOf(definition.thresholds, content.value) };
}

/** How a result of an entity counts. */
export function outcomeOf({ definition, status }: Entity, content: EvaluationResultContent) {
  return isPolicy(definition)
    ? outcomeOfPolicy({ status, severity: definition.severity }, content)
    : outcomeOfMetric(content);
}

async function recordResults(
  tx: Transaction<Tables>,
  reportId: string,
  judged: readonly Judged[],
  now: Date,
): Promise<void> {
  const values = judged.map(({ id, entity, content }) => ({
    id,
    outcome: outcomeOf(entity, content),
    status: entity.status,
    result: content,
  }));
  await sql`
    update evaluation_result as one
    set outcome = judged.outcome, entity_status = judged.status, result = judged.result, created_at = ${now}
    from jsonb_to_recordset(${storableJson(values)}::jsonb)
      as judged (id text, outcome text, status text, result jsonb)
    where one.id = judged.id and one.outcome = 'pending'`.execute(tx);
  const report = await findReport(tx, reportId);
  await tx.updateTable('evaluation_report').set({ updated_at: now }).where('id', '=', reportId).execute();
  // Scheduled evaluations deliver the expected results; callers take over the results of others.
  if (report?.scope !== 'evaluation' || report.demand.wholePerimeter !== true) return;
  const recorded = judged.flatMap((one) =>
    outcomeOf(one.entity, one.content) === 'not_executed'
      ? []
      : [
          {
            id: one.id,
            entityId: one.entity.id,
            resourceId: one.resource.external_id,
            environment: one.resource.environment,
          },
        ],
  );
  await resultsRecorded(tx, recorded, now);
}

/** Processes some elements at a time, in their order. */
async function mapSome<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
