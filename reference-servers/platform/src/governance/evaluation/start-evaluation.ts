import type { EvaluationScope, ResourceToEvaluate } from '@tessera/contracts/types/governance';
import type { Kysely, Transaction } from 'kysely';
import type { EvaluationDemand } from '../../storage/governance-tables.ts';
import type { Tables } from '../../storage/tables.ts';
import { insertReports, insertResources } from './report-store.ts';

/** An evaluation of one resource. */
export interface ResourceEvaluation {
  /** Id of the report. */
  readonly id: string;
  readonly resource: ResourceToEvaluate;
  readonly scope: EvaluationScope;
  readonly demand: EvaluationDemand;
}

/** Stores the report of an evaluation of one resource; the caller starts the workflow `evaluation` with its id. */
export async function storeEvaluation(
  db: Kysely<Tables> | Transaction<Tables>,
  { id, resource, scope, demand }: ResourceEvaluation,
  now: Date,
): Promise<void> {
  const { environment, resourceType: resource_type, labels } = resource;
  await insertReports(db, [{ id, environment, resource_type, scope, demand, labels }], now);
  await insertResources(db, [
    {
      id: `${id}-resource`,
      report_id: id,
      external_id: resource.id,
      display_name: resource.displayName ?? null,
      environment,
      resource_type,
      descriptor: resource.descriptor,
      previous: null,
    },
  ]);
}

/** An evaluation of all resources that an entity applies to. */
export interface PerimeterEvaluation {
  /** Id of the report. */
  readonly id: string;
  readonly entity: { readonly id: string; readonly environment: string; readonly resource_type: string };
  readonly scope: EvaluationScope;
}

/** Stores the reports of such evaluations. */
export async function storePerimeterEvaluations(
  db: Kysely<Tables> | Transaction<Tables>,
  evaluations: readonly PerimeterEvaluation[],
  now: Date,
): Promise<void> {
  const reports = evaluations.map(({ id, entity, scope }) => ({
    id,
    scope,
    environment: entity.environment,
    resource_type: entity.resource_type,
    demand: { entityId: entity.id, wholePerimeter: true },
  }));
  await insertReports(db, reports, now);
}
