import type { Level } from './requirement.ts';
import type { Severity } from './severity.ts';

/** The verdicts of a check. A skipped check never counts as passed: each reason has a separate verdict. */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'note'
  | 'not-applicable'
  | 'not-testable'
  | 'waived'
  | 'known-flaky'
  | 'harness-error';

/** The verdicts of a whole run. */
export type ProfileVerdict = 'conformant' | 'partial' | 'non-conformant' | 'inconclusive';

/** Exit codes of the command. */
export const EXIT = {
  conformant: 0,
  nonConformant: 1,
  partial: 2,
  harnessError: 3,
  nothingExecuted: 4,
  badConfig: 5,
  unreachable: 6,
  staleWaiver: 7,
} as const;

/** The codes in words, in order. */
export const EXIT_WORDS: readonly (readonly [keyof typeof EXIT, string])[] = [
  ['conformant', 'conformant'],
  ['nonConformant', 'non-conformant'],
  ['partial', 'partial'],
  ['harnessError', 'harness error'],
  ['nothingExecuted', 'nothing executed'],
  ['badConfig', 'bad configuration'],
  ['unreachable', 'unreachable'],
  ['staleWaiver', 'stale waiver'],
];

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The verdict for a violated requirement of a level. */
export const VIOLATED: Readonly<Record<Level, Verdict>> = { MUST: 'fail', SHOULD: 'warn', MAY: 'note' };

/**
 * Which findings end a run with exit code 1: only failures, also warnings that break a deployment, or every warning.
 */
export const FAIL_ON = ['must', 'breaks', 'should'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The input for the verdict of a run. */
export interface Ballot {
  readonly outcomes: readonly {
    readonly verdict: Verdict;
    readonly level: Level;
    readonly severity?: Severity;
    /** Exchanges that it used. */
    readonly evidence?: readonly number[];
  }[];
  readonly unreachable: boolean;
  readonly interrupted: boolean;
  /** MUST checks that the options exclude. */
  readonly deselected: number;
  readonly staleWaivers: number;
  /** Default: `must`. It changes the exit code and not the verdict. */
  readonly failOn?: FailOn;
}

/** Computes the verdict of a run. It is never conformant without executed checks, or with only non-binding ones. */
export function weigh(ballot: Ballot): { verdict: ProfileVerdict; exitCode: ExitCode } {
  const weighed = weighByLevel(ballot);
  const isGood = weighed.exitCode === EXIT.conformant || weighed.exitCode === EXIT.partial;
  return isGood && stopping(ballot) > 0 ? { ...weighed, exitCode: EXIT.nonConformant } : weighed;
}

/** How many warnings end the run with exit code 1, depending on the option. */
export function stopping({ outcomes, failOn = 'must' }: Pick<Ballot, 'outcomes' | 'failOn'>): number {
  if (failOn === 'must') return 0;
  return outcomes.filter(
    ({ verdict, severity }) => verdict === 'warn' && (failOn === 'should' || severity === 'breaks'),
  ).length;
}

function weighByLevel(ballot: Ballot): { verdict: ProfileVerdict; exitCode: ExitCode } {
  const { outcomes } = ballot;
  const has = (verdict: Verdict, level?: Level): boolean =>
    outcomes.some((one) => one.verdict === verdict && (level === undefined || one.level === level));
  const executed = outcomes.filter(({ verdict }) => EXECUTED.includes(verdict));
  if (ballot.unreachable) return { verdict: 'inconclusive', exitCode: EXIT.unreachable };
  if (has('harness-error')) return { verdict: 'inconclusive', exitCode: EXIT.harnessError };
  if (ballot.interrupted) return { verdict: 'partial', exitCode: EXIT.partial };
  if (executed.length === 0)
    return outcomes.length > 0 && outcomes.every(foundNoOccasion)
      ? { verdict: 'partial', exitCode: EXIT.partial }
      : { verdict: 'inconclusive', exitCode: EXIT.nothingExecuted };
  if (has('fail')) return { verdict: 'non-conformant', exitCode: EXIT.nonConformant };
  if (ballot.staleWaivers > 0) return { verdict: 'non-conformant', exitCode: EXIT.staleWaiver };
  const open: readonly Verdict[] = ['not-testable', 'waived', 'known-flaky'];
  if (ballot.deselected > 0 || open.some((verdict) => has(verdict, 'MUST'))) {
    return { verdict: 'partial', exitCode: EXIT.partial };
  }
  if (!executed.some(({ level }) => level === 'MUST'))
    return { verdict: 'inconclusive', exitCode: EXIT.nothingExecuted };
  return { verdict: 'conformant', exitCode: EXIT.conformant };
}

/** It read answers, but none was relevant to it. */
function foundNoOccasion({ verdict, evidence = [] }: Ballot['outcomes'][number]): boolean {
  return verdict === 'not-applicable' && evidence.length > 0;
}

export const EXECUTED: readonly Verdict[] = ['pass', 'fail', 'warn', 'note', 'waived', 'known-flaky'];
