import type { GovernanceHandlers } from '@tessera/contracts/handlers/governance';
import type {
  EvaluationResultContent,
  GovernanceEntityType,
  PushedMetricResults,
  PushedPolicyResults,
} from '@tessera/contracts/types/governance';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { describeContracts, isGuardianPolicy } from '../../notifications/describe-contract.ts';
import { storeNotifications } from '../../notifications/notification-store.ts';
import { chunks } from '../../storage/chunks.ts';
import { knownEntity } from '../entities/change-entity.ts';
import { type Entity, IN_FORCE } from '../entities/entity-store.ts';
import { resultsRecorded } from '../resources/results-recorded.ts';
import { outcomeOf, withRange } from './judge-work.ts';
import { insertResources } from './report-store.ts';

type Pushes = Pick<GovernanceHandlers, 'pushPolicyEvaluationResults' | 'pushMetricEvaluationResults'>;

/** The operations that accept results of other systems. */
export function createPushes(context: Context): Pushes {
  const push = async (
    type: GovernanceEntityType,
    id: string,
    environment: string,
    results: PushedPolicyResults | PushedMetricResults,
  ) => {
    const entity = await knownEntity(context, type, id);
    const problem = findObstacle(entity);
    if (problem !== undefined) throw new Problem('CGP_RESULTS_REFUSED', { entityId: id, problem });
    await store(context, entity, environment, results);
    return { status: 200, body: {} } as const;
  };
  return {
    pushPolicyEvaluationResults: ({ path, query, body }) => push('policy', path.id, query.environment, body),
    pushMetricEvaluationResults: ({ path, query, body }) => push('metric', path.id, query.environment, body),
  };
}

/** Why an entity accepts no results, to continue a sentence that begins with it. */
function findObstacle({ status, definition }: Entity): string | undefined {
  if (definition.trigger !== 'passive') return 'it is active: the platform evaluates it';
  return IN_FORCE.includes(status) ? undefined : `it is ${status}`;
}

async function store(
  { db, ids, clock, settings, engine }: Context,
  entity: Entity,
  environment: string,
  results: PushedPolicyResults | PushedMetricResults,
): Promise<void> {
  if (results.length === 0) return;
  const now = clock.now();
  const rows = results.map(({ resource, result }) => ({ id: ids(), key: ids(), resource, result }));
  const notifications = await db.transaction().execute(async (tx) => {
    const events = (await isGuardianPolicy(tx, entity.id))
      ? await describeContracts(tx, entity.id, environment, rows)
      : [];
    await insertResources(
      tx,
      rows.map(({ key, resource }) => ({
        id: key,
        report_id: null,
        external_id: resource.id,
        display_name: resource.displayName ?? null,
        environment,
        resource_type: entity.resource_type,
        descriptor: resource.descriptor ?? '',
        previous: null,
      })),
    );
    const values = rows.map(({ id, key, result }) => {
      const content: EvaluationResultContent = withRange(entity, { isError: false, ...result });
      return {
        id,
        report_id: null,
        resource_key: key,
        entity_id: entity.id,
        entity_type: entity.type,
        entity_status: entity.status,
        outcome: outcomeOf(entity, content),
        result: JSON.stringify(content),
        counts: true,
        created_at: now,
      };
    });
    for (const some of chunks(values)) await tx.insertInto('evaluation_result').values(some).execute();
    const recorded = rows.map(({ id, resource }) => ({
      id,
      entityId: entity.id,
      resourceId: resource.id,
      environment,
    }));
    await resultsRecorded(tx, recorded, now);
    return storeNotifications(tx, settings.webhooks, events, now);
  });
  for (const id of notifications) await engine.start('notification', id);
}
