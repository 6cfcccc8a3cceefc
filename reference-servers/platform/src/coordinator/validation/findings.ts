import type { PlatformValidationError } from '@tessera/contracts/types/coordinator-v2';
import type { PolicyReference, WithReferences } from '../../routes/types.ts';

/** The findings of one phase of a validation, as stored in the result of its task. */
export interface Findings {
  /** Empty without findings. */
  readonly errors: readonly string[];
  /** Dotted path of the first invalid field. */
  readonly field?: string | undefined;
  /** The phase had nothing to check; it is not listed. */
  readonly isSkipped?: boolean | undefined;
  /** Policies that are not satisfied, also those that do not block. */
  readonly references?: readonly PolicyReference[] | undefined;
}

/** Writes findings as the result of a task. */
export function writeFindings(findings: Findings): string {
  return JSON.stringify(findings);
}

/** Reads the result of a task of a validation. */
export function readFindings(result: string | null): Findings {
  if (result === null) return { errors: [] };
  try {
    const parsed: unknown = JSON.parse(result);
    return isFindings(parsed) ? parsed : { errors: [result] };
  } catch {
    // A task that could not run has a sentence for a result.
    return { errors: [result] };
  }
}

function isFindings(value: unknown): value is Findings {
  return typeof value === 'object' && value !== null && 'errors' in value && Array.isArray(value.errors);
}

/** The policies that the results of tasks name. */
export function viewReferences(
  tasks: readonly { readonly action: string; readonly result: string | null }[],
): WithReferences {
  const policies = tasks.filter(({ action }) => action.startsWith('POLICY_'));
  const references = policies.flatMap(({ result }) => readFindings(result).references ?? []);
  return references.length === 0 ? {} : { references };
}

/** Findings in the error body of the platform; undefined without findings. */
export function toErrorBody({ errors, field }: Findings): PlatformValidationError | undefined {
  if (errors.length === 0) return undefined;
  return {
    errors: [...errors],
    userMessage: 'The descriptor cannot be deployed as it is.',
    ...(field === undefined ? {} : { inputErrorField: field }),
    moreInfo: { problems: [...errors], solutions: ['Correct the descriptor and validate it again.'] },
  };
}
