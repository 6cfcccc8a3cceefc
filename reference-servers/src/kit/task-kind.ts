import { lifecycles } from '@tessera/contracts/lifecycles';
import type {
  Awaitable,
  LifecycleEntry,
  LongRunningEntry,
  OperationEntry,
} from '@tessera/contracts/vocabulary';
import type { HandlerContext } from '../harness/bind.ts';
import { type Contract, codeForPart } from '../harness/contract.ts';
import { isRecord } from '../harness/json-schema.ts';
import { CatalogError, Refusal } from '../harness/problem.ts';
import type { Telemetry } from '../observability/telemetry.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Ids } from '../runtime/ids.ts';
import { createTaskRegistry, type RegistryOptions, type TaskRegistry } from '../runtime/long-running.ts';
import { sizeOf } from '../runtime/size-of.ts';
import type { TaskLimits, TaskQueue } from '../runtime/task-queue.ts';
import { taskStatesOf } from '../runtime/task-states.ts';
import type { TaskRecord, TaskStore } from '../runtime/task-store.ts';
import { placeAt, statusBodyOf } from './status-body.ts';
import type { StopRequest } from './task.ts';
import { originOf } from './task-origin.ts';
import { type AnyWork, createRunner, type Runner } from './task-work.ts';

/** What all tasks of a server share. */
export interface TaskSettings extends TaskLimits {
  /** Where tasks are kept; in memory unless given. */
  readonly store: TaskStore;
  /** The clock, for tests; the clock of the machine unless given. */
  readonly clock: Clock;
  /** Makes tokens; random ones unless given. */
  readonly ids: Ids;
  /** How long a finished task is kept for polls, in milliseconds. */
  readonly keepFor?: number;
  /** Time limit of a task, in milliseconds; no limit when absent. */
  readonly taskTimeout?: number;
  /** Logs the expectation where a task breaks its contract. */
  readonly development?: boolean;
  /** Reports requests and tasks, for example `openTelemetry()`; nothing is reported when absent. */
  readonly telemetry?: Telemetry;
}

/** The same for the kinds of tasks of one server, which share its limits. */
export interface KindSettings
  extends Omit<TaskSettings, keyof TaskLimits>,
    Required<Pick<RegistryOptions, 'keepBytes' | 'onStoreFailure' | 'onEnd'>> {
  readonly queue: TaskQueue;
}

/** An operation that starts tasks. */
export type Starter = OperationEntry & { readonly longRunning: LongRunningEntry };

/** A response in the harness's form. */
export interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

/** The work of a task, and the request that asked for it. */
export interface Begun {
  readonly request: unknown;
  readonly work: AnyWork;
}

/** Tasks that are polled by the same operation. */
export interface TaskKind {
  readonly registry: TaskRegistry;
  /**
   * Reserves a place for a task before its handler is called; the returned function releases the place.
   * @throws Refusal SERVER_BUSY
   */
  reserve(request: unknown): () => void;
  /** Returns a token while the work continues; `ended` is called at its end. */
  begin(starter: Starter, given: Begun, ended: () => void, context: HandlerContext): Promise<Answered>;
  /** Responds at the end of the work, as a poll would. */
  finish(starter: Starter, work: AnyWork, context: HandlerContext): Promise<Answered>;
  /** Responds for work that is finished already. */
  finished(starter: Starter, output: unknown): Answered;
  poll(path: unknown): Awaitable<Answered>;
  /** @throws Refusal TASK_ELSEWHERE when another server runs the task */
  stop(path: unknown, tell: (task: StopRequest) => void): Promise<Answered>;
  /** The same work as its registry runs it. */
  readonly run: Runner;
}

/** When a request may be sent again that has no free place, or has not reached the server of its task; in seconds. */
const RETRY_AFTER = '1';

/** Makes the kind of task that `starter`, and every other operation with the same poll, starts. */
export function createTaskKind(
  { table, schemas }: Contract,
  starter: Starter,
  settings: KindSettings,
): TaskKind {
  const { clock, taskTimeout, development, queue, telemetry, ...kept } = settings;
  const { poll: pollCall, cancel: cancelCall } = starter.longRunning;
  const lifecycle = lifecycleOf(starter);
  const states = taskStatesOf(lifecycle, cancelCall?.operation);
  const poll = operationOf(table.operations, pollCall.operation);
  const status = statusBodyOf(schemas, poll, starter.longRunning);
  const kind = `${table.id}/${poll.id}`;
  const cancel = cancelCall === undefined ? {} : { cancel: cancelCall.operation };
  const registry = createTaskRegistry({ kind, lifecycle, clock, ...kept, ...cancel });
  const { completed } = states;
  const reported = { api: table.id, telemetry };
  const turns = queue.createTurns();
  const run = createRunner({ status, completed, clock, turns, taskTimeout, development, ...reported });

  const seek = (path: unknown, asked: OperationEntry, parameter: string): Sought => {
    const given = isRecord(path) ? path[parameter] : undefined;
    return { asked, parameter, token: typeof given === 'string' ? given : '' };
  };

  const bodyOf = ({ state, output }: Pick<TaskRecord, 'state' | 'output'>) => status.write(state, output);

  return {
    registry,
    run,
    reserve(request) {
      const giveBack = queue.reserve(sizeOf(request));
      if (giveBack !== undefined) return giveBack;
      throw new Refusal('SERVER_BUSY', {}, { headers: { 'retry-after': RETRY_AFTER } });
    },
    async begin({ id: operation, longRunning }, { request, work }, ended, context) {
      const task = { operation, output: status.blank(), request, origin: originOf(context) };
      const started = await registry.start(task, run(operation, work, context));
      started.ended.then(ended, ended);
      const body = placeAt(longRunning.token, started.token, {});
      return { status: Number(longRunning.startStatus), body };
    },
    async finish({ id: operation, longRunning }, work, context) {
      const task = { operation, output: status.blank(), origin: originOf(context) };
      const record = await registry.perform(task, run(operation, work, context));
      return { status: Number(longRunning.finishedStatus), body: bodyOf(record) };
    },
    finished({ longRunning }, output) {
      const shown = isRecord(output) ? { ...status.blank(), ...output } : output;
      const body = isRecord(shown) ? bodyOf({ state: states.completed, output: shown }) : shown;
      return { status: Number(longRunning.finishedStatus), body };
    },
    poll(path) {
      const sought = seek(path, poll, pollCall.parameter);
      const answer = (record: TaskRecord | undefined): Answered => ({
        status: 200,
        body: bodyOf(known(record, sought)),
      });
      const found = registry.find(sought.token);
      return found instanceof Promise ? found.then(answer) : answer(found);
    },
    async stop(path, tell) {
      if (cancelCall === undefined) throw new Error(`${poll.id} polls tasks that cannot be stopped`);
      const asked = operationOf(table.operations, cancelCall.operation);
      const sought = seek(path, asked, cancelCall.parameter);
      const { token } = sought;
      const { operation } = known(await registry.find(token), sought);
      // The first request starts an action; later ones only report its progress.
      if (await registry.stop(token)) {
        tell({ token, operation });
        return { status: statusWith(asked, false) };
      }
      const record = known(await registry.find(token), sought);
      if (record.state === states.running && !registry.isHere(token)) {
        throw new Refusal('TASK_ELSEWHERE', { token }, { headers: { 'retry-after': RETRY_AFTER } });
      }
      return { status: statusWith(asked, true), body: bodyOf(record) };
    },
  };
}

/** A token in a request. */
interface Sought {
  readonly asked: OperationEntry;
  readonly parameter: string;
  readonly token: string;
}

/** @throws CatalogError when there is no such task */
function known(record: TaskRecord | undefined, { asked, parameter, token }: Sought): TaskRecord {
  if (record !== undefined) return record;
  const details = { input: token, inputErrorField: parameter };
  throw new CatalogError(codeForPart(asked, 'task-unknown'), { [parameter]: token }, details);
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
