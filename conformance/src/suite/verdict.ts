import type { Level } from './requirement.ts';
import type { Severity } from './severity.ts';

/** What a check can end with. A skipped check is never one that passed: each reason has a word of its own. */
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

/** What a whole run ends with. */
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

/** The codes in words, in their order. */
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

/** The verdict that a violated requirement of a level leads to. */
export const VIOLATED: Readonly<Record<Level, Verdict>> = { MUST: 'fail', SHOULD: 'warn', MAY: 'note' };

/** Which findings end a run with exit code 1: failures alone, warnings too that break a deployment, or every warning. */
export const FAIL_ON = ['must', 'breaks', 'should'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What the verdict of a run depends on. */
export interface Ballot {
  readonly outcomes: readonly {
    readonly verdict: Verdict;
    readonly level: Level;
    readonly severity?: Severity;
    /** Exchanges that it looked at. */
    readonly evidence?: readonly number[];
  }[];
  readonly unreachable: boolean;
  readonly interrupted: boolean;
  /** MUST checks that the caller left out. */
  readonly deselected: number;
  readonly staleWaivers: number;
  /** Default: `must`. It changes the exit code and not the verdict. */
  readonly failOn?: FailOn;
}

/** Weighs a run. Zero executed checks are never conformant, nor are those alone that bind nobody. */
export function weigh(ballot: Ballot): { verdict: ProfileVerdict; exitCode: ExitCode } {
  const weighed = weighByLevel(ballot);
  const isGood = weighed.exitCode === EXIT.conformant || weighed.exitCode === EXIT.partial;
  return isGood && stopping(ballot) > 0 ? { ...weighed, exitCode: EXIT.nonConformant } : weighed;
}

/** How many warnings end the run with an exit code of 1, as the caller asked. */
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

/** It looked through answers, and none was of the kind that it is about. */
function foundNoOccasion({ verdict, evidence = [] }: Ballot['outcomes'][number]): boolean {
  return verdict === 'not-applicable' && evidence.length > 0;
}

const EXECUTED: readonly Verdict[] = ['pass', 'fail', 'warn', 'note', 'waived', 'known-flaky'];
