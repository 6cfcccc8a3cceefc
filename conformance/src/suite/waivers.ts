import type { Outcome } from './runner.ts';

/** A departure that is known and accepted for a while. The check is still made. */
export interface Waiver {
  /** A check or a requirement. */
  readonly id: string;
  readonly reason: string;
  readonly owner: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly expires: string;
  readonly link?: string;
}

/** A waiver that must go: it has expired, or what it excuses has been repaired. */
export interface StaleWaiver {
  readonly id: string;
  readonly why: string;
}

const TROUBLE = ['fail', 'warn', 'not-testable'];

/** @param today `YYYY-MM-DD` */
export function applyWaivers(
  outcomes: readonly Outcome[],
  waivers: readonly Waiver[],
  today: string,
): { outcomes: Outcome[]; stale: StaleWaiver[] } {
  const stale: StaleWaiver[] = [];
  const covering = waivers.filter((waiver) => {
    const covered = outcomes.filter((outcome) => covers(waiver, outcome));
    if (waiver.expires < today) stale.push({ id: waiver.id, why: `expired on ${waiver.expires}` });
    else if (covered.length === 0) stale.push({ id: waiver.id, why: 'no check of this run has that id' });
    else if (!covered.some(({ verdict }) => TROUBLE.includes(verdict)))
      stale.push({ id: waiver.id, why: 'what it excuses passes' });
    return waiver.expires >= today;
  });
  const judged = outcomes.map((outcome): Outcome => {
    const waiver = covering.find((one) => covers(one, outcome));
    if (waiver === undefined || !TROUBLE.includes(outcome.verdict)) return outcome;
    return {
      ...outcome,
      verdict: 'waived',
      reason: `${waiver.reason} (${waiver.owner}, until ${waiver.expires})`,
    };
  });
  return { outcomes: judged, stale };
}

/** Tells failures of checks that are known to fail now and then apart from the others. */
export function applyFlaky(outcomes: readonly Outcome[], flaky: readonly string[]): Outcome[] {
  return outcomes.map((outcome) => {
    const isKnown = flaky.some((id) => id === outcome.check.id || id === outcome.requirement.id);
    if (!isKnown || !['fail', 'warn'].includes(outcome.verdict)) return outcome;
    return { ...outcome, verdict: 'known-flaky', reason: 'known to fail now and then (--flaky)' };
  });
}

/** An entry for the waivers file, to be completed by whoever takes it on. */
export function waiverEntry(id: string, clause: string): string {
  return `  - id: ${id}\n    # ${clause}\n    reason: ''\n    owner: ''\n    expires: YYYY-MM-DD`;
}

function covers({ id }: Waiver, { check, requirement }: Outcome): boolean {
  return id === check.id || id === requirement.id;
}
