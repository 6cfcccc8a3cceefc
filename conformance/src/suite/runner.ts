import {
  Blocked,
  type Check,
  type Finding,
  HarnessError,
  Interrupted,
  NotApplicable,
  NotTestable,
  type Statement,
  type Trial,
} from './check.ts';
import { describeAnswer, type Exchange } from './exchange.ts';
import { brief } from './json.ts';
import type { Level, Requirement } from './requirement.ts';
import { type Verdict, VIOLATED } from './verdict.ts';

/** The outcome of one check. */
export interface Outcome {
  readonly check: Check;
  readonly requirement: Requirement;
  readonly level: Level;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Ids of the exchanges that it used. */
  readonly evidence: readonly number[];
  /** Why it did not run. */
  readonly reason?: string;
  /** Requirement whose failure blocks the check. */
  readonly blockedBy?: string;
}

export interface RunnerOptions {
  readonly checks: readonly Check[];
  /** Unreported checks: they send the requests whose answers the other checks read. */
  readonly traffic?: readonly Check[];
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** Rejects when the operation does not exist. */
  readonly gate: (operation: string) => Promise<void>;
  /** Called when all active checks have ended. */
  readonly between?: () => Promise<void>;
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Verdict of a check without evidence; default: not applicable. */
  readonly unseen?: { readonly verdict: Verdict; readonly reason: string };
  /** Ids of the exchanges with an answer: the evidence of a check in the last phase. */
  readonly answers?: () => readonly number[];
}

const UNSEEN = { verdict: 'not-applicable', reason: 'no such response was seen' } as const;

/** Runs the checks and the traffic of each phase concurrently, one phase after the other. */
export async function runChecks(options: RunnerOptions): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const make = async (check: Check): Promise<void> => {
    const outcome = await judge(check, options);
    outcomes.set(check.id, outcome);
    options.onOutcome?.(outcome);
  };
  const inPhase = (phase: Check['phase']): Check[] => options.checks.filter((check) => check.phase === phase);
  for (const phase of ['active', 'settled'] as const) {
    const traffic = (options.traffic ?? []).filter((check) => check.phase === phase);
    await Promise.all([...inPhase(phase).map(make), ...traffic.map((check) => judge(check, options))]);
  }
  await options.between?.();
  await Promise.all(inPhase('last').map(make));
  return options.checks.flatMap(({ id }) => outcomes.get(id) ?? []);
}

async function judge(check: Check, options: RunnerOptions): Promise<Outcome> {
  const { requirements, gate } = options;
  const requirement = requirements.get(check.requirement);
  if (requirement === undefined) throw new Error(`${check.id} has no requirement`);
  const findings: Finding[] = [];
  const evidence = new Set<number>();
  const violation: Verdict = requirement.chosen === undefined ? VIOLATED[requirement.level] : 'note';
  const trial = trialOf(check.id, violation, findings, evidence);
  const base = { check, requirement, level: requirement.level, findings };
  try {
    if (check.operation !== undefined) await gate(check.operation);
    await check.run(trial);
  } catch (cause) {
    const excuse = excuseOf(cause);
    // Findings from before the check stopped still count.
    if (findings.length === 0 || excuse.verdict === 'harness-error')
      return { ...base, ...excuse, evidence: [...evidence] };
  }
  if (findings.length === 0 && evidence.size === 0) return { ...base, ...unseenBy(check, options) };
  return { ...base, verdict: worst(findings), evidence: [...evidence] };
}

/** A check without findings or evidence: no request was sent for it, or no answer is relevant to it. */
function unseenBy(
  { phase }: Check,
  { unseen, answers }: RunnerOptions,
): Pick<Outcome, 'verdict' | 'reason' | 'evidence'> {
  const evidence = phase === 'last' ? (answers?.() ?? []) : [];
  if (unseen !== undefined || evidence.length === 0) return { ...(unseen ?? UNSEEN), evidence: [] };
  return {
    verdict: 'not-applicable',
    reason: `none of the ${evidence.length} responses of this run is relevant`,
    evidence,
  };
}

function trialOf(check: string, violation: Verdict, findings: Finding[], evidence: Set<number>): Trial {
  const add = (verdict: Verdict, statement: Statement, where: readonly Exchange[]): void => {
    findings.push({ check, verdict, ...statement, exchanges: where.map(({ id }) => id) });
    for (const { id } of where) evidence.add(id);
  };
  return {
    violated: (statement, ...where) => add(violation, statement, where),
    wrongAnswer: (symptom, expected, answer, ...more) =>
      add(violation, { symptom, expected, actual: describeAnswer(answer) }, [answer, ...more]),
    wrongValue: (symptom, expected, actual, ...where) =>
      add(violation, { symptom, expected, actual: brief(actual) }, where),
    warned: (statement, ...where) => add(violation === 'fail' ? 'warn' : violation, statement, where),
    note: (statement, ...where) => add('note', statement, where),
    saw: (...where) => {
      for (const { id } of where) evidence.add(id);
    },
  };
}

function excuseOf(cause: unknown): { verdict: Verdict; reason: string; blockedBy?: string } {
  if (cause instanceof NotApplicable) return { verdict: 'not-applicable', reason: cause.message };
  if (cause instanceof NotTestable) return { verdict: 'not-testable', reason: cause.message };
  if (cause instanceof Interrupted) return { verdict: 'not-testable', reason: cause.message };
  if (cause instanceof Blocked)
    return { verdict: 'not-testable', reason: cause.message, blockedBy: cause.by };
  if (cause instanceof HarnessError) return { verdict: 'harness-error', reason: cause.message };
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return { verdict: 'harness-error', reason };
}

const ORDER: readonly Verdict[] = ['fail', 'warn', 'note'];

function worst(findings: readonly Finding[]): Verdict {
  return ORDER.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'pass';
}
