import { ConfigError } from '../config-error.ts';
import { findSuite } from '../contracts.ts';
import { plan, select } from '../plan.ts';
import { buildReport, redactOutcome } from '../suite/build-report.ts';
import { trimToContractVersion } from '../suite/contract-version.ts';
import { givenProblems } from '../suite/given.ts';
import type { ConformanceOptions } from '../suite/options.ts';
import { createRedaction, isSecretHeader } from '../suite/redact.ts';
import type { Report } from '../suite/report.ts';
import { runChecks } from '../suite/runner.ts';
import { findTasks, openRecording } from './recorded-session.ts';
import { readRecording } from './recording.ts';

/** Options for checking recorded traffic. */
export interface RecordingOptions
  extends Omit<ConformanceOptions, 'url' | 'signal' | 'tls' | 'proxy' | 'timeout' | 'readOnly'> {
  /** Only requests below this address; default: wherever a path ends like one of the contract. */
  readonly url?: URL;
  readonly recording: { readonly path: string; readonly text: string };
  /** The traffic was received just now, so the suite may send requests to the servers in it. */
  readonly isFresh?: boolean;
}

/** Placeholder in a report without a target address. */
const NO_SERVER = new URL('http://recording.invalid');

/** Checks recorded traffic, and sends nothing. What the recording does not show is not testable. */
export async function judgeRecording(options: RecordingOptions): Promise<Report> {
  const suite = await trimToContractVersion(await findSuite(options.contract), options.contractVersion);
  const problems = givenProblems(suite, options);
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  const { path, text } = options.recording;
  // A listener may have received no requests; an empty file is a mistake.
  const recorded = options.isFresh === true && text === '' ? [] : readRecording(path, text);
  const { session, strangers, base } = openRecording(suite.contract, recorded, options.url);
  const tasks = findTasks(session);
  const seed = options.seed ?? 0;
  const whole = { ...options, url: options.url ?? base ?? NO_SERVER, readOnly: options.isFresh !== true };
  const planned = plan(suite, session, tasks, whole, seed);
  const { requirements, checks, subject } = planned;
  const selected = select(checks, whole);
  options.onPlan?.(selected.length);
  const secrets = secretsOf(session.journal.map(({ sent }) => sent.headers));
  const redaction = createRedaction(secrets, whole.url);
  const outcomes =
    session.journal.length === 0
      ? []
      : await runChecks({
          checks: selected,
          requirements,
          gate: subject.gate,
          unseen: { verdict: 'not-testable', reason: 'the recording has no such request' },
          onOutcome: (outcome) => options.onOutcome?.(redactOutcome(outcome, redaction)),
        });
  const startedAt = new Date(recorded[0]?.startedAt ?? Date.now()).toISOString();
  return buildReport({
    suite,
    session,
    tasks,
    outcomes,
    plan: planned,
    selected,
    startedAt,
    seed,
    interrupted: false,
    redaction,
    // A recorded client may have changed anything.
    readOnly: false,
    notes: [noteOf(options.isFresh === true, recorded.length, strangers)],
    options: whole,
  });
}

/** The source of the traffic of a report. */
function noteOf(isFresh: boolean, all: number, strangers: number): string {
  if (isFresh && all === 0) return 'The suite stood in for the platform, and received no request.';
  const rest = strangers > 0 ? '; the others are ignored' : '';
  const judged = `${all - strangers} of ${all} ${isFresh ? 'received requests' : 'recorded requests'} belong to the contract${rest}`;
  return isFresh
    ? `The suite stood in for the platform: ${judged}.`
    : `A recording was checked and nothing was sent: ${judged}.`;
}

/** Values of recorded headers must not reach a report. */
function secretsOf(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  return Object.fromEntries(
    all.flatMap((headers, index) =>
      Object.entries(headers)
        .filter(([name]) => isSecretHeader(name))
        .map(([name, value]) => [`${name}-${index}`, value]),
    ),
  );
}
