import type {
  EvaluationOutcome,
  EvaluationReportStatus,
  EvaluationResultContent,
  EvaluationScope,
  GovernanceEntityStatus,
  GovernanceEntityType,
  MetricCreate,
  PolicyCreate,
  ResourceKind,
  ResourceType,
} from '@tessera/contracts/types/governance';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from './columns.ts';

/** One version of a policy or metric. Searchable values have separate columns, beside the definition. */
export interface GovernanceEntityTable {
  id: string;
  group_id: string;
  version: number;
  type: GovernanceEntityType;
  status: GovernanceEntityStatus;
  environment: string;
  resource_type: string;
  definition: Json<PolicyCreate | MetricCreate>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A kind of resource. */
export interface ResourceTypeTable {
  name: string;
  definition: Json<ResourceType>;
}

/** What a report is about, beside a single resource. */
export interface EvaluationDemand {
  /** The entity to evaluate, and no other. */
  readonly entityId?: string | undefined;
  /** All resources of the entity are found and evaluated. */
  readonly wholePerimeter?: boolean | undefined;
  /** Entities of this timing only. */
  readonly timing?: 'deployment' | undefined;
  /** The task of a plan that the evaluation is a part of. */
  readonly taskId?: string | undefined;
}

/** A requested evaluation and its progress. */
export interface EvaluationReportTable {
  id: string;
  environment: string;
  resource_type: string;
  scope: EvaluationScope;
  status: EvaluationReportStatus;
  demand: Json<EvaluationDemand>;
  labels: string[];
  /** Its results become the latest ones of registered resources when it ends. */
  updates_statuses: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A resource as it was at its evaluation. */
export interface EvaluatedResourceTable {
  id: string;
  /** Null when another system judged it and pushed the result. */
  report_id: string | null;
  external_id: string;
  display_name: string | null;
  environment: string;
  resource_type: string;
  descriptor: string;
  /** The descriptor deployed before; null for the first deployment. */
  previous: string | null;
}

/** What one policy or metric said about one resource. */
export interface EvaluationResultTable {
  id: string;
  report_id: string | null;
  /** Null when the resources of the entity could not be found. */
  resource_key: string | null;
  entity_id: string;
  entity_type: GovernanceEntityType;
  entity_status: GovernanceEntityStatus;
  outcome: EvaluationOutcome;
  result: Json<EvaluationResultContent>;
  /** False for tests, which count nowhere. */
  counts: boolean;
  created_at: Timestamp;
}

/** When an entity with a cron expression is evaluated next. */
export interface EntityScheduleTable {
  entity_id: string;
  cron: string;
  next_at: Timestamp;
}

/** A registered resource. */
export interface ComputationalResourceTable {
  external_id: string;
  environment: string;
  kind: ResourceKind;
  /** Null for a derived resource. */
  resource_type: string | null;
  /** The resource that a derived one comes from. */
  origin_external_id: string | null;
}

/** Whether results of an entity about a registered resource arrive when they should. */
export interface EvaluationStatusTable {
  /** Position in searches. */
  seq: Generated<string>;
  external_id: string;
  environment: string;
  entity_id: string;
  /** Kind and type of the resource, which never change. */
  kind: ResourceKind;
  resource_type: string | null;
  /** Cron expression and tolerance window; null when no results are expected. */
  frequency: string | null;
  tolerance: string | null;
  /** When the next result is expected. */
  expected_at: Timestamp | null;
  /** Until when it is not late. */
  limit_at: Timestamp | null;
  last_result_id: string | null;
}
