import { errors } from '@tessera/contracts/errors';
import type { ValidationResult } from '@tessera/contracts/types/tech-adapter';
import { fillTemplate, type Problem } from '../../harness/problem.ts';

/** The content of a descriptor, or its problems, the most specific first. */
export type Reading<T> =
  | { readonly found: T; readonly findings?: never }
  | { readonly found?: never; readonly findings: readonly [Problem, ...Problem[]] };

/** The response of a validation: problems of a descriptor are a result, not a failure. */
export function validationResult({ findings }: Reading<unknown>): ValidationResult {
  if (findings === undefined) return { valid: true };
  const texts = findings.map(({ code, values }) => fillTemplate(errors[code].message, values));
  return { valid: false, error: { errors: [...new Set(texts)] } };
}

/**
 * The content, for operations that cannot continue without it.
 * @throws Problem with all findings
 */
export function accept<T>(reading: Reading<T>): T {
  if (reading.findings === undefined) return reading.found;
  const [first, ...also] = reading.findings;
  throw first.with({ also });
}
