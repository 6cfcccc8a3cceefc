import { lifecycles } from '@tessera/contracts/lifecycles';
import type { LifecycleEntry, LongRunningEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import type { FastifyBaseLogger } from 'fastify';
import { ContractBreach, type HandlerContext } from '../harness/bind.ts';
import { type Contract, codeForPart } from '../harness/contract.ts';
import { isRecord } from '../harness/json-schema.ts';
import { logThrown } from '../harness/log-thrown.ts';
import { CatalogueError } from '../harness/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Ids } from '../runtime/ids.ts';
import {
  createTaskRegistry,
  type RunningTask,
  type StartedTask,
  type TaskOutput,
  type TaskRecord,
  type TaskRegistry,
} from '../runtime/long-running.ts';
import type { Store } from '../runtime/store.ts';
import { taskStatesOf } from '../runtime/task-states.ts';
import { TimeLimitExceeded, withTimeLimit } from '../runtime/time-limit.ts';
import { placeAt, statusBodyOf } from './status-body.ts';
import { BROKEN, logLine, STOPPED, type StopRequest, sentenceOf, type Task, TaskFailed } from './task.ts';

/** What all tasks of a server share. */
export interface TaskSettings {
  readonly store: Store<TaskRecord>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long a finished task can be asked for, in milliseconds. */
  readonly keepFor?: number;
  /** How long a task may take, in milliseconds; as long as it likes when absent. */
  readonly taskTimeout?: number;
  readonly development?: boolean;
}

/** An operation that starts tasks. */
export type Starter = OperationEntry & { readonly longRunning: LongRunningEntry };

/** Work of any kind; what it resolves with is held against the contract. */
export type AnyWork = (task: Task<TaskOutput>) => unknown;

/** An answer as the harness takes it. */
export interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

/** Tasks that are polled by the same operation. */
export interface TaskKind {
  readonly registry: TaskRegistry;
  /** Hands out a token and lets the work go on. */
  begin(starter: Starter, request: unknown, work: AnyWork, context: HandlerContext): Answered;
  /** Answers once the work has ended, as a poll would. */
  finish(starter: Starter, work: AnyWork, context: HandlerContext): Promise<Answered>;
  /** Answers for work that was done before it was asked for. */
  finished(starter: Starter, output: unknown): Answered;
  poll(path: unknown): Answered;
  stop(path: unknown, tell: (task: StopRequest) => void): Answered;
  /** The same work as its registry runs it. */
  run(work: AnyWork, context: HandlerContext): (running: RunningTask) => Promise<void>;
}

/** Makes the kind of task that `starter`, and every other operation with the same poll, starts. */
export function createTaskKind(
  { table, schemas }: Contract,
  starter: Starter,
  settings: TaskSettings,
): TaskKind {
  const { clock, taskTimeout, development = false, ...kept } = settings;
  const { poll: pollCall, cancel: cancelCall } = starter.longRunning;
  const lifecycle = lifecycleOf(starter);
  const states = taskStatesOf(lifecycle, cancelCall?.operation);
  const poll = operationOf(table.operations, pollCall.operation);
  const status = statusBodyOf(schemas, poll, starter.longRunning);
  const kind = `${table.id}/${poll.id}`;
  const cancel = cancelCall === undefined ? {} : { cancel: cancelCall.operation };
  const registry = createTaskRegistry({ kind, lifecycle, clock, ...kept, ...cancel });

  function run(work: AnyWork, context: HandlerContext) {
    return async ({ token, output, signal: stop, goesOn, save }: RunningTask): Promise<void> => {
      const show = (shown: unknown): void => {
        if (!goesOn()) return;
        if (!isRecord(shown))
          throw new ContractBreach('the task has nothing to show: its work answers with an object');
        status.check(states.completed, { ...output, ...shown });
        Object.assign(output, shown);
        save();
      };
      const say: Task<TaskOutput>['say'] = (level, message, phase) => {
        if (!goesOn()) return;
        const { logs } = output;
        if (Array.isArray(logs)) logs.push(logLine(clock.now(), level, message, phase));
        save();
      };
      const log = context.log;
      const attempt = async (signal: AbortSignal) => work({ token, signal, report: show, say, log });
      try {
        show(
          taskTimeout === undefined
            ? await attempt(stop)
            : await withTimeLimit(clock, taskTimeout, stop, attempt),
        );
        if (stop.aborted && goesOn()) conclude(output, 'WARNING', STOPPED, say);
      } catch (thrown) {
        if (!goesOn()) throw thrown;
        if (stop.aborted) conclude(output, 'WARNING', STOPPED, say);
        else fail(thrown, { output, say, log: log.child({ token }) });
        throw thrown;
      }
    };
  }

  function fail(
    thrown: unknown,
    { output, say, log }: Pick<Task<TaskOutput>, 'say' | 'log'> & { output: TaskOutput },
  ) {
    const late = thrown instanceof TimeLimitExceeded ? `The work was ${thrown.message}.` : undefined;
    const sentence = sentenceOf(thrown) ?? late;
    conclude(
      output,
      'ERROR',
      sentence ?? BROKEN,
      say,
      thrown instanceof TaskFailed ? thrown.phase : undefined,
    );
    if (sentence !== undefined) return;
    if (thrown instanceof ContractBreach) {
      const { pointer, difference } = thrown;
      log.error({ pointer, ...(development ? { difference } : {}) }, thrown.message);
    } else logThrown(log, {}, thrown, 'a task broke off');
  }

  /** Says how it ended, unless the work has found its own words. */
  function conclude(
    output: TaskOutput,
    level: 'WARNING' | 'ERROR',
    text: string,
    say: Task<TaskOutput>['say'],
    phase?: string,
  ) {
    if (status.has('result')) output['result'] = text;
    say(level, text, phase);
  }

  function known(path: unknown, asked: OperationEntry, parameter: string): TaskRecord {
    const given = isRecord(path) ? path[parameter] : undefined;
    const token = typeof given === 'string' ? given : '';
    const record = registry.find(token);
    if (record !== undefined) return record;
    const details = { input: token, inputErrorField: parameter };
    throw new CatalogueError(codeForPart(asked, 'task-unknown'), { [parameter]: token }, details);
  }

  const bodyOf = ({ state, output }: Pick<TaskRecord, 'state' | 'output'>) => status.write(state, output);

  return {
    registry,
    run,
    begin({ id: operation, longRunning }, request, work, context) {
      const begin = { operation, output: status.blank(), request };
      const started = registry.start(begin, run(work, context));
      watchEnd(started, context.log);
      const body = placeAt(longRunning.token, started.token, {});
      return { status: Number(longRunning.startStatus), body };
    },
    async finish({ id: operation, longRunning }, work, context) {
      const { token, ended } = registry.start({ operation, output: status.blank() }, run(work, context));
      const record = await ended;
      registry.forget(token);
      return { status: Number(longRunning.finishedStatus), body: bodyOf(record) };
    },
    finished({ longRunning }, output) {
      const shown = isRecord(output) ? { ...status.blank(), ...output } : output;
      const body = isRecord(shown) ? bodyOf({ state: states.completed, output: shown }) : shown;
      return { status: Number(longRunning.finishedStatus), body };
    },
    poll: (path) => ({ status: 200, body: bodyOf(known(path, poll, pollCall.parameter)) }),
    stop(path, tell) {
      if (cancelCall === undefined) throw new Error(`${poll.id} polls tasks that cannot be stopped`);
      const asked = operationOf(table.operations, cancelCall.operation);
      const { token, operation } = known(path, asked, cancelCall.parameter);
      // Asking sets something in motion once; asking again only tells how far it got.
      if (!registry.stop(token))
        return { status: statusWith(asked, true), body: bodyOf(known(path, asked, cancelCall.parameter)) };
      tell({ token, operation });
      return { status: statusWith(asked, false) };
    },
  };
}

/** Tells whoever runs the server when the store does not take the end of a task; callers go on to see it as it was. */
export function watchEnd({ token, ended }: StartedTask, log: FastifyBaseLogger): void {
  ended.catch((thrown: unknown) =>
    logThrown(log, { token }, thrown, 'the store did not take the end of a task'),
  );
}

function lifecycleOf({ id, longRunning }: Starter): LifecycleEntry {
  const all: Readonly<Record<string, LifecycleEntry>> = lifecycles;
  const found = all[longRunning.lifecycle];
  if (found === undefined) throw new Error(`${id} has an unknown lifecycle ${longRunning.lifecycle}`);
  return found;
}

function operationOf(operations: Contract['table']['operations'], id: string): OperationEntry {
  const found = operations[id];
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

/** The status of the successful answer with a body, or of the one without. */
function statusWith({ id, responses }: OperationEntry, body: boolean): number {
  const fitting = Object.entries(responses).find(
    ([status, { schema }]) => Number(status) < 400 && (schema !== undefined) === body,
  );
  if (fitting === undefined) throw new Error(`${id} has no answer ${body ? 'with' : 'without'} a body`);
  return Number(fitting[0]);
}
