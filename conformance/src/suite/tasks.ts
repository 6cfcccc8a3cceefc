import type { LifecycleEntry, LongRunningEntry } from '@tessera/contracts/vocabulary';
import { Blocked } from './check.ts';
import { lifecycleOf, operationOf } from './contract.ts';
import { bodyOf, describeAnswer, type Exchange, statusOf, succeeded } from './exchange.ts';
import { atPointer, isObject } from './json.ts';
import { pauseAt, retryAfterOf } from './pace.ts';
import type { Call } from './request.ts';
import type { Session } from './session.ts';

/** One answer about a task. */
export interface Observation {
  readonly exchange: Exchange;
  /** Undefined for an answer without a state. */
  readonly state: string | undefined;
  readonly body: unknown;
}

/** Work that an operation has started, and all observations of it. */
export interface Task {
  readonly start: Exchange;
  readonly operation: string;
  readonly token: string;
  readonly longRunning: LongRunningEntry;
  readonly lifecycle: LifecycleEntry;
  readonly observations: Observation[];
  /** Stop requests for the task, in order. */
  readonly terminations: Exchange[];
  /** How long it was not polled, in milliseconds, although it should have ended earlier. */
  leftAlone?: number;
  /** How long the suite waited for it, in milliseconds, if it never ended. */
  waitedFor?: number;
  /** Why polling ended: `lost` for an unknown token, `odd` for a state that the contract does not have. */
  end?: 'terminal' | 'stuck' | 'lost' | 'odd';
}

/** The answer of an operation that may start a task. */
export type Started =
  | { readonly kind: 'task'; readonly exchange: Exchange; readonly task: Task }
  | { readonly kind: 'finished'; readonly exchange: Exchange }
  | { readonly kind: 'refused'; readonly exchange: Exchange }
  | { readonly kind: 'broken'; readonly exchange: Exchange };

/** The result of work, from any answer. */
export interface Ended {
  readonly state: string;
  readonly body: unknown;
  readonly exchange: Exchange;
  /** Whether the state is a terminal one; an immediate answer may have another state. */
  readonly isOver: boolean;
  /** Absent when the work finished in the first answer. */
  readonly task?: Task;
}

/** Starts tasks, polls them and remembers them. */
export interface Tasks {
  readonly all: readonly Task[];
  start(operation: string, value: unknown, label: string, parameters?: Call['parameters']): Promise<Started>;
  /** Polls until the task has ended; throws Blocked when it does not reach a terminal state of the contract. */
  finish(started: Started): Promise<Ended>;
  /** Polls a task once more. */
  read(task: Task, label: string): Promise<Observation>;
  terminate(task: Task, label: string): Promise<Exchange>;
  /** How long a task certainly takes at most, with the work before it, in milliseconds: estimated from earlier tasks. */
  due(task: Task): number;
}

/** Violated requirements if a task cannot be polled to its end: checks that depend on its result do not run then. */
export interface Blame {
  /** The token was never known. */
  readonly unknown: string;
  /** The token was known and no longer is. */
  readonly forgotten: string;
  /** The budget was used up. */
  readonly endless: string;
  /** An answer without the required state. */
  readonly stateless: string;
}

const LOST_AFTER = 3;
/** After a task that never ended, the next ones of its kind get this share of the budget, and the usual durations. */
const LESS_PATIENCE = { share: 0.025, lengths: 2 };
/** How many times the longest duration so far a task may take. */
export const ALONE = 2;
/** Maximum time without polls in milliseconds, so that a run remains short: longer tasks are never left alone. */
export const LEFT_ALONE_AT_MOST = 2_000;

/** @param budget Milliseconds that a task may take. */
export function createTasks(session: Session, budget: number, blame: Blame): Tasks {
  const all: Task[] = [];
  /** Several checks may wait for one task: concurrent polls could see its states in the wrong order. */
  const polling = new Map<Task, Promise<void>>();
  /** The first polled task of each operation. */
  const leaders = new Map<string, Promise<void>>();

  const read = async (task: Task, label: string): Promise<Observation> => {
    const exchange = await session.call({
      operation: task.longRunning.poll.operation,
      label,
      intent: 'valid',
      token: task.token,
    });
    const body = bodyOf(exchange);
    const observation = { exchange, body, state: stateOf(exchange, task.longRunning) };
    task.observations.push(observation);
    return observation;
  };

  const { poll, due } = createPolling(session, budget, { all, read, leaders });

  const readBefore = new Set<string>();
  /** A finished task keeps its answer while another one runs: reads the first one of each operation once then. */
  const readFinished = async (running: Task): Promise<void> => {
    const kind = running.longRunning.poll.operation;
    const finished = all.filter(
      ({ operation, end, longRunning }) =>
        end === 'terminal' &&
        longRunning.poll.operation === kind &&
        readBefore.size < readBefore.add(operation).size,
    );
    await Promise.all(finished.map((task) => read(task, `${task.start.label}, while another one runs`)));
  };
  const readings = new Map<Task, Promise<void>>();

  return {
    all,
    read,
    due,
    async start(operation, value, label, parameters = {}) {
      const exchange = await session.call({ operation, label, intent: 'valid', value, parameters });
      const started = readStart(session, operation, exchange);
      if (started.kind === 'task') {
        all.push(started.task);
        readings.set(
          started.task,
          readFinished(started.task).catch(() => undefined),
        );
      }
      return started;
    },
    async finish(started) {
      if (started.kind === 'finished') return finishedEnd(session, started.exchange, blame);
      if (started.kind !== 'task') {
        throw new Blocked('', `${started.exchange.label} returned ${describeAnswer(started.exchange)}`);
      }
      const { task } = started;
      if (task.end === undefined) {
        const asking = polling.get(task) ?? poll(task).finally(() => polling.delete(task));
        polling.set(task, asking);
        if (!leaders.has(task.operation)) leaders.set(task.operation, asking);
        await asking;
      }
      await readings.get(task);
      const { terminal } = task.lifecycle;
      const end = task.observations.find(({ state }) => state !== undefined && terminal.includes(state));
      if (task.end !== 'terminal' || end?.state === undefined)
        throw new Blocked(blameFor(task, blame), whyNot(task));
      return { state: end.state, body: end.body, exchange: end.exchange, isOver: true, task };
    },
    async terminate(task, label) {
      const operation = task.longRunning.cancel?.operation ?? '';
      const exchange = await session.call({ operation, label, intent: 'valid', token: task.token });
      task.terminations.push(exchange);
      return exchange;
    },
  };
}

interface Polling extends Pick<Tasks, 'all' | 'read'> {
  /** The first polled task of each operation. */
  readonly leaders: ReadonlyMap<string, Promise<void>>;
}

/** How the tasks of one operation went so far. Times in milliseconds. */
interface Known {
  /** The lowest age at an end; 0 if the first poll of the first one returned the end, since a poll may wait for it. */
  readonly usual: number;
  /** The highest age at an end. */
  readonly longest: number;
}

/** Polls a task until it has ended, no more often than useful. */
function createPolling(
  session: Session,
  budget: number,
  { all, read, leaders }: Polling,
): { poll(task: Task): Promise<void>; due(task: Task): number } {
  const operations = new Map<string, Known>();
  const stuck = new Set<string>();
  /** How long a task of each kind was running, in milliseconds, before it ended. */
  const longest = new Map<string, number>();

  /** The work of unfinished tasks may be done one after another. */
  const due = ({ start }: Task): number => {
    const unfinished = all.filter((one) => one.end === undefined && one.start.at <= start.at);
    const end = unfinished.reduce(
      (free, one) => Math.max(free, one.start.at) + ALONE * (operations.get(one.operation)?.longest ?? 0),
      0,
    );
    return end - start.at;
  };
  /**
   * One task of each operation is not polled until it has certainly ended: polls may drive the work. Returns how long, in
   * milliseconds; 0 for the others.
   */
  const leaveAlone = (task: Task): number => {
    const isLeft = all.some(({ operation, leftAlone }) => operation === task.operation && leftAlone);
    const { usual = 0 } = operations.get(task.operation) ?? {};
    return isLeft || usual === 0 || due(task) > LEFT_ALONE_AT_MOST ? 0 : due(task);
  };

  const poll = async (task: Task): Promise<void> => {
    const { at, took, lag } = task.start;
    const began = at + took;
    /** Milliseconds; the answer may have come while this process was too busy to read it. */
    const age = (): number => session.now() - began + Math.min(took, lag);
    // Whether a token is valid immediately is checked on the first task of an operation; the others skip that poll.
    const isFirst = all.find(({ operation }) => operation === task.operation) === task;
    if (!isFirst && task.terminations.length === 0) {
      // The usual duration is learned from one task.
      await leaders.get(task.operation)?.catch(() => undefined);
      const alone = task.observations.length === 0 ? leaveAlone(task) : 0;
      if (alone > 0) task.leftAlone = alone;
      const usual = operations.get(task.operation)?.usual ?? 0;
      await session.pause(Math.max(0, usual - age(), alone - age()));
    }
    /** If one never ended, the others probably do not either. */
    const kind = task.longRunning.poll.operation;
    const patience = (): number => {
      const usual = LESS_PATIENCE.lengths * (longest.get(kind) ?? 0);
      const given = stuck.has(kind) ? Math.min(budget, budget * LESS_PATIENCE.share + usual) : budget;
      return given + (task.leftAlone ?? 0);
    };
    let failures = 0;
    let running = 0;
    /** How long answers were unread while this process was busy: that is not the task's time. */
    let unreadInAll = 0;
    for (;;) {
      const asked = age();
      const { exchange, state } = await read(task, `poll of ${task.start.label}`);
      const elapsed = session.now() - began;
      const unread = Math.min(exchange.took, exchange.lag);
      unreadInAll += unread;
      failures = statusOf(exchange) === 200 ? 0 : failures + 1;
      if (state !== undefined && !task.lifecycle.states.includes(state)) task.end = 'odd';
      else if (state !== undefined && task.lifecycle.terminal.includes(state)) task.end = 'terminal';
      else if (failures >= LOST_AFTER) task.end = 'lost';
      else if (elapsed - unreadInAll >= patience()) task.end = 'stuck';
      if (task.end === 'stuck') {
        task.waitedFor = patience();
        stuck.add(kind);
      }
      if (task.end === 'terminal' && task.terminations.length === 0) {
        // The time of its end is less accurate: this task may have waited until another one was given up.
        longest.set(kind, Math.max(longest.get(kind) ?? 0, running));
        operations.set(task.operation, learn(operations.get(task.operation), task, age() - unread));
      }
      if (task.end !== undefined) {
        // An immediate second poll detects a terminal state that changes again.
        if (isFirst && task.end === 'terminal') await read(task, `the result of ${task.start.label} again`);
        return;
      }
      running = asked;
      const wish = retryAfterOf(exchange.received?.headers['retry-after'], Date.now());
      const [stop] = task.terminations;
      // The duration of the work says nothing about the duration of a stop.
      const pause =
        stop === undefined
          ? pauseAt(age(), operations.get(task.operation)?.usual ?? 0, wish)
          : pauseAt(session.now() - stop.at, 0, wish);
      await session.pause(Math.min(pause, Math.max(1, patience() - elapsed + unreadInAll)));
    }
  };
  return { poll, due };
}

function learn(known: Known | undefined, task: Task, age: number): Known {
  const { usual = looksAtWork(task) === 0 ? 0 : age, longest = age } = known ?? {};
  return { usual: Math.min(usual, age), longest: Math.max(longest, age) };
}

/** How often polls found it running before its end. */
export function looksAtWork({ observations, lifecycle }: Pick<Task, 'observations' | 'lifecycle'>): number {
  const other = observations.findIndex(({ state }) => state !== lifecycle.initial);
  return other === -1 ? observations.length : other;
}

/** The violated requirement if a task does not end validly; empty if the answers explain it. */
function blameFor({ end = 'lost', observations }: Task, blame: Blame): string {
  if (end === 'stuck') return blame.endless;
  if (end !== 'lost') return '';
  return observations.some(({ exchange }) => statusOf(exchange) === 200) ? blame.forgotten : blame.unknown;
}

function whyNot(task: Task): string {
  const seen = task.observations.at(-1);
  const what = seen === undefined ? 'was never seen' : `last returned ${describeAnswer(seen.exchange)}`;
  return `the task of '${task.start.label}' ${what}`;
}

/** Reads the first answer of an operation that may start a task. */
export function readStart(session: Session, operationId: string, exchange: Exchange): Started {
  const operation = operationOf(session.contract, operationId);
  const { longRunning } = operation;
  if (longRunning === undefined) throw new Error(`${operationId} starts no task`);
  const status = String(statusOf(exchange));
  const token = tokenOf(exchange, longRunning.token);
  if (status === longRunning.startStatus && token !== undefined) {
    const lifecycle = lifecycleOf(session.contract, operation);
    const task: Task = {
      start: exchange,
      operation: operationId,
      token,
      longRunning,
      lifecycle,
      observations: [],
      terminations: [],
    };
    return { kind: 'task', exchange, task };
  }
  if (status === longRunning.finishedStatus && stateOf(exchange, longRunning) !== undefined)
    return { kind: 'finished', exchange };
  if (status.startsWith('4')) return { kind: 'refused', exchange };
  return { kind: 'broken', exchange };
}

/**
 * The token of a start answer, read leniently: a JSON string, bare text, or a member.
 * @param pointer its place in the contract; empty for the whole body
 */
export function tokenOf(exchange: Exchange, pointer = ''): string | undefined {
  const { received } = exchange;
  if (received === undefined || !succeeded(exchange)) return undefined;
  const named = pointer === '' ? undefined : atPointer(bodyOf(exchange), pointer);
  if (typeof named === 'string' && named !== '') return named;
  if (received.json === undefined)
    return /^[^\s<>{}]{1,512}$/.test(received.text.trim()) ? received.text.trim() : undefined;
  const { value } = received.json;
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return received.text.trim();
  const member = isObject(value)
    ? Object.entries(value).find(([key]) => /token|^id$/i.test(key))?.[1]
    : undefined;
  return typeof member === 'string' && member !== '' ? member : undefined;
}

/** The state in an answer about a task. */
export function stateOf(exchange: Exchange, { state }: LongRunningEntry): string | undefined {
  const value = statusOf(exchange) === 200 ? atPointer(bodyOf(exchange), state) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function finishedEnd(session: Session, exchange: Exchange, blame: Blame): Ended {
  const { longRunning } = operationOf(session.contract, exchange.operation);
  const state = longRunning === undefined ? undefined : stateOf(exchange, longRunning);
  if (state === undefined) throw new Blocked(blame.stateless, `${exchange.label} names no state`);
  return { state, body: bodyOf(exchange), exchange, isOver: longRunning?.terminal.includes(state) === true };
}
