import type { LongRunningEntry, OperationEntry } from '@tessera/contracts/vocabulary';
import { readBody, readToken } from './answer.ts';
import { type AnyArguments, breach, DEFAULT_LIMITS, type Session } from './call.ts';
import { startStopwatch } from './clock.ts';
import { ApiError, OperationFailedError, TimeoutError } from './errors.ts';
import { isObject, valueAt } from './json-pointer.ts';
import type { CallOptions, PollPace } from './options.ts';
import { readRetryAfter, withJitter } from './retry.ts';
import { type Answer, send } from './send.ts';

/** A task that was started. Holding it costs nothing: the task goes on without it. */
export interface TaskHandle<Status> extends AsyncIterable<Status> {
  /** Operation that started the task. */
  readonly operationId: string;
  /** Names the task to the server; absent when the task ended at once. */
  readonly token: string | undefined;
  /** The last status that was seen; absent before the first poll. */
  readonly last: Status | undefined;
  /** Asks for the status once. A status with a terminal state stays, so it is not asked for again. */
  status(options?: CallOptions): Promise<Status>;
  /**
   * Polls until the task has ended and answers with its last status. Rejects with `OperationFailedError` when it
   * ended badly, with `TimeoutError` after `timeout`, with `AbortedError` when the signal is aborted, and with what a
   * poll rejects with. None of these stops the task, and `wait` may be called again.
   */
  wait(options?: WaitOptions<Status>): Promise<Status>;
  /** What `resume` of the same operation takes, in this process or in another one. */
  toJSON(): SavedTask<Status>;
}

/** A task whose contract lets it be stopped. */
export interface CancellableTaskHandle<Status> extends TaskHandle<Status> {
  /** Asks the task to stop. The task has stopped once a terminal state is seen, so go on with `wait`. */
  cancel(options?: CallOptions): Promise<CancelResult<Status>>;
}

/** How to wait for a task. */
export interface WaitOptions<Status> {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; without end unless given. The status is looked at once more when they are over. */
  readonly timeout?: number | undefined;
  /** Called with every status that was polled. */
  readonly onProgress?: ((status: Status) => void) | undefined;
}

/** Whether the server has taken a request to stop a task; `status` where it answered with one. */
export type CancelResult<Status> =
  | { readonly accepted: true; readonly status: Status | undefined }
  /** The server does not offer to stop tasks. */
  | { readonly accepted: false; readonly error: ApiError };

/** A task as it is stored: with its token, or with its status when it ended at once. */
export type SavedTask<Status> =
  | { readonly api: string; readonly operation: string; readonly token: string }
  | { readonly api: string; readonly operation: string; readonly status: Status };

const PACE: Required<PollPace> = { initial: 500, longest: 10_000, factor: 1.5 };

/** When the time of a wait is over, the last look at the task may still take this long. */
const LAST_LOOK_MS = 5_000;

interface Known {
  token?: string;
  status?: unknown;
  /** Where the status came from. */
  answer?: Answer;
}

/** Starts a task; also answers with a handle when the server did the work at once. */
export async function startTask(
  session: Session,
  operation: OperationEntry,
  longRunning: LongRunningEntry,
  args: AnyArguments,
): Promise<CancellableTaskHandle<unknown>> {
  const answer = await send(session, operation, args);
  if (String(answer.status) === longRunning.startStatus) {
    return createHandle(session, operation, longRunning, {
      token: readToken(answer, longRunning.token),
      answer,
    });
  }
  const status = readBody(answer);
  const state = stateOf(answer, status, longRunning);
  const { states, terminal } = longRunning;
  if (states.includes(state) && !terminal.includes(state)) {
    const expected = 'must be a terminal state, since no token came with it';
    throw breach(answer.call, answer.status, expected, { pointer: longRunning.state, seen: state });
  }
  return createHandle(session, operation, longRunning, { status, answer });
}

/** Rebuilds the handle of a task from its token or from what `toJSON` gave. Asks the server nothing yet. */
export function resumeTask(
  session: Session,
  operation: OperationEntry,
  longRunning: LongRunningEntry,
  saved: unknown,
): CancellableTaskHandle<unknown> {
  if (typeof saved === 'string' && saved !== '') {
    return createHandle(session, operation, longRunning, { token: saved });
  }
  if (isObject(saved) && saved['api'] === session.table.id && saved['operation'] === operation.id) {
    const { status, token } = saved;
    if (typeof token === 'string') return createHandle(session, operation, longRunning, { token });
    if (isObject(status)) return createHandle(session, operation, longRunning, { status });
  }
  throw new TypeError(`${operation.id} can only resume a token, or a task that it has started`);
}

function createHandle(
  session: Session,
  operation: OperationEntry,
  longRunning: LongRunningEntry,
  start: Known,
): CancellableTaskHandle<unknown> {
  const { token } = start;
  const { terminal, succeeded } = longRunning;
  const pace = { ...PACE, ...session.options.poll };
  const callTimeout = session.options.timeout ?? DEFAULT_LIMITS.timeout;
  let { answer, status: last } = start;

  const state = () => valueAt(last, longRunning.state);
  const hasEnded = () => token === undefined || terminal.some((end) => end === state());
  const requestId = () => answer?.call.details.requestId ?? '';

  async function status(options: CallOptions = {}): Promise<unknown> {
    if (token === undefined || hasEnded()) return last;
    answer = await callWithToken(session, longRunning.poll, token, options);
    const body = readBody(answer);
    stateOf(answer, body, longRunning);
    last = body;
    return last;
  }

  async function* watch({ signal, timeout = Infinity }: WaitOptions<unknown>): AsyncGenerator<unknown, void> {
    const elapsed = startStopwatch(session.clock);
    let pause = pace.initial;
    const asked = answer && readRetryAfter(answer.headers);
    if (!hasEnded() && last === undefined && asked !== undefined) {
      await session.clock.sleep(Math.min(asked, timeout), signal);
    }
    for (;;) {
      const remaining = timeout - elapsed();
      const limit = remaining < callTimeout && { timeout: Math.max(remaining, LAST_LOOK_MS) };
      yield await status({ ...limit, signal });
      if (hasEnded()) return;
      const left = timeout - elapsed();
      if (left <= 0) {
        throw new TimeoutError(`has not ended within ${timeout} ms, the last state is ${String(state())}`, {
          operationId: operation.id,
          requestId: requestId(),
          code: 'WAIT',
          timeout,
          mayHaveHappened: true,
        });
      }
      const next = (answer && readRetryAfter(answer.headers)) ?? withJitter(pause, session.clock);
      await session.clock.sleep(Math.min(next, left), signal);
      pause = Math.min(pace.longest, pause * pace.factor);
    }
  }

  async function wait(options: WaitOptions<unknown> = {}): Promise<unknown> {
    for await (const seen of watch(options)) options.onProgress?.(seen);
    const end = String(state());
    // A state from the future that ended the task at once is kept, not judged.
    if (succeeded.includes(end) || !terminal.includes(end)) return last;
    const logs = isObject(last) && Array.isArray(last['logs']) ? last['logs'] : [];
    const reason = answer?.call.redact(reasonOf(last, logs)) ?? reasonOf(last, logs);
    throw new OperationFailedError(`ended as ${end}${reason === '' ? '' : `: ${reason}`}`, last, {
      operationId: operation.id,
      requestId: requestId(),
      state: end,
      token,
      logs,
    });
  }

  async function cancel(options: CallOptions = {}): Promise<CancelResult<unknown>> {
    if (token === undefined || longRunning.cancel === undefined || hasEnded()) {
      return { accepted: true, status: last };
    }
    const stopped = await callWithToken(session, longRunning.cancel, token, options);
    try {
      const body = readBody(stopped);
      if (typeof valueAt(body, longRunning.state) === 'string') last = body;
      return { accepted: true, status: body };
    } catch (error) {
      const absent = stopped.call.operation.capability?.absentStatus;
      if (error instanceof ApiError && String(error.status) === absent) return { accepted: false, error };
      throw error;
    }
  }

  return {
    operationId: operation.id,
    token,
    get last() {
      return last;
    },
    status,
    wait,
    cancel,
    toJSON() {
      const task = { api: session.table.id, operation: operation.id };
      return token === undefined ? { ...task, status: last } : { ...task, token };
    },
    [Symbol.asyncIterator]: () => watch({}),
  };
}

function callWithToken(
  session: Session,
  { operation: id, parameter }: LongRunningEntry['poll'],
  token: string,
  options: CallOptions,
): Promise<Answer> {
  const operation = session.table.operations[id];
  if (operation === undefined) throw new TypeError(`${session.table.id} has no operation ${id}`);
  const place = operation.parameters.find(({ name }) => name === parameter)?.in ?? 'path';
  const values = { [parameter]: token };
  const part =
    place === 'header' ? { headers: values } : place === 'query' ? { query: values } : { path: values };
  return send(session, operation, { ...options, ...part });
}

function stateOf({ call, status }: Answer, body: unknown, { state: pointer }: LongRunningEntry): string {
  const state = valueAt(body, pointer);
  if (typeof state !== 'string')
    throw breach(call, status, 'must be a state', { pointer, seen: typeof state });
  return state;
}

/** The last line of an error, else the last line, else the deprecated sentence. */
function reasonOf(status: unknown, logs: readonly unknown[]): string {
  const errors = logs.filter((log) => valueAt(log, '/level') === 'ERROR');
  const message = valueAt(errors.at(-1) ?? logs.at(-1), '/message') ?? valueAt(status, '/result');
  return typeof message === 'string' ? message : '';
}
