import type {
  EvaluationOutcome,
  EvaluationReportStatus,
  EvaluationResultContent,
  GovernanceEntityStatus,
  MetricThresholds,
  PolicySeverity,
  ThresholdExpression,
  ThresholdRange,
} from '@tessera/contracts/types/governance';

/** The members of a policy that decide its outcome. */
interface JudgingPolicy {
  readonly status: GovernanceEntityStatus;
  readonly severity: PolicySeverity;
}

/** The outcome of a failure of each severity. */
const FAILED: Readonly<Record<PolicySeverity, EvaluationOutcome>> = {
  info: 'info',
  warning: 'warning',
  error: 'error',
};

/**
 * The outcome of a policy's result. A policy that could not be evaluated counts as failed: otherwise an unavailable
 * engine would let everything pass.
 */
export function outcomeOfPolicy(
  { status, severity }: JudgingPolicy,
  { satisfiesPolicy }: EvaluationResultContent,
): EvaluationOutcome {
  if (satisfiesPolicy === true) return 'ok';
  const failed = FAILED[severity];
  const isOnTrial = status === 'grace' || status === 'disabled_grace';
  return failed === 'error' && isOnTrial ? 'not_blocking_error' : failed;
}

/** The outcome of a metric's result: it measures, and blocks nothing. */
export function outcomeOfMetric({ value }: EvaluationResultContent): EvaluationOutcome {
  return value === undefined ? 'not_executed' : 'ok';
}

/** The outcome of a report is its worst one, and pending while one outcome is. */
export function statusOfReport(outcomes: Iterable<EvaluationOutcome>): EvaluationReportStatus {
  const all = new Set(outcomes);
  if (all.has('pending')) return 'pending';
  if (all.has('error')) return 'completedWithError';
  return all.has('warning') || all.has('not_blocking_error')
    ? 'completedWithWarning'
    : 'completedWithSuccess';
}

const STANDS: Readonly<Record<ThresholdExpression, (value: number, bound: number) => boolean>> = {
  below: (value, bound) => value < bound,
  below_or_equal: (value, bound) => value <= bound,
  above: (value, bound) => value > bound,
  above_or_equal: (value, bound) => value >= bound,
};

/** The first range that a value falls into; null when it falls into none. */
export function rangeOf({ expression, ranges }: MetricThresholds, value: number): ThresholdRange | null {
  return ranges.find((range) => STANDS[expression](value, range.value)) ?? null;
}
