import type { Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import { type Fingerprint, fingerprintOf } from './fingerprints.ts';
import type { Outcome } from './runner.ts';
import type { Verdict } from './verdict.ts';

/** Several findings with one cause. This is what a person has to repair. */
export interface Headline {
  readonly verdict: Verdict;
  /** The check whose finding says most. */
  readonly check: string;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
  readonly difference?: string;
  readonly cause?: Fingerprint;
  /** All checks that show it. */
  readonly checks: readonly string[];
  /** Exchanges that show it, the clearest first. */
  readonly exchanges: readonly number[];
}

/**
 * Joins findings that rest on the same exchange, have the same symptom, or show the same framework habit. Failures and
 * warnings only; notes stay where they are.
 */
export function findHeadlines(outcomes: readonly Outcome[], journal: readonly Exchange[]): Headline[] {
  const entries = outcomes
    .filter(({ verdict }) => verdict !== 'waived' && verdict !== 'known-flaky')
    .flatMap((outcome) =>
      outcome.findings
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
        .map((finding) => ({ outcome, finding })),
    );
  const habits = new Map(journal.map((exchange) => [exchange.id, fingerprintOf(exchange)]));
  const groups = createUnion();
  for (const { finding } of entries) {
    const own = `symptom ${finding.symptom}`;
    groups.join(own, own);
    for (const id of finding.exchanges) {
      groups.join(own, `exchange ${id}`);
      const habit = habits.get(id);
      if (habit !== undefined) groups.join(own, `habit ${habit.id}`);
    }
  }
  const clusters = new Map<string, Entry[]>();
  for (const entry of entries) {
    const root = groups.root(`symptom ${entry.finding.symptom}`);
    clusters.set(root, [...(clusters.get(root) ?? []), entry]);
  }
  return [...clusters.values()].map((members) => headlineOf(members, habits)).sort(bySeverity);
}

interface Entry {
  readonly outcome: Outcome;
  readonly finding: Finding;
}

function headlineOf(
  members: readonly Entry[],
  habits: ReadonlyMap<number, Fingerprint | undefined>,
): Headline {
  const [first] = [...members].sort(byWeight);
  if (first === undefined) throw new Error('a headline needs a finding');
  const { outcome, finding } = first;
  const exchanges = [
    ...new Set([finding, ...members.map((one) => one.finding)].flatMap((one) => one.exchanges)),
  ];
  const cause = exchanges.map((id) => habits.get(id)).find((habit) => habit !== undefined);
  return {
    verdict: finding.verdict,
    check: outcome.check.id,
    title: outcome.check.title,
    expected: finding.expected,
    actual: finding.actual,
    ...(finding.difference === undefined ? {} : { difference: finding.difference }),
    ...(cause === undefined ? {} : { cause }),
    checks: [...new Set(members.map((one) => one.outcome.check.id))],
    exchanges,
  };
}

/** A failure says more than a warning, a scenario more than what is true of every answer. */
function byWeight(left: Entry, right: Entry): number {
  return weight(left) - weight(right);
}

function weight({ outcome, finding }: Entry): number {
  const { requirement } = outcome.check;
  const general = ['X-01', 'X-02'].includes(requirement) ? 2 : /^X-/.test(requirement) ? 1 : 0;
  return (finding.verdict === 'fail' ? 0 : 10) + general;
}

function bySeverity(left: Headline, right: Headline): number {
  return Number(left.verdict !== 'fail') - Number(right.verdict !== 'fail');
}

function createUnion(): { join(left: string, right: string): void; root(name: string): string } {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    const parent = parents.get(name);
    if (parent === undefined || parent === name) return name;
    const top = root(parent);
    parents.set(name, top);
    return top;
  };
  return {
    root,
    join(left, right) {
      parents.set(root(left), root(right));
    },
  };
}
