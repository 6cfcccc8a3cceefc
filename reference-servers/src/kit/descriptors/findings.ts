import { errors } from '@tessera/contracts/errors';
import type { ValidationResult } from '@tessera/contracts/types/tech-adapter';
import { fillTemplate, type Problem } from '../../harness/problem.ts';

/** What speaks against a descriptor, the most telling first. */
export type Findings = readonly [Problem, ...Problem[]];

/** What a validation answers: that there is something against a descriptor is a result, not a failure. */
export function validationResult(findings: Findings | undefined): ValidationResult {
  if (findings === undefined) return { valid: true };
  const texts = findings.map(({ code, values }) => fillTemplate(errors[code].message, values));
  return { valid: false, error: { errors: [...new Set(texts)] } };
}

/** @throws Problem with all findings, for operations that cannot go on with such a descriptor */
export function refuse([first, ...also]: Findings): never {
  throw first.with({ also });
}
