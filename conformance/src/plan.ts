import { errorFieldChecks } from './checks/error-fields.ts';
import { everyAnswerChecks } from './checks/every-answer.ts';
import { invalidParameterChecks } from './checks/invalid-parameters.ts';
import { invalidRequestChecks } from './checks/invalid-requests.ts';
import { logChecks } from './checks/logs.ts';
import { plainRequestChecks } from './checks/plain-requests.ts';
import { strayChecks } from './checks/strays.ts';
import { taskAnswerChecks } from './checks/task-answers.ts';
import { tokenChecks } from './checks/tokens.ts';
import { unusualRequestChecks } from './checks/unusual-requests.ts';
import { DEFAULTS } from './defaults.ts';
import type { Check } from './suite/check.ts';
import { changesState, compareVersions } from './suite/contract.ts';
import { createInvention } from './suite/invention.ts';
import type { ConformanceOptions } from './suite/options.ts';
import { createOwnership } from './suite/ownership.ts';
import { freeze, loadRequirements, type Requirement } from './suite/requirement.ts';
import { createCheckMaker, type Run, type Subject, type Suite } from './suite/run.ts';
import type { Session } from './suite/session.ts';
import type { Tasks } from './suite/tasks.ts';

/** All checks of a run, and their requirements. */
export interface Plan {
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly checks: readonly Check[];
  readonly subject: Subject;
}

/** Creates the checks of a suite, in the order of its requirements. Sends nothing. */
export function plan(
  suite: Suite,
  session: Session,
  tasks: Tasks,
  options: ConformanceOptions,
  seed: number,
): Plan {
  const scored = freeze(loadRequirements(suite.requirements), suite.frozen);
  const requirements = new Map(scored.map((one) => [one.id, one]));
  const contractVersion = options.contractVersion ?? suite.contract.table.version;
  const run: Run = {
    contract: suite.contract,
    session,
    tasks,
    owners: createOwnership(
      scored.filter(({ since }) => since === undefined || compareVersions(since, contractVersion) <= 0),
    ),
    check: createCheckMaker(requirements),
    invent: createInvention(seed),
    settings: {
      ...options,
      contractVersion,
      pollBudget: options.pollBudget ?? DEFAULTS.pollBudget,
      promptness: options.promptness ?? DEFAULTS.promptness,
      manualDecisions: options.manualDecisions ?? false,
      readOnly: readsOnly(suite, options),
      target: options.url,
      credentials: Object.keys(options.headers ?? {}).some((name) => name.toLowerCase() === 'authorization'),
    },
  };
  const subject = suite.open(run);
  const all = [
    ...subject.checks,
    ...(suite.computesItsChecks === true ? [] : sharedChecks(run, suite, subject)),
  ];
  const twice = all.find(({ id }, index) => all.findIndex((one) => one.id === id) !== index);
  if (twice !== undefined) throw new Error(`there are two checks ${twice.id}`);
  const order = new Map([...requirements.keys()].map((id, index) => [id, index]));
  const checks = all
    // Excludes requirements that do not apply to the contract.
    .filter((check) => requirements.get(check.requirement)?.notTestedReason === undefined)
    .filter((check) => isOfContractVersion(check, suite, requirements, contractVersion))
    .sort((left, right) => (order.get(left.requirement) ?? 0) - (order.get(right.requirement) ?? 0));
  return { requirements, checks, subject };
}

/** Whether a run changes nothing: according to the options, else to the default of the suite. */
export function readsOnly(suite: Suite, options: Pick<ConformanceOptions, 'readOnly'>): boolean {
  return options.readOnly ?? suite.readsOnly ?? false;
}

/** The operations that a run never calls: if it only reads, those that may change something. */
export function untouchedBy(suite: Suite, options: Pick<ConformanceOptions, 'readOnly'>): readonly string[] {
  if (!readsOnly(suite, options)) return [];
  const changing = Object.values(suite.contract.table.operations).filter(changesState);
  return changing.map(({ id }) => id).filter((id) => suite.alsoReads?.includes(id) !== true);
}

/** The checks of every extension point. */
function sharedChecks(run: Run, suite: Suite, subject: Subject): Check[] {
  const startsTasks = Object.values(suite.contract.table.operations).some(
    ({ longRunning }) => longRunning !== undefined,
  );
  return [
    ...invalidRequestChecks(run, suite, subject),
    ...invalidParameterChecks(run, suite, subject),
    ...strayChecks(run, subject),
    ...plainRequestChecks(run, subject),
    ...unusualRequestChecks(run, subject),
    ...everyAnswerChecks(run),
    ...errorFieldChecks(run),
    ...(startsTasks ? [...tokenChecks(run, subject), ...taskAnswerChecks(run), ...logChecks(run)] : []),
  ];
}

/** Requirements of a newer contract version do not apply to an older one. */
function isOfContractVersion(
  check: Check,
  suite: Suite,
  requirements: ReadonlyMap<string, Requirement>,
  version: string,
): boolean {
  const operation =
    check.operation === undefined ? undefined : suite.contract.table.operations[check.operation];
  return [requirements.get(check.requirement)?.since, operation?.since].every(
    (since) => since === undefined || compareVersions(since, version) <= 0,
  );
}

/** The selected checks. */
export function select(
  checks: readonly Check[],
  { only = [], skip = [] }: Pick<ConformanceOptions, 'only' | 'skip'>,
): Check[] {
  const names = (ids: readonly string[], check: Check): boolean =>
    ids.includes(check.id) || ids.includes(check.requirement);
  return checks.filter((check) => (only.length === 0 || names(only, check)) && !names(skip, check));
}

/**
 * The checks whose requests the ones named by `only` need: a check of the run's answers needs other checks to send
 * requests. Skipped checks send nothing.
 */
export function trafficFor(
  selected: readonly Check[],
  checks: readonly Check[],
  { only = [], skip = [] }: Pick<ConformanceOptions, 'only' | 'skip'>,
): Check[] {
  if (only.length === 0 || selected.every(({ phase }) => phase !== 'last')) return [];
  return select(checks, { skip }).filter((check) => check.phase !== 'last' && !selected.includes(check));
}

/** How many binding checks the options exclude. */
export function deselectedMusts(
  all: readonly Check[],
  selected: readonly Check[],
  requirements: ReadonlyMap<string, Requirement>,
): number {
  return all.filter(
    (check) => !selected.includes(check) && requirements.get(check.requirement)?.level === 'MUST',
  ).length;
}
