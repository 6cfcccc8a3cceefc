import { explanationOf } from '../explanations.ts';
import { deselectedMusts, type Plan } from '../plan.ts';
import { contractHash, suiteVersion } from '../version.ts';
import { type Check, type Finding, NEEDS_WRITING } from './check.ts';
import { compareVersions } from './contract.ts';
import { curlOf, type Reproduction } from './curl.ts';
import { fitAdvice } from './error-shape.ts';
import type { Exchange } from './exchange.ts';
import { statusOf, succeeded } from './exchange.ts';
import { fingerprintOf, HANGING } from './fingerprints.ts';
import { findHeadlines, type Headline } from './headlines.ts';
import type { ConformanceOptions } from './options.ts';
import type { Redaction } from './redact.ts';
import { REPORT_VERSION, type Report, type ReportedCheck, type ReportedExchange } from './report.ts';
import { severityOf } from './requirement.ts';
import type { Suite } from './run.ts';
import type { Outcome } from './runner.ts';
import type { Session } from './session.ts';
import type { Tasks } from './tasks.ts';
import { withoutUserInfo } from './user-info.ts';
import { stopping, type Verdict, weigh } from './verdict.ts';
import { applyFlaky, applyWaivers } from './waivers.ts';

/** The result of a finished run. */
export interface Findings {
  readonly suite: Suite;
  readonly session: Session;
  readonly tasks: Tasks;
  /** Before waivers. */
  readonly outcomes: readonly Outcome[];
  readonly plan: Plan;
  /** The checks that the options select. */
  readonly selected: readonly Check[];
  /** Why the target could not be tested at all. */
  readonly obstacle?: string | undefined;
  readonly startedAt: string;
  readonly seed: number;
  readonly interrupted: boolean;
  readonly redaction: Redaction;
  readonly readOnly: boolean;
  /** Additional notes for the reader. */
  readonly notes?: readonly string[];
  readonly options: ConformanceOptions;
}

/** Number of unanswered requests that make a run slow. */
const MANY = 5;

/** Maximum number of characters of a body in a report. */
const BODY_LIMIT = 20_000;

/** Turns a run into its report, and redacts all secrets. */
export function buildReport(found: Findings): Report {
  const { suite, session, options, plan, redaction } = found;
  const { outcomes, stale } = applyWaivers({
    outcomes: applyFlaky(found.outcomes, options.flaky ?? []),
    waivers: options.waivers ?? [],
    checks: plan.checks,
    today: new Date().toISOString().slice(0, 10),
  });
  // Nothing shows whether a waiver is still needed for a target that could not be tested.
  const staleWaivers = found.obstacle === undefined ? stale : [];
  const base = withoutUserInfo(options.url).href.replace(/\/$/, '');
  const { failOn } = options;
  const ballot = outcomes.map((one) => ({
    verdict: one.verdict,
    level: one.level,
    severity: severityOf(one.requirement),
    evidence: one.evidence,
  }));
  const { verdict, exitCode } = weigh({
    outcomes: ballot,
    ...(failOn === undefined ? {} : { failOn }),
    unreachable: found.obstacle !== undefined,
    interrupted: found.interrupted,
    deselected: deselectedMusts(plan.checks, found.selected, plan.requirements),
    staleWaivers: staleWaivers.length,
  });
  const counts = { ...NONE };
  for (const outcome of outcomes) counts[outcome.verdict] += 1;
  return {
    format: 'tessera-conformance-report',
    formatVersion: REPORT_VERSION,
    suite: {
      version: suiteVersion(),
      contract: suite.contract.table.id,
      contractVersion: options.contractVersion ?? suite.contract.table.version,
      contractHash: contractHash(),
      ...(options.docsUrl === undefined ? {} : { docsUrl: options.docsUrl }),
    },
    target: { url: base },
    run: {
      startedAt: found.startedAt,
      duration: Math.round(session.now()),
      seed: found.seed,
      requests: session.journal.length,
      tasks: found.tasks.all.length,
      only: options.only ?? [],
      skip: options.skip ?? [],
      readOnly: found.readOnly,
      interrupted: found.interrupted,
      ...(failOn === undefined ? {} : { failOn }),
    },
    verdict,
    exitCode,
    ...(found.obstacle === undefined ? {} : { obstacle: redaction.text(found.obstacle) }),
    counts,
    capabilities: suite.contract.capabilities.map(({ id, title, operations }) => ({
      id,
      title,
      present: presenceOf(session.journal.filter(({ operation }) => operations.includes(operation))),
    })),
    headlines: findHeadlines(outcomes, session.journal).map((one) => ({
      ...redactHeadline(one, redaction),
      fix: adviceOf(found, one),
    })),
    checks: outcomes.map((outcome) => reportCheck(redactOutcome(outcome, redaction))),
    notTested: [...plan.requirements.values()].flatMap(({ id, level, title, notTestedReason }) =>
      notTestedReason === undefined ? [] : [{ requirement: id, level, title, reason: notTestedReason }],
    ),
    staleWaivers,
    notes: [...(found.notes ?? []), ...notesOf({ ...found, outcomes }, base)].map(redaction.text),
    exchanges: session.journal.map((one) => {
      const start = found.tasks.all.find(({ token }) => token === one.sent.token)?.start;
      return reportExchange(one, {
        base,
        own: options.headers ?? {},
        redaction,
        ...(start === undefined ? {} : { start }),
      });
    }),
  };
}

const NONE: Record<Verdict, number> = {
  pass: 0,
  fail: 0,
  warn: 0,
  note: 0,
  'not-applicable': 0,
  'not-testable': 0,
  waived: 0,
  'known-flaky': 0,
  'harness-error': 0,
};

/** How to fix the cause, or how the documentation fixes the requirement of the headline. */
function adviceOf({ suite: { contract }, session, outcomes }: Findings, headline: Headline): string {
  const { check, cause, exchanges } = headline;
  const requirement = outcomes.find((one) => one.check.id === check)?.requirement.id ?? check;
  const advice = cause?.fix ?? explanationOf(contract.table.id, requirement).fix;
  const shown = session.journal.find(({ id }) => id === exchanges[0])?.operation ?? '';
  return fitAdvice(advice, contract.table.operations[shown], session.schemas);
}

function presenceOf(exchanges: readonly Exchange[]): boolean | 'unknown' {
  if (exchanges.some(succeeded)) return true;
  return exchanges.some((one) => statusOf(one) === 501) ? false : 'unknown';
}

/** The version that every implementation supports. */
const FIRST = '2.0.0';

/** Notes for the beginning of the report. */
function notesOf({ session, options, suite, outcomes }: Findings, base: string): string[] {
  const excluded = options.exclude ?? [];
  const notes = excluded.length === 0 ? [] : [`Not called, as requested: ${excluded.join(', ')}.`];
  const left = outcomes.filter(({ reason }) => reason === NEEDS_WRITING).length;
  const stops = stopping({
    outcomes: outcomes.map((one) => ({ ...one, severity: severityOf(one.requirement) })),
    ...(options.failOn === undefined ? {} : { failOn: options.failOn }),
  });
  if (stops > 0) notes.push(`Exit code 1 for ${stops} warnings: --fail-on ${options.failOn}.`);
  if (left > 0)
    notes.push(
      `Checked read-only: ${left} of ${outcomes.length} checks need calls that create, change or remove; ${options.readOnly === true ? '--write instead of --read-only' : '--write'} enables them.`,
    );
  const vain = session.journal.filter((one) => fingerprintOf(one)?.id === HANGING).length;
  if (vain >= MANY)
    notes.push(
      `${vain} of ${session.journal.length} requests got no response: a shorter --timeout makes such runs faster.`,
    );
  const journal = session.journal.filter(({ intent }) => intent === 'valid');
  const table = suite.contract.table;
  if (journal.length > 0 && journal.every((one) => statusOf(one) === 404)) {
    notes.push(
      `No path of the contract responds below ${base}. If the adapter is served under a prefix, add it to --url (the prefix of the contract is ${table.prefix}).`,
    );
  }
  if (journal.length > 0 && journal.every((one) => [401, 403].includes(statusOf(one)))) {
    notes.push("The target requires credentials: pass them with --header 'Authorization: ...'.");
  }
  const asked = Object.values(table.operations).filter(({ id }) =>
    journal.some((one) => one.operation === id),
  );
  const missing = asked.filter(({ id }) =>
    journal.filter((one) => one.operation === id).every((one) => [404, 405].includes(statusOf(one))),
  );
  const [oldest] = missing
    .flatMap(({ since }) => (since === undefined || compareVersions(since, FIRST) <= 0 ? [] : [since]))
    .sort(compareVersions);
  if (oldest !== undefined && options.contractVersion === undefined && missing.length < asked.length) {
    notes.push(
      `Operations of contract version ${oldest} are missing: if the adapter implements an older one, pass --contract-version.`,
    );
  }
  return notes;
}

/** An outcome that can be shown during the run: the target may echo a secret of the user. */
export function redactOutcome(outcome: Outcome, redaction: Redaction): Outcome {
  const { findings, reason } = outcome;
  return {
    ...outcome,
    findings: findings.map((finding) => redactFinding(finding, redaction)),
    ...(reason === undefined ? {} : { reason: redaction.text(reason) }),
  };
}

function reportCheck(outcome: Outcome): ReportedCheck {
  const { check, requirement, level, verdict, reason, blockedBy } = outcome;
  return {
    id: check.id,
    requirement: requirement.id,
    level,
    severity: verdict === 'note' ? 'untidy' : severityOf(requirement),
    derived: requirement.basis === 'derived',
    title: check.title,
    clause: requirement.clause,
    why: requirement.why,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    findings: outcome.findings,
    evidence: outcome.evidence,
  };
}

function redactFinding(finding: Finding, { text }: Redaction): Finding {
  const difference = finding.difference === undefined ? {} : { difference: text(finding.difference) };
  return { ...finding, expected: text(finding.expected), actual: text(finding.actual), ...difference };
}

function redactHeadline(headline: Headline, { text }: Redaction): Headline {
  const difference = headline.difference === undefined ? {} : { difference: text(headline.difference) };
  return { ...headline, expected: text(headline.expected), actual: text(headline.actual), ...difference };
}

function reportExchange(exchange: Exchange, reproduction: Reproduction): ReportedExchange {
  const { redaction } = reproduction;
  const { sent, received, failureCode: _, ...rest } = exchange;
  const cut = (text: string): string => {
    // Redacted before it is cut: a part of a secret is also a secret.
    const shown = redaction.text(text);
    return shown.length > BODY_LIMIT ? `${shown.slice(0, BODY_LIMIT)}…` : shown;
  };
  return {
    ...rest,
    at: Math.round(rest.at),
    took: Math.round(rest.took),
    ...(rest.failure === undefined ? {} : { failure: redaction.text(rest.failure) }),
    request: {
      method: sent.method,
      path: redaction.path(sent.path),
      headers: redaction.headers(sent.headers),
      ...(sent.text === undefined ? {} : { body: cut(sent.text) }),
    },
    ...(received === undefined
      ? {}
      : {
          response: {
            status: received.status,
            headers: redaction.headers(received.headers),
            body: cut(received.text),
          },
        }),
    curl: curlOf(exchange, reproduction),
  };
}
