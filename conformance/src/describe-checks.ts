import { explanationOf, pageOf } from './explanations.ts';
import { listChecks } from './run-conformance.ts';
import type { Level, Requirement } from './suite/requirement.ts';
import { severityOf } from './suite/requirement.ts';
import type { Severity } from './suite/severity.ts';

/** A check's description before it runs; the documentation renders it as a page. */
export interface DescribedCheck {
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  /** The sentence of the requirement; the title may also name the place. */
  readonly what: string;
  readonly level: Level;
  readonly severity: Severity;
  readonly clause: string;
  /** The sentence of the contract that it follows from, if it is derived and binds. */
  readonly sentence?: string;
  /** Path of its page in the documentation. */
  readonly page: string;
  readonly why: string;
  /** What the check reads, and what passes. */
  readonly means: string;
  readonly fix: string;
  readonly since?: string;
  readonly capability?: string;
  /** Why it never fails a run. */
  readonly chosen?: string;
}

/** Describes every check of a contract without sending anything. */
export async function describeChecks(contract: string, contractVersion?: string): Promise<DescribedCheck[]> {
  return (await listChecks(contract, contractVersion)).map(({ check, requirement }) => ({
    id: check.id,
    requirement: requirement.id,
    title: check.title,
    ...describeRequirement(contract, requirement),
  }));
}

/** The description of a requirement, for any of its checks. */
export function describeRequirement(
  contract: string,
  requirement: Requirement,
): Omit<DescribedCheck, 'id' | 'requirement' | 'title'> {
  const { since, capability, chosen, sentence } = requirement;
  return {
    what: requirement.title,
    level: requirement.level,
    severity: severityOf(requirement),
    clause: requirement.clause,
    ...(sentence === undefined ? {} : { sentence }),
    page: pageOf(contract, requirement.id),
    why: requirement.why,
    ...explanationOf(contract, requirement.id),
    ...(since === undefined ? {} : { since }),
    ...(capability === undefined ? {} : { capability }),
    ...(chosen === undefined ? {} : { chosen }),
  };
}
