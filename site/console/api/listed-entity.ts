import type {
  EvaluationOutcome,
  GovernanceEntityType,
  Metric,
  Policy,
} from '@tessera/contracts/types/governance';

/** A result of a policy or metric. */
export interface EntityResult {
  /** Null for a result that another system pushed. */
  readonly reportId: string | null;
  readonly outcome: EvaluationOutcome;
  readonly creationTime: string;
  /** True when it could not be evaluated, which says nothing about the resource. */
  readonly isError: boolean;
  /** What a metric measured. */
  readonly value: number | null;
  readonly resourceId: string | null;
  readonly resourceName: string | null;
}

/** A policy or metric with its latest results, the newest first. */
export type ListedEntity = (Policy | Metric) & {
  readonly type: GovernanceEntityType;
  readonly results: readonly EntityResult[];
};

/** A part of the list of policies and metrics. */
export interface EntityPage {
  readonly entities: readonly ListedEntity[];
  /** Where the next page begins. */
  readonly next: string | null;
}
