import type { Check } from './check.ts';
import type { Headline } from './headlines.ts';
import type { ReportedCheck, StaleWaiver } from './report.ts';
import type { Outcome } from './runner.ts';
import type { Verdict } from './verdict.ts';

/** A known violation that is temporarily accepted. The check still runs. */
export interface Waiver {
  /** A check or a requirement. */
  readonly id: string;
  readonly reason: string;
  readonly owner: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly expires: string;
  /** Further information, such as a ticket. */
  readonly link?: string;
}

const TROUBLE: readonly Verdict[] = ['fail', 'warn', 'not-testable'];
/** Verdicts without a violation. */
const FINE: readonly Verdict[] = ['pass', 'note', 'not-applicable'];

/** The input for waivers. */
export interface Waivable {
  readonly outcomes: readonly Outcome[];
  readonly waivers: readonly Waiver[];
  /** All checks of the contract, also excluded ones. */
  readonly checks: readonly Check[];
  /** `YYYY-MM-DD` */
  readonly today: string;
}

export function applyWaivers({ outcomes, waivers, checks, today }: Waivable): {
  outcomes: Outcome[];
  stale: StaleWaiver[];
} {
  const stale = waivers.flatMap((waiver): StaleWaiver[] => {
    const why = whyStale(waiver, outcomes, checks, today);
    return why === undefined ? [] : [{ id: waiver.id, why }];
  });
  const covering = waivers.filter(({ expires }) => expires >= today);
  const judged = outcomes.map((outcome): Outcome => {
    const waiver = covering.find((one) => covers(one, outcome));
    if (waiver === undefined || !TROUBLE.includes(outcome.verdict)) return outcome;
    return {
      ...outcome,
      verdict: 'waived',
      reason: `${waiver.reason} (${[waiver.owner, `until ${waiver.expires}`, waiver.link].filter((part) => part !== undefined).join(', ')})`,
    };
  });
  return { outcomes: judged, stale };
}

/** Why a waiver must be removed; undefined while it is needed, or if its checks did not run. */
function whyStale(
  waiver: Waiver,
  outcomes: readonly Outcome[],
  checks: readonly Check[],
  today: string,
): string | undefined {
  if (waiver.expires < today) return `expired on ${waiver.expires}`;
  if (!checks.some((check) => waiver.id === check.id || waiver.id === check.requirement))
    return 'the contract has no check with that id';
  const verdicts = outcomes.filter((outcome) => covers(waiver, outcome)).map(({ verdict }) => verdict);
  if (verdicts.length === 0 || !verdicts.every((verdict) => FINE.includes(verdict))) return undefined;
  if (verdicts.includes('note')) return 'the violation is only a note';
  return verdicts.includes('pass') ? 'the check passes' : 'the check does not apply';
}

/** Separates failures of flaky checks from the others. */
export function applyFlaky(outcomes: readonly Outcome[], flaky: readonly string[]): Outcome[] {
  return outcomes.map((outcome) => {
    const isKnown = flaky.some((id) => id === outcome.check.id || id === outcome.requirement.id);
    if (!isKnown || !['fail', 'warn'].includes(outcome.verdict)) return outcome;
    return { ...outcome, verdict: 'known-flaky', reason: 'known to be flaky (--flaky)' };
  });
}

/** What to waive so that a cause fails no run: a check, or a requirement if several of its checks show it. */
export function waivable(
  { checks }: Headline,
  all: readonly ReportedCheck[],
): { id: string; clause: string }[] {
  const shown = all.filter(({ id }) => checks.includes(id));
  const requirements = new Map(shown.map(({ requirement, clause }) => [requirement, clause]));
  return [...requirements].map(([requirement, clause]) => {
    const [only, ...others] = shown.filter((check) => check.requirement === requirement);
    return { id: others.length === 0 ? (only?.id ?? requirement) : requirement, clause };
  });
}

/** An entry for the waivers file; the user completes it. */
export function waiverEntry({ id, clause }: { readonly id: string; readonly clause: string }): string {
  return `  - id: ${id}\n    # ${clause}\n    reason: ''\n    owner: ''\n    expires: YYYY-MM-DD`;
}

/** The same in one line, for a terminal. */
export function waiverLine(id: string): string {
  return `- { id: '${id}', reason: '', owner: '', expires: 'YYYY-MM-DD' }`;
}

function covers({ id }: Waiver, { check, requirement }: Outcome): boolean {
  return id === check.id || id === requirement.id;
}
