import type { Hook } from '@tessera/contracts/types/builder';
import type {
  EvaluationOutcome,
  GovernanceEntityType,
  Metric,
  Policy,
} from '@tessera/contracts/types/governance';

/** A result of a policy or metric, without the descriptor that it is about. */
export interface EntityResult {
  /** Null for a result that another system pushed. */
  readonly reportId: string | null;
  readonly outcome: EvaluationOutcome;
  /** RFC 3339. */
  readonly creationTime: string;
  /** True when it could not be evaluated, which says nothing about the resource. */
  readonly isError: boolean;
  /** What a metric measured. */
  readonly value: number | null;
  /** External id and name of the resource. */
  readonly resourceId: string | null;
  readonly resourceName: string | null;
}

/** A policy or metric with its latest results, the newest first. Tests and results that are not final are left out. */
export type ListedEntity = (Policy | Metric) & {
  readonly type: GovernanceEntityType;
  readonly results: readonly EntityResult[];
};

/** A part of the list of policies and metrics. */
export interface EntityPage {
  readonly entities: readonly ListedEntity[];
  /** The `after` of the following page; null on the last one. */
  readonly next: string | null;
}

/** Settings of the platform that its users need to know. */
export interface PlatformSettings {
  readonly environments: readonly string[];
  /** Addresses by the name of the plugin; null without one. */
  readonly plugins: Readonly<Record<string, string | null>>;
}

/** A hook that waits, with its request, which a decision depends on. */
export interface WaitingHook extends Hook {
  readonly request: {
    readonly environment: string;
    readonly identities: readonly string[];
    /** Output port, or the unit when the request names no port. */
    readonly target: string | undefined;
    /** What the requester entered. */
    readonly fields: Readonly<Record<string, unknown>>;
  };
}

/** A policy that a deployment or a validation did not satisfy. Its texts name it as `"NAME" (ID)` and `report ID`. */
export interface PolicyReference {
  readonly policyId: string;
  readonly policyName: string;
  readonly reportId: string;
  /** True when it could not be evaluated, which says nothing about the descriptor. */
  readonly isError: boolean;
  /** The messages about it, as they are in the findings of the phase or in the log. */
  readonly messages: readonly string[];
}

/** An additional member of `ExecutionPlan` and `DescriptorValidation`; absent when no policy is named. */
export interface WithReferences {
  readonly references?: readonly PolicyReference[];
}
