import { errors } from '@tessera/contracts/errors';
import type { ValidationResult } from '@tessera/contracts/types/tech-adapter';
import { fillTemplate, Problem } from '../../harness/problem.ts';

/** The content of a descriptor, or its problems, the most specific first. */
export type Reading<T> =
  | { readonly found: T; readonly findings?: never }
  | { readonly found?: never; readonly findings: readonly [Problem, ...Problem[]] };

/** What `read` returns. A problem that it throws is a finding. */
export function readingOf<T>(read: () => Reading<T>): Reading<T> {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Problem) return { findings: [thrown] };
    throw thrown;
  }
}

/** The problems, or the content when there are none. */
export function contentUnless<T>(problems: readonly Problem[], content: () => T): Reading<T> {
  const [first, ...rest] = problems;
  return first === undefined ? { found: content() } : { findings: [first, ...rest] };
}

/** A problem of the descriptor in a request. */
export function invalid(finding: string): Problem {
  return new Problem('DESCRIPTOR_INVALID', { finding }, { inputErrorField: 'descriptor' });
}

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
