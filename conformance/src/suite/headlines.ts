import type { Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import { type Fingerprint, fingerprintOf } from './fingerprints.ts';
import type { Outcome } from './runner.ts';
import { SEVERITIES, type Severity, severityOf } from './severity.ts';
import type { Verdict } from './verdict.ts';

/** Several findings with one cause. This is what a person has to repair. */
export interface Headline {
  readonly verdict: Verdict;
  /** The gravest of its checks. */
  readonly severity: Severity;
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
 * Joins findings that rest on the same exchange, have the same symptom, show the same framework habit, or meet a server
 * that breaks with the same words. Failures and warnings only; notes stay where they are.
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
  const faults = new Map(journal.map((exchange) => [exchange.id, faultOf(exchange)]));
  const groups = createUnion();
  for (const { finding } of entries) {
    const own = `symptom ${finding.symptom}`;
    groups.join(own, own);
    for (const id of finding.exchanges) {
      groups.join(own, `exchange ${id}`);
      const habit = habits.get(id);
      if (habit !== undefined) groups.join(own, `habit ${habit.id}`);
      const fault = faults.get(id);
      if (fault !== undefined) groups.join(own, fault);
    }
  }
  const clusters = new Map<string, Entry[]>();
  for (const entry of entries) {
    const root = groups.root(`symptom ${entry.finding.symptom}`);
    clusters.set(root, [...(clusters.get(root) ?? []), entry]);
  }
  const succeeded = new Set(journal.filter(isSuccess).map(({ id }) => id));
  return [...clusters.values()].map((members) => headlineOf(members, habits, succeeded)).sort(byGravity);
}

function isSuccess({ received }: Exchange): boolean {
  return received !== undefined && received.status >= 200 && received.status < 300;
}

/** A breakdown of the server, by its status and words; what differs from request to request is left out. */
function faultOf({ received }: Exchange): string | undefined {
  if (received === undefined || received.status < 500 || received.status === 501) return undefined;
  return `fault ${received.status} ${received.text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#').slice(0, FAULT)}`;
}

/** Characters that tell one fault from another. */
const FAULT = 400;

interface Entry {
  readonly outcome: Outcome;
  readonly finding: Finding;
}

function headlineOf(
  members: readonly Entry[],
  habits: ReadonlyMap<number, Fingerprint | undefined>,
  succeeded: ReadonlySet<number>,
): Headline {
  const [first] = members.toSorted((left, right) => weight(left, succeeded) - weight(right, succeeded));
  if (first === undefined) throw new Error('a headline needs a finding');
  const { outcome, finding } = first;
  const exchanges = [
    ...new Set([finding, ...members.map((one) => one.finding)].flatMap((one) => one.exchanges)),
  ];
  const cause = exchanges.map((id) => habits.get(id)).find((habit) => habit !== undefined);
  return {
    verdict: finding.verdict,
    severity: gravest(members),
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

function gravest(members: readonly Entry[]): Severity {
  const found = members.map(({ outcome }) => severityOf(outcome.requirement));
  return SEVERITIES.find((one) => found.includes(one)) ?? 'untidy';
}

/**
 * A failure says more than a warning, a scenario more than what is true of every answer; but where a success cannot even be
 * read, all else follows from that.
 */
function weight({ outcome, finding }: Entry, succeeded: ReadonlySet<number>): number {
  const { isGeneral = false, headline } = outcome.requirement;
  const isCause = headline === 'first' && finding.exchanges.some((id) => succeeded.has(id));
  const general = isCause ? -1 : headline === 'last' ? 2 : isGeneral ? 1 : 0;
  return (finding.verdict === 'fail' ? 0 : 10) + general;
}

/** What fails the run before what only warns; within both, what breaks a deployment first. */
function byGravity(left: Headline, right: Headline): number {
  const rank = ({ verdict, severity }: Headline): number =>
    (verdict === 'fail' ? 0 : SEVERITIES.length) + SEVERITIES.indexOf(severity);
  return rank(left) - rank(right);
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
