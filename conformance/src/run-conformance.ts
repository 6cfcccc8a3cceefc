import { errorFieldChecks } from './checks/error-fields.ts';
import { everyAnswerChecks } from './checks/every-answer.ts';
import { invalidParameterChecks } from './checks/invalid-parameters.ts';
import { invalidRequestChecks } from './checks/invalid-requests.ts';
import { logChecks } from './checks/logs.ts';
import { strayChecks } from './checks/strays.ts';
import { taskAnswerChecks } from './checks/task-answers.ts';
import { tokenChecks } from './checks/tokens.ts';
import { findSuite } from './contracts.ts';
import { buildReport } from './suite/build-report.ts';
import type { Check } from './suite/check.ts';
import { compareGenerations } from './suite/contract.ts';
import type { Exchange, Sent } from './suite/exchange.ts';
import { type Answer, createHttpClient, type Tls } from './suite/http.ts';
import type { Report } from './suite/report.ts';
import { freeze, loadRequirements, type Requirement } from './suite/requirement.ts';
import { createCheckMaker, type Run, type Subject, type Suite } from './suite/run.ts';
import { type Outcome, runChecks } from './suite/runner.ts';
import { createSession, type Session } from './suite/session.ts';
import { createTasks, type Tasks } from './suite/tasks.ts';
import { applyWaivers, type Waiver } from './suite/waivers.ts';
import { contractHash, suiteVersion } from './version.ts';

/** How to judge a running implementation. */
export interface ConformanceOptions {
  /** For example `tech-adapter`. */
  readonly contract: string;
  /** Address under which the paths of the contract begin, with any prefix or none. */
  readonly url: URL;
  /** YAML text of a descriptor that the target can deploy. */
  readonly descriptor?: string;
  /** Names of things that are there, by kind of thing, for example `environment`. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Good request bodies, by operation. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  /** Generation of the contract that the target implements; default: the newest. */
  readonly contractVersion?: string;
  /** Requirement or check ids; everything when empty. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Sent with every request. Values of headers that look like secrets never reach a report. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: Tls;
  /** Milliseconds for one answer; default 30 000. */
  readonly timeout?: number;
  /** Milliseconds that a task may take; default 60 000. */
  readonly pollBudget?: number;
  /** Milliseconds for an answer that must not wait for work; default 1000. */
  readonly promptness?: number;
  /** Negative requests in flight at a time; default 6. */
  readonly concurrency?: number;
  /** Requests in all; default 5000. */
  readonly maxRequests?: number;
  readonly readOnly?: boolean;
  /** Departures that are accepted for a while. */
  readonly waivers?: readonly Waiver[];
  /** Makes invented tokens the same again. */
  readonly seed?: number;
  /** Ends the run early: what was created is removed, the report says so. */
  readonly signal?: AbortSignal;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Called once, before the first request, with the number of checks. */
  readonly onPlan?: (checks: number) => void;
}

const LATER_LOOKS = 2;

/** Judges a running implementation and reports. Rejects only for options that make no sense. */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const suite = await findSuite(options.contract);
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const signal = options.signal ?? new AbortController().signal;
  const headers = { 'user-agent': `tessera-conformance/${suiteVersion()}`, ...options.headers };
  const client = createHttpClient({
    base: options.url,
    headers,
    timeout: options.timeout ?? 30_000,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
  });
  const session = createSession({
    contract: suite.contract,
    client,
    signal,
    concurrency: options.concurrency ?? 6,
    maxRequests: options.maxRequests ?? 5_000,
    ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
  });
  const tasks = createTasks(session, options.pollBudget ?? 60_000);
  const { requirements, checks, subject } = plan(suite, session, tasks, options, seed);
  const selected = select(checks, options);
  const startedAt = new Date().toISOString();
  options.onPlan?.(selected.length);
  try {
    const obstacle = await reach(client.send(knock(suite), signal), options.url, signal);
    const outcomes =
      obstacle === undefined ? await judge(selected, requirements, subject, session, tasks, options) : [];
    const waived = applyWaivers(outcomes, options.waivers ?? [], startedAt.slice(0, 10));
    return buildReport({
      suite,
      session,
      tasks,
      outcomes: waived.outcomes,
      staleWaivers: obstacle === undefined ? waived.stale : [],
      requirements: [...requirements.values()],
      deselected: deselectedMusts(checks, selected, requirements),
      obstacle,
      startedAt,
      seed,
      interrupted: signal.aborted,
      headers,
      version: suiteVersion(),
      contractHash: contractHash(),
      options,
    });
  } finally {
    session.close();
    client.close();
  }
}

/** All checks of a contract, without running any. */
export async function listChecks(
  contract: string,
  contractVersion?: string,
): Promise<{ check: Check; requirement: Requirement }[]> {
  const suite = await findSuite(contract);
  const nobody = createHttpClient({ base: new URL('http://127.0.0.1:1'), headers: {}, timeout: 1 });
  const session = createSession({
    contract: suite.contract,
    client: nobody,
    signal: new AbortController().signal,
    concurrency: 1,
    maxRequests: 0,
  });
  const url = new URL('http://127.0.0.1:1');
  const { checks, requirements } = plan(
    suite,
    session,
    createTasks(session, 0),
    { contract, url, ...(contractVersion === undefined ? {} : { contractVersion }) },
    0,
  );
  session.close();
  nobody.close();
  return checks.flatMap((check) => {
    const requirement = requirements.get(check.requirement);
    return requirement === undefined ? [] : [{ check, requirement }];
  });
}

function plan(suite: Suite, session: Session, tasks: Tasks, options: ConformanceOptions, seed: number) {
  const scored = freeze(loadRequirements(suite.requirements), suite.frozen);
  const requirements = new Map(scored.map((one) => [one.id, one]));
  const contractVersion = options.contractVersion ?? suite.contract.table.version;
  const run: Run = {
    contract: suite.contract,
    session,
    tasks,
    check: createCheckMaker(requirements),
    invent: createInvention(seed),
    settings: {
      contractVersion,
      pollBudget: options.pollBudget ?? 60_000,
      promptness: options.promptness ?? 1_000,
      readOnly: options.readOnly ?? false,
      ...(options.descriptor === undefined ? {} : { descriptor: options.descriptor }),
      ...(options.ids === undefined ? {} : { ids: options.ids }),
      ...(options.bodies === undefined ? {} : { bodies: options.bodies }),
    },
  };
  const subject = suite.open(run);
  const startsTasks = Object.values(suite.contract.table.operations).some(
    ({ longRunning }) => longRunning !== undefined,
  );
  const all = [
    ...subject.checks,
    ...invalidRequestChecks(run, suite, subject),
    ...invalidParameterChecks(run, suite, subject),
    ...strayChecks(run, subject),
    ...everyAnswerChecks(run),
    ...errorFieldChecks(run),
    ...(startsTasks ? [...tokenChecks(run, subject), ...taskAnswerChecks(run), ...logChecks(run)] : []),
  ];
  const order = new Map([...requirements.keys()].map((id, index) => [id, index]));
  const checks = all
    .filter((check) => isOfGeneration(check, suite, requirements, contractVersion))
    .sort((left, right) => (order.get(left.requirement) ?? 0) - (order.get(right.requirement) ?? 0));
  return { requirements, checks, subject };
}

/** What a newer generation of the contract brought is not asked of an older one. */
function isOfGeneration(
  check: Check,
  suite: Suite,
  requirements: ReadonlyMap<string, Requirement>,
  version: string,
): boolean {
  const operation =
    check.operation === undefined ? undefined : suite.contract.table.operations[check.operation];
  return [requirements.get(check.requirement)?.since, operation?.since].every(
    (since) => since === undefined || compareGenerations(since, version) <= 0,
  );
}

function select(checks: readonly Check[], { only = [], skip = [] }: ConformanceOptions): Check[] {
  const names = (ids: readonly string[], check: Check): boolean =>
    ids.includes(check.id) || ids.includes(check.requirement);
  return checks.filter((check) => (only.length === 0 || names(only, check)) && !names(skip, check));
}

function deselectedMusts(
  all: readonly Check[],
  selected: readonly Check[],
  requirements: ReadonlyMap<string, Requirement>,
): number {
  return all.filter(
    (check) => !selected.includes(check) && requirements.get(check.requirement)?.level === 'MUST',
  ).length;
}

async function judge(
  checks: readonly Check[],
  requirements: ReadonlyMap<string, Requirement>,
  subject: Subject,
  session: Session,
  tasks: Tasks,
  options: ConformanceOptions,
): Promise<Outcome[]> {
  const outcomes = await runChecks({
    checks,
    requirements,
    gate: subject.gate,
    between: () => readAgain(tasks).catch(() => undefined),
    ...(options.onOutcome === undefined ? {} : { onOutcome: options.onOutcome }),
  });
  session.cleanUp();
  await subject.cleanUp();
  return outcomes;
}

/** Looks at the first task of each operation a few times more: an end has to stay an end. */
async function readAgain(tasks: Tasks): Promise<void> {
  const seen = new Set<string>();
  await Promise.all(
    tasks.all.map(async (task) => {
      if (task.end !== 'terminal' || seen.has(task.operation)) return;
      seen.add(task.operation);
      for (let look = 1; look <= LATER_LOOKS; look += 1)
        await tasks.read(task, `later look at ${task.start.label}`);
    }),
  );
}

/** A request that changes nothing, to a path of the contract: others may lead to nobody. */
function knock({ contract }: Suite): Sent {
  const { operations } = contract.table;
  const poll = Object.values(operations).find(({ method }) => method === 'GET');
  const path = poll?.path.replaceAll(/\{[^}]+\}/g, 'anybody') ?? '/';
  return { method: 'GET', path, headers: { accept: 'application/json' } };
}

/** Says why nothing can be judged; nothing when anybody answers at all. */
async function reach(answer: Promise<Answer>, url: URL, signal: AbortSignal): Promise<string | undefined> {
  const { received, failure, code } = await answer;
  if (received !== undefined || signal.aborted) return undefined;
  const place = url.origin;
  if (code === 'ECONNREFUSED') return `nothing listens at ${place}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host name ${url.hostname} is not known`;
  if (code === 'ETIMEDOUT') return `${place} does not answer: ${failure}`;
  if (code?.startsWith('HPE_') === true) return `${place} does not speak HTTP: ${failure}`;
  if (
    code?.includes('CERT') === true ||
    code?.startsWith('ERR_TLS') === true ||
    code?.startsWith('DEPTH_ZERO') === true
  ) {
    return `the certificate of ${place} is not trusted: ${failure}`;
  }
  if (code === 'EPROTO') return `${place} does not speak TLS: ${failure}`;
  return `${place} cannot be reached: ${failure}`;
}

/** Mulberry32: small, and the same everywhere for the same seed. */
function createInvention(seed: number): Run['invent'] {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const digits = (count: number, alphabet: string): string =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  return (kind) => {
    if (kind === 'word') return `unknown-${digits(8, 'bcdfghjklmnpqrstvwxz')}`;
    const hex = '0123456789abcdef';
    return `${digits(8, hex)}-${digits(4, hex)}-4${digits(3, hex)}-a${digits(3, hex)}-${digits(12, hex)}`;
  };
}
