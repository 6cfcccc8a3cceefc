import type { EvaluationResultContent } from '@tessera/contracts/types/governance';
import { type Finding, readFinding } from './report.ts';

/** What a user tries: a script on a descriptor. */
export interface Trial {
  readonly script: string;
  readonly descriptor: string;
  /** Where the policy applies when it is saved. */
  readonly environment: string;
  readonly resourceType: string;
}

/** What the platform said about a trial. */
export interface TrialVerdict {
  readonly kind: 'complies' | 'violates' | 'not evaluated';
  /** About the descriptor, or about neither text. */
  readonly findings: readonly Finding[];
  /** About the script; their places are in it. */
  readonly scriptFindings: readonly Finding[];
}

/** The verdict in the result of a trial. */
export function verdictOf({
  isError = false,
  satisfiesPolicy = false,
  errors = [],
}: EvaluationResultContent): TrialVerdict {
  const findings = errors.map((text, index) => readFinding(text, String(index)));
  return {
    kind: isError ? 'not evaluated' : satisfiesPolicy ? 'complies' : 'violates',
    findings: findings.filter(({ isAboutScript }) => !isAboutScript),
    scriptFindings: findings.filter(({ isAboutScript }) => isAboutScript),
  };
}
