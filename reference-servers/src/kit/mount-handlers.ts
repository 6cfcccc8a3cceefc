import type { ApiTable, OperationEntry, SchemaDocument } from '@tessera/contracts/vocabulary';
import { type Contract, readContract } from '../harness/contract.ts';
import { isRecord } from '../harness/json-schema.ts';
import type { Mount } from '../harness/mount.ts';
import { shown } from '../harness/shown.ts';
import { systemClock } from '../runtime/clock.ts';
import { randomIds } from '../runtime/ids.ts';
import { createTaskQueue, DEFAULT_TASK_LIMITS, type TaskLimits } from '../runtime/task-queue.ts';
import { createMemoryTaskStore } from '../runtime/task-store.ts';
import { bindPlain, bindStarter, bindStop, type Call, callInTime } from './bind-handlers.ts';
import { createTakeOver } from './take-over.ts';
import {
  createTaskKind,
  type KindSettings,
  type Starter,
  type TaskKind,
  type TaskSettings,
} from './task-kind.ts';
import { createTaskWatch } from './task-watch.ts';

/** Whether an operation returns a token for running work, or waits for its end. */
export type Mode = 'sync' | 'async';

/** For all operations that start work, or by the names of their handlers. */
export type Modes = Mode | Readonly<Record<string, Mode>>;

/** Options for serving one contract. */
export interface MountOptions
  extends Partial<TaskSettings>,
    Pick<Mount, 'authenticate' | 'prefix' | 'pages' | 'close'> {
  /** Default `async`. */
  readonly mode?: Modes;
  /** Unsupported capabilities, beside those whose optional handlers are absent. */
  readonly without?: readonly string[];
  /** How long a handler may take to answer, in milliseconds. Default one minute. */
  readonly answerTimeout?: number;
  /** How long running tasks may continue on shutdown, in milliseconds. Default ten seconds. */
  readonly drainTimeout?: number;
}

/** A contract, and what its kit says about handlers. */
export interface KitContract {
  readonly table: ApiTable;
  readonly schemas: SchemaDocument;
  /** Operations by the names of handlers that differ from the operation's name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Default handlers for those that are not given. */
  readonly fallbacks?: Readonly<Record<string, unknown>>;
}

const ANSWER_TIMEOUT = 60_000;
const DRAIN_TIMEOUT = 10_000;
const TIMES = ['keepFor', 'taskTimeout', 'answerTimeout', 'drainTimeout'] as const;

/**
 * Makes a complete contract out of handlers: creates tokens and answers polls, stops tasks, and shapes responses as the
 * contract requires.
 * @throws Error that names every handler that is missing or unknown
 */
export function mountHandlers(api: KitContract, given: object, options: MountOptions = {}): Mount {
  const { clock = systemClock, ids = randomIds, store = createMemoryTaskStore() } = options;
  const { answerTimeout = ANSWER_TIMEOUT, drainTimeout = DRAIN_TIMEOUT } = options;
  const roles = rolesOf(api);
  const without = capabilitiesAbsent(api, roles, given, options.without);
  refuseUnknownModes(api, roles, options.mode);
  refuseWrongTimes(api, options);
  const contract = readContract(api.table, api.schemas);
  const limits = limitsOf(api, options);
  const queue = createTaskQueue(limits);
  const watch = createTaskWatch();
  const kept = { ...options, ...watch, clock, ids, store, queue, keepBytes: limits.maxTaskBytes };
  const kinds = createKinds(contract, roles.starters, kept);
  const registries = [...new Set(kinds.values())].map(({ registry }) => registry);

  const calls = new Map<string, Call>();
  const handlers: Record<string, Call> = {};
  for (const entry of Object.values(api.table.operations)) {
    const { id } = entry;
    const name = roles.nameOf(id);
    const kind = kinds.get(id);
    const owner = isGiven(given, name) ? given : (api.fallbacks ?? {});
    const call = callInTime(owner, name, clock, answerTimeout);
    if (call !== undefined) calls.set(id, call);
    if (roles.polls.has(id)) handlers[id] = ({ path }) => kind?.poll(path);
    else if (roles.stops.has(id)) {
      if (kind !== undefined) handlers[id] = bindStop(kind, given, name);
    } else if (call === undefined) continue;
    else if (kind === undefined || !isStarter(entry)) handlers[id] = bindPlain(entry, call);
    else handlers[id] = bindStarter(entry, kind, call, modeOf(entry, api, options, without));
  }

  const takeOver = createTakeOver({ store, clock, kinds, calls });
  return {
    contract,
    handlers,
    without: [...without],
    ...(options.prefix === undefined ? {} : { prefix: options.prefix }),
    ...(options.authenticate === undefined ? {} : { authenticate: options.authenticate }),
    async pages(scope) {
      watch.logTo(scope.log);
      await options.pages?.(scope);
      await takeOver.start(scope.log);
    },
    running: () => registries.reduce((sum, registry) => sum + registry.running(), 0),
    watchTasks: watch.add,
    async drain() {
      await Promise.all(registries.map((registry) => registry.drain(drainTimeout)));
    },
    async close() {
      await takeOver.stop(options.store === undefined ? FORGOTTEN : HANDED_OVER);
      await options.close?.();
    },
  };
}

/** What happens to tasks that are still running on shutdown. */
const HANDED_OVER = 'running tasks stay in the store for the next server';
const FORGOTTEN = 'running tasks are lost: they were kept in memory';

/** Which operation does what, derived from the links of the contract. */
interface Roles {
  readonly starters: readonly Starter[];
  /** Operations that the kit answers without a handler. */
  readonly polls: ReadonlySet<string>;
  readonly stops: ReadonlySet<string>;
  readonly nameOf: (id: string) => string;
}

function rolesOf({ table, names = {} }: KitContract): Roles {
  const starters = Object.values(table.operations).filter(isStarter);
  return {
    starters,
    polls: new Set(starters.map(({ longRunning }) => longRunning.poll.operation)),
    stops: new Set(starters.flatMap(({ longRunning }) => longRunning.cancel?.operation ?? [])),
    nameOf: (id) => nameIn(names, id),
  };
}

/** The name of the handler of an operation. */
function nameIn(names: Readonly<Record<string, string>>, id: string): string {
  return Object.keys(names).find((name) => names[name] === id) ?? id;
}

function isStarter(entry: OperationEntry): entry is Starter {
  return entry.longRunning !== undefined;
}

/** Also inherited methods of a class. */
function isGiven(handlers: object, name: string): boolean {
  return Reflect.get(handlers, name) !== undefined;
}

/** A capability is absent when one of its handlers is; the contract decides which handlers are required. */
function capabilitiesAbsent(
  { table, fallbacks = {} }: KitContract,
  { polls, nameOf }: Roles,
  given: object,
  asked: readonly string[] = [],
): Set<string> {
  if (!isRecord(given)) {
    throw new Error(`cannot serve ${table.id}: handlers are an object of functions, not ${shown(given)}`);
  }
  const entries = Object.values(table.operations).filter(({ id }) => !polls.has(id));
  const names = entries.map(({ id }) => nameOf(id));
  // A class may have other members beside its functions.
  const functions = Object.keys(given).filter((name) => typeof given[name] === 'function');
  const unknown = functions.filter((name) => !names.includes(name));
  const absent = entries.filter(({ id }) => ![given, fallbacks].some((one) => isGiven(one, nameOf(id))));
  const missing = absent.filter(({ capability }) => capability === undefined).map(({ id }) => nameOf(id));
  const problems = [
    ...(missing.length === 0 ? [] : [`there is no handler ${missing.join(', ')}`]),
    ...unknown.map((name) => `${name} is no handler; there are ${names.join(', ')}`),
  ];
  if (problems.length > 0) throw new Error(`cannot serve ${table.id}: ${problems.join('; ')}`);
  return new Set([...asked, ...absent.flatMap(({ capability }) => capability?.id ?? [])]);
}

function refuseUnknownModes({ table }: KitContract, { starters, nameOf }: Roles, mode: Modes = {}): void {
  const refuse = (said: unknown, whose = ''): never => {
    throw new Error(`cannot serve ${table.id}: mode is sync or async, not '${said}'${whose}`);
  };
  if (typeof mode === 'string') {
    if (!isMode(mode)) refuse(mode);
    return;
  }
  const names = starters.filter(({ longRunning }) => longRunning.finishedStatus).map(({ id }) => nameOf(id));
  const unknown = Object.keys(mode).filter((name) => !names.includes(name));
  for (const [name, one] of Object.entries(mode)) if (!isMode(one)) refuse(one, ` for ${name}`);
  if (unknown.length === 0) return;
  const known =
    names.length === 0 ? 'none of its handlers can be waited for' : `there are ${names.join(', ')}`;
  throw new Error(`cannot serve ${table.id}: there is no mode of ${unknown.join(', ')}; ${known}`);
}

function isMode(said: unknown): said is Mode {
  return said === 'sync' || said === 'async';
}

/** Callers without TypeScript may pass anything; an invalid time would end at once, or never. */
function refuseWrongTimes({ table }: KitContract, options: MountOptions): void {
  for (const name of TIMES) {
    const said: unknown = options[name];
    if (said === undefined || (typeof said === 'number' && said >= 0)) continue;
    const problem = `${name} is a number of milliseconds from 0 on, not ${shown(said)}`;
    throw new Error(`cannot serve ${table.id}: ${problem}`);
  }
}

/** @throws Error for a limit that no task would fit into */
function limitsOf({ table }: KitContract, options: MountOptions): TaskLimits {
  const limits = { ...DEFAULT_TASK_LIMITS };
  for (const name of ['maxTasks', 'maxTaskBytes', 'maxRunning'] as const) {
    const said: unknown = options[name];
    if (said === undefined) continue;
    if (typeof said === 'number' && said >= 1) limits[name] = said;
    else throw new Error(`cannot serve ${table.id}: ${name} is a number from 1 on, not ${shown(said)}`);
  }
  return limits;
}

/** Kinds of tasks, by every operation that belongs to them. */
function createKinds(
  contract: Contract,
  starters: readonly Starter[],
  settings: KindSettings,
): Map<string, TaskKind> {
  const kinds = new Map<string, TaskKind>();
  for (const starter of starters) {
    const { poll, cancel } = starter.longRunning;
    const kind = kinds.get(poll.operation) ?? createTaskKind(contract, starter, settings);
    for (const id of [starter.id, poll.operation, cancel?.operation ?? starter.id]) kinds.set(id, kind);
  }
  return kinds;
}

/** An operation waits when the caller asks for it, or when the contract has no poll. */
function modeOf(
  { id, longRunning }: Starter,
  { table, names = {} }: KitContract,
  { mode }: MountOptions,
  without: ReadonlySet<string>,
): Mode {
  if (longRunning.finishedStatus === undefined) return 'async';
  const needed = table.operations[longRunning.poll.operation]?.capability?.id;
  if (needed !== undefined && without.has(needed)) return 'sync';
  return modeFor(mode, nameIn(names, id));
}

/** The requirements on one handler. */
export function modeFor(mode: Modes = 'async', name: string): Mode {
  return typeof mode === 'string' ? mode : (mode[name] ?? 'async');
}
