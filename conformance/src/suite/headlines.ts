import { isCanned } from './canned.ts';
import type { Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import {
  CANNED,
  type Fingerprint,
  fingerprintOf,
  MISSING_ROUTE,
  NOT_IMPLEMENTED,
  NOWHERE,
  UNREAD_BODY,
} from './fingerprints.ts';
import { severityOf } from './requirement.ts';
import type { Outcome } from './runner.ts';
import { SEVERITIES, type Severity } from './severity.ts';
import { type Traces, tracesOf } from './traces.ts';
import type { Verdict } from './verdict.ts';

/** Several findings with one cause, which is what a developer has to fix. */
export interface Headline {
  readonly verdict: Verdict;
  /** The maximum severity of its checks. */
  readonly severity: Severity;
  /** The check with the most specific finding. */
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
 * Groups findings that share an exchange, a symptom, a framework fingerprint, or the words of a server error. Failures
 * and warnings only; notes are not grouped. A finding on every answer (a media type, for example) groups only with the
 * exchanges that show it: a broken valid request, an accepted invalid one and a refusal without the error shape are
 * three causes, even if all three are answered as text.
 */
export function findHeadlines(outcomes: readonly Outcome[], journal: readonly Exchange[]): Headline[] {
  const entries = outcomes
    .filter(({ verdict }) => verdict !== 'waived' && verdict !== 'known-flaky')
    .flatMap((outcome) =>
      outcome.findings
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
        .map((finding) => ({ outcome, finding })),
    );
  const traces = tracesOf(journal);
  if (entries.length > 1 && isCanned(journal)) {
    const [first] = journal;
    // The format of one answer may be more specific: that of a website, for example.
    const habit = first === undefined ? undefined : fingerprintOf(first);
    return [{ ...headlineOf(entries, traces), cause: habit ?? CANNED }];
  }
  const groups = createUnion();
  const isTaken = (id: number): boolean => traces.get(id)?.fate === 'taken';
  const spread = new Set(
    entries.filter(({ finding }) => !finding.exchanges.every(isTaken)).map((entry) => nameOf(entry, traces)),
  );
  const placeOn = placesOf(entries, traces);
  for (const entry of entries) {
    const own = nameOf(entry, traces);
    groups.join(own, own);
    // If valid requests are answered in the same way, that does not explain why an invalid one was accepted.
    const isApart = isMonitor(entry) && spread.has(own);
    for (const id of entry.finding.exchanges) {
      if (isApart && isTaken(id)) continue;
      for (const link of linksOf(entry, id, traces, placeOn)) groups.join(own, link);
    }
  }
  const clusters = new Map<string, Entry[]>();
  for (const entry of entries) {
    const root = groups.root(nameOf(entry, traces));
    clusters.set(root, [...(clusters.get(root) ?? []), entry]);
  }
  return [...clusters.values()].map((members) => headlineOf(members, traces)).sort(byGravity);
}

/** A check of every answer, to any request. */
function isMonitor({ outcome: { check, requirement } }: Entry): boolean {
  return check.phase === 'last' && check.id === requirement.id;
}

/** Fingerprints of missing operations. */
const ABSENT: readonly Fingerprint[] = [MISSING_ROUTE, NOWHERE, NOT_IMPLEMENTED];

/** The node of a finding: findings with one name have one cause. */
function nameOf(entry: Entry, traces: Traces): string {
  const { symptom, exchanges } = entry.finding;
  const trace = exchanges[0] === undefined ? undefined : traces.get(exchanges[0]);
  // Findings on a missing operation do not apply to others with the same text.
  if (trace?.habit !== undefined && ABSENT.includes(trace.habit)) return String(trace.causes[0]);
  // The server ignores types at several members; anything else that it accepts there has a separate cause.
  const { laxity = UNREAD_BODY } = trace ?? {};
  if (laxity !== UNREAD_BODY && !isMonitor(entry)) return laxity.id;
  if (trace === undefined || !isMonitor(entry)) return `symptom ${symptom}`;
  if (trace.isBreak) return `symptom ${symptom}, ${trace.causes[0]}`;
  return `symptom ${symptom}, ${trace.succeeded ? 'of a success' : 'of a refusal'}`;
}

/** The part of an exchange that a finding concerns; empty for all of it. */
type PlaceOn = (entry: Entry, id: number) => string;

/** Findings about two places of one successful answer have two causes, unless one place lies within the other. */
function placesOf(entries: readonly Entry[], traces: Traces): PlaceOn {
  const places = new Map<number, Set<string>>();
  for (const { finding } of entries) {
    const place = placeOf(finding);
    if (place === undefined) continue;
    for (const id of finding.exchanges)
      if (traces.get(id)?.succeeded === true) places.set(id, (places.get(id) ?? new Set()).add(place));
  }
  return ({ finding }, id) => {
    const place = placeOf(finding);
    const known = [...(places.get(id) ?? [])].sort((left, right) => left.length - right.length);
    const [outermost = ''] = known;
    if (place === undefined || known.every((one) => isWithin(one, outermost))) return '';
    return ` ${known.find((one) => isWithin(place, one)) ?? place}`;
  };
}

/** The JSON pointer at the start of a finding's difference. */
function placeOf({ difference }: Finding): string | undefined {
  return /^\/[^\s:]+/.exec(difference ?? '')?.[0];
}

function isWithin(place: string, outer: string): boolean {
  return place === outer || place.startsWith(`${outer}/`);
}

/** Other nodes with the cause of a finding, as an exchange shows. */
function* linksOf(entry: Entry, id: number, traces: Traces, placeOn: PlaceOn): Generator<string> {
  const trace = traces.get(id);
  yield `exchange ${id}${placeOn(entry, id)}`;
  // The format of a success explains only findings on its form.
  if (trace?.succeeded !== true || isMonitor(entry) || trace.fate === 'taken') yield* trace?.causes ?? [];
}

interface Entry {
  readonly outcome: Outcome;
  readonly finding: Finding;
}

function headlineOf(members: readonly Entry[], traces: Traces): Headline {
  const [first] = members.toSorted((left, right) => weight(left, traces) - weight(right, traces));
  if (first === undefined) throw new Error('a headline needs a finding');
  const { outcome, finding } = first;
  const exchanges = [
    ...new Set([finding, ...members.map((one) => one.finding)].flatMap((one) => one.exchanges)),
  ];
  const cause = exchanges.map((id) => causeOf(id, members, traces)).find((habit) => habit !== undefined);
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

/** The format of a success explains only findings on its form; a refusal in a wrong format explains all. */
function causeOf(id: number, members: readonly Entry[], traces: Traces): Fingerprint | undefined {
  const trace = traces.get(id);
  const tellers = members.filter(({ finding }) => finding.exchanges.includes(id));
  if (trace?.laxity !== undefined && !tellers.every(isMonitor)) return trace.laxity;
  return trace?.succeeded === true && !tellers.some(isMonitor) ? undefined : trace?.habit;
}

function gravest(members: readonly Entry[]): Severity {
  const found = members.map(({ outcome }) => severityOf(outcome.requirement));
  return SEVERITIES.find((one) => found.includes(one)) ?? 'untidy';
}

/**
 * A failure is more specific than a warning, a scenario more than a check of every answer, and a broken valid request
 * more than an accepted invalid one; but if a success cannot even be parsed, everything else follows from that.
 */
function weight(entry: Entry, traces: Traces): number {
  const { outcome, finding } = entry;
  const { isGeneral = false, headline } = outcome.requirement;
  const isCause = headline === 'first' && finding.exchanges.some((id) => traces.get(id)?.succeeded === true);
  const general = isCause ? -1 : headline === 'last' ? 2 : isGeneral ? 1 : 0;
  const isBroken = finding.exchanges.some((id) => traces.get(id)?.isBreak === true);
  return (
    (finding.verdict === 'fail' ? 0 : 10) + general - (isBroken ? 0.5 : 0) + (isMonitor(entry) ? 0.25 : 0)
  );
}

/** Failures before warnings; within both, those that break a deployment first. */
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
