import type { Report, ReportedCheck } from '../suite/report.ts';
import type { Verdict } from '../suite/verdict.ts';

/** The subject of each family of requirements; all others belong to the contract itself. */
const FAMILIES: Readonly<Record<string, string>> = {
  X: 'requests and answers',
  A: 'tasks',
  CO: 'consistency',
};

/** The results of the checks of one family. */
export interface Group {
  readonly name: string;
  readonly counts: readonly (readonly [Verdict, number])[];
}

/** A line per family of requirements, so that the whole run fits on one screen. */
export function groupsOf({ checks, counts, suite }: Report): Group[] {
  const names = new Map<string, ReportedCheck[]>();
  for (const check of checks) {
    const name = FAMILIES[check.requirement.split('-', 1)[0] ?? ''] ?? suite.contract;
    names.set(name, [...(names.get(name) ?? []), check]);
  }
  const verdicts = Object.keys(counts) as Verdict[]; // the keys of a record of verdicts
  return [...names].map(([name, some]) => ({
    name,
    counts: verdicts
      .map((verdict) => [verdict, some.filter((one) => one.verdict === verdict).length] as const)
      .filter(([, count]) => count > 0),
  }));
}

/** A reason why checks did not run, and how many checks it affects. */
export interface Unmade {
  readonly reason: string;
  readonly count: number;
  /** Another finding blocks the check: more configuration would not help. */
  readonly isBlocked: boolean;
}

/** The reasons of checks with this verdict, the most frequent first. */
export function reasonsOf({ checks }: Report, verdict: Verdict): Unmade[] {
  const found = new Map<string, Unmade>();
  for (const check of checks) {
    if (check.verdict !== verdict) continue;
    const { blockedBy = '', reason = '' } = check;
    const why = blockedBy === '' ? reason : `blocked by a finding of ${blockedBy}`;
    const count = (found.get(why)?.count ?? 0) + 1;
    found.set(why, { reason: why, count, isBlocked: check.blockedBy !== undefined });
  }
  return [...found.values()].toSorted((left, right) => right.count - left.count);
}
