import { TASK_BLAME } from './checks/task-answers.ts';
import { ConfigError } from './config-error.ts';
import { findSuite } from './contracts.ts';
import { DEFAULTS } from './defaults.ts';
import { type Plan, plan, readsOnly, select, trafficFor, untouchedBy } from './plan.ts';
import { buildReport, redactOutcome } from './suite/build-report.ts';
import type { Check } from './suite/check.ts';
import { connectionProblems } from './suite/connection-problems.ts';
import { trimToContractVersion } from './suite/contract-version.ts';
import { givenProblems } from './suite/given.ts';
import { type Answer, createHttpClient, type HttpClient } from './suite/http.ts';
import type { ConformanceOptions, GivenSamples } from './suite/options.ts';
import { openRoute } from './suite/proxy.ts';
import { knock, knockAgain, reach, SILENT } from './suite/reach.ts';
import { createRedaction } from './suite/redact.ts';
import type { Report } from './suite/report.ts';
import type { Requirement } from './suite/requirement.ts';
import type { Subject, Suite } from './suite/run.ts';
import { type Outcome, runChecks } from './suite/runner.ts';
import { createSession, type Session } from './suite/session.ts';
import { createTasks, type Tasks } from './suite/tasks.ts';
import { suiteVersion } from './version.ts';

/** Tests a running implementation and returns a report. Rejects only for invalid options. */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const suite = await trimToContractVersion(await findSuite(options.contract), options.contractVersion);
  const problems = [
    ...givenProblems(suite, options),
    ...connectionProblems(options.tls, options.headers ?? {}),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  const signal = options.signal ?? new AbortController().signal;
  const headers = { 'user-agent': `tessera-conformance/${suiteVersion()}`, ...options.headers };
  const client = createHttpClient({
    base: options.url,
    headers,
    timeout: options.timeout ?? DEFAULTS.timeout,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    ...(options.proxy === undefined ? {} : { route: await openRoute(options.proxy, options.url) }),
  });
  const session = createSession({
    contract: suite.contract,
    client,
    signal,
    concurrency: options.concurrency ?? DEFAULTS.concurrency,
    maxRequests: options.maxRequests ?? DEFAULTS.maxRequests,
    excluded: options.exclude ?? [],
    untouched: untouchedBy(suite, options),
    onExchange(exchange) {
      options.onExchange?.(exchange);
    },
  });
  try {
    return await judgeTarget({ suite, session, client, signal, headers }, options);
  } finally {
    session.close();
    client.close();
  }
}

/** The connection of a run. */
interface Connection {
  readonly suite: Suite;
  readonly session: Session;
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

async function judgeTarget(connection: Connection, options: ConformanceOptions): Promise<Report> {
  const { suite, session, signal, headers } = connection;
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const tasks = createTasks(session, options.pollBudget ?? DEFAULTS.pollBudget, TASK_BLAME);
  const planned = plan(suite, session, tasks, options, seed);
  const { checks, subject } = planned;
  const selected = select(checks, options);
  const startedAt = new Date().toISOString();
  options.onPlan?.(selected.length);
  const obstacle = await reach(knockTwice(connection, subject, options), options.url, signal, options.proxy);
  const redaction = createRedaction(headers, options.url);
  const tell = (outcome: Outcome): void => options.onOutcome?.(redactOutcome(outcome, redaction));
  const notes: string[] = [];
  const leftBehind = (names: readonly string[]): void => {
    if (names.length > 0) notes.push(`Created by this run and not removed: ${names.join(', ')}.`);
  };
  const outcomes =
    obstacle === undefined
      ? await judge(
          planned,
          selected,
          trafficFor(selected, checks, options),
          session,
          tasks,
          tell,
          leftBehind,
        )
      : [];
  return buildReport({
    suite,
    session,
    tasks,
    outcomes,
    plan: planned,
    selected,
    obstacle,
    startedAt,
    seed,
    interrupted: signal.aborted,
    redaction,
    readOnly: readsOnly(suite, options),
    notes,
    options,
  });
}

/** The first answer of the target, or why there is no answer. */
async function knockTwice(
  { suite, client, signal }: Connection,
  subject: Subject,
  options: ConformanceOptions,
): Promise<Answer> {
  const excluded = options.exclude ?? [];
  const answer = await client.send(knock(suite, excluded), signal);
  const mayAsk = SILENT.includes(answer.code) && !readsOnly(suite, options);
  const louder = mayAsk ? knockAgain(suite, subject, excluded) : undefined;
  return louder === undefined ? answer : client.send(louder, signal);
}

/**
 * All checks of a contract, without running any.
 * @param samples descriptors from the configuration: some of them have separate checks
 */
export async function listChecks(
  contract: string,
  contractVersion?: string,
  samples?: GivenSamples,
): Promise<{ check: Check; requirement: Requirement }[]> {
  const suite = await trimToContractVersion(await findSuite(contract), contractVersion);
  const noServer = createHttpClient({ base: new URL('http://127.0.0.1:1'), headers: {}, timeout: 1 });
  const session = createSession({
    contract: suite.contract,
    client: noServer,
    signal: new AbortController().signal,
    concurrency: 1,
    maxRequests: 0,
  });
  const url = new URL('http://127.0.0.1:1');
  const { checks, requirements } = plan(
    suite,
    session,
    createTasks(session, 0, TASK_BLAME),
    {
      contract,
      url,
      ...(contractVersion === undefined ? {} : { contractVersion }),
      ...(samples === undefined ? {} : { samples }),
    },
    0,
  );
  session.close();
  noServer.close();
  return checks.flatMap((check) => {
    const requirement = requirements.get(check.requirement);
    return requirement === undefined ? [] : [{ check, requirement }];
  });
}

async function judge(
  { requirements, subject }: Plan,
  checks: readonly Check[],
  traffic: readonly Check[],
  session: Session,
  tasks: Tasks,
  onOutcome: (outcome: Outcome) => void,
  onLeftBehind: (names: readonly string[]) => void,
): Promise<Outcome[]> {
  const outcomes = await runChecks({
    checks,
    traffic,
    requirements,
    gate: subject.gate,
    between: () => readAgain(tasks).catch(() => undefined),
    onOutcome,
    answers: () => session.journal.flatMap(({ id, received }) => (received === undefined ? [] : [id])),
  });
  session.cleanUp();
  // The operation that removes things may be excluded or fail: the findings are still reported.
  onLeftBehind(await subject.cleanUp().catch((cause: unknown) => [`what ${String(cause)} prevented`]));
  return outcomes;
}

/**
 * Polls the first task of each operation again, and one that was stopped and one that failed: a terminal state must not
 * change.
 */
async function readAgain(tasks: Tasks): Promise<void> {
  const seen = new Set<string>();
  await Promise.all(
    tasks.all.map(async (task) => {
      const state = task.observations.at(-1)?.state;
      const kind = state === 'FAILED' || state === 'TERMINATED' ? state : task.operation;
      if (task.end !== 'terminal' || seen.has(kind)) return;
      seen.add(kind);
      await tasks.read(task, `later poll of ${task.start.label}`);
    }),
  );
}
