import type { CallTaskEntry } from '@tessera/contracts/call-table';
import { checkNumbers } from '#checks';
import { bareText, readBody, tell, textAt } from './answer.ts';
import { type AnyArguments, breach, limitOf, type Session } from './call.ts';
import { startStopwatch } from './clock.ts';
import { ApiError, ClientError, OperationFailedError, type Origin, TimeoutError } from './errors.ts';
import { isObject, valueAt } from './json-pointer.ts';
import type { CallOptions, PollPace } from './options.ts';
import { redactJson, type Secrets } from './redact.ts';
import { isPassing, pauseAfter, readRetryAfter } from './retry.ts';
import { type Answer, send } from './send.ts';

/** Handle of a started task. The task continues if you discard the handle. */
export interface TaskHandle<Status> extends AsyncIterable<Status> {
  /** Operation that started the task. */
  readonly operationId: string;
  /** Token of the task; absent if the server completed the task in the response. */
  readonly token: string | undefined;
  /** The last known status; absent before the first poll. */
  readonly last: Status | undefined;
  /** Requests the status once. A terminal status is stored and not requested again. */
  status(options?: CallOptions): Promise<Status>;
  /**
   * Polls until the task is finished and resolves to its last status. Rejects with `OperationFailedError` if the task
   * failed or was terminated, with `TimeoutError` after `timeout`, with `AbortedError` if the signal is aborted, and
   * with the error of a poll that a retry cannot fix, such as a 404. If the server cannot be reached, times out or
   * returns 408, 429, 502, 503 or 504, `wait` continues to poll. No error stops the task, and you can call `wait`
   * again.
   */
  wait(options?: WaitOptions<Status>): Promise<Status>;
  /** The argument of `resume` of the same operation, in this process or another one. */
  toJSON(): SavedTask<Status>;
}

/** Handle of a task that can be terminated. */
export interface CancellableTaskHandle<Status> extends TaskHandle<Status> {
  /**
   * Requests the termination of the task. The task has stopped when its state is terminal, so call `wait` afterwards.
   */
  cancel(options?: CallOptions): Promise<CancelResult<Status>>;
}

/** Options of waiting for a task. */
export interface WaitOptions<Status> {
  /** Stops waiting with an `AbortedError`, also between polls. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout in milliseconds, including outages; no timeout by default. The status is requested once more at the end.
   */
  readonly timeout?: number | undefined;
  /** Called with every polled status. An error that it throws ends the wait, not the task. */
  readonly onProgress?: ((status: Status) => void) | undefined;
  /**
   * Called with the error of every poll after which the wait continues. An error that it throws ends the wait, not the
   * task.
   */
  readonly onOutage?: ((error: ClientError) => void) | undefined;
}

/** Whether the server accepted a request to stop a task; `status` if the response contains one. */
export type CancelResult<Status> =
  | { readonly accepted: true; readonly status: Status | undefined }
  /** The server does not support termination. */
  | { readonly accepted: false; readonly error: ApiError };

/** A stored task: its token, or its status if the server completed it in the response. */
export type SavedTask<Status> =
  | { readonly api: string; readonly operation: string; readonly token: string }
  | { readonly api: string; readonly operation: string; readonly status: Status };

/** What is known of a task when its handle is made. */
interface Known {
  readonly token?: string | undefined;
  readonly status?: unknown;
  /** Where the token or the status came from. */
  readonly answer?: Answer;
}

/** Starts a task; also answers with a handle when the server did the work at once. */
export async function startTask(
  session: Session,
  id: string,
  entry: CallTaskEntry,
  args: AnyArguments,
): Promise<TaskHandle<unknown>> {
  const answer = await send(session, id, args);
  const body = await readBody(answer);
  if (answer.status === (entry.started ?? 202)) {
    return createHandle(session, id, entry, { token: textAt(answer, body, entry.token, 'token'), answer });
  }
  const state = textAt(answer, body, entry.state, 'state');
  if (entry.running.includes(state)) throw breach(answer, 'must be terminal', entry.state, state);
  return createHandle(session, id, entry, { status: body, answer });
}

/** Rebuilds the handle of a task from its token or from what `toJSON` gave. Asks the server nothing yet. */
export function resumeTask(
  session: Session,
  id: string,
  entry: CallTaskEntry,
  saved: unknown,
): TaskHandle<unknown> {
  const own = session.table.id;
  const { api, operation, status, token } = isObject(saved)
    ? saved
    : { api: own, operation: id, token: saved };
  if (api === own && operation === id) {
    if (typeof token === 'string' && token) return createHandle(session, id, entry, { token });
    if (isObject(status)) return createHandle(session, id, entry, { status });
  }
  throw new TypeError(`${id} resumes a token or its own task`);
}

function createHandle(
  session: Session,
  operationId: string,
  { cancel: cancelId, failed, poll, state: pointer, succeeded }: CallTaskEntry,
  known: Known,
): TaskHandle<unknown> {
  const { clock, table } = session;
  const { initial = 500, longest = 10_000, factor = 1.5 }: PollPace = session.options.poll ?? {};
  const { token } = known;
  let { answer, status: last } = known;

  const state = () => String(valueAt(last, pointer));
  const hasEnded = () => !token || [...failed, ...succeeded].includes(state());
  const ask = (id: string, options: CallOptions) => send(session, id, { ...options, token });
  // Nothing was sent by who took a task up that had already ended.
  const origin = () => ({ requestId: '', headers: {}, ...answer?.call, operationId, mayHaveHappened: true });

  async function status(options: CallOptions = {}): Promise<unknown> {
    if (hasEnded()) return last;
    answer = await ask(poll, options);
    const body = await readBody(answer);
    textAt(answer, body, pointer, 'state');
    // Another call may have seen the terminal state meanwhile; it stays.
    if (!hasEnded()) last = body;
    return last;
  }

  async function* watch({
    onOutage,
    signal,
    timeout = Infinity,
  }: WaitOptions<unknown>): AsyncGenerator<unknown, void> {
    const elapsed = startStopwatch(clock);
    let pause = initial;
    const asked = !last && readRetryAfter(answer);
    if (asked) await clock.sleep(Math.min(asked, timeout), signal);
    for (;;) {
      const before = answer;
      // When the time of the wait is over, the last look at the task may still take five seconds.
      const rest = Math.max(5_000, timeout - elapsed());
      const look = status({ signal, timeout: Math.min(limitOf(session, 'timeout'), rest) });
      const outage = await look.then(() => undefined, outageOf);
      if (outage && !hasEnded()) onOutage?.(outage);
      else yield last;
      if (hasEnded()) return;
      const left = timeout - elapsed();
      if (!(left > 0)) {
        const message = `has not finished within ${timeout} ms: ${outage?.message ?? state()}`;
        throw new TimeoutError(origin(), message, { code: 'WAIT', timeout }, outage && { cause: outage });
      }
      // An earlier answer may have asked for another pause.
      const latest = answer === before ? undefined : answer;
      await clock.sleep(Math.min(pauseAfter(latest, pause, clock), left), signal);
      pause = Math.min(longest, pause * factor);
    }
  }

  async function wait(options: WaitOptions<unknown> = {}): Promise<unknown> {
    checkNumbers(operationId, options);
    for await (const seen of watch(options)) options.onProgress?.(seen);
    const end = state();
    // A state from the future that ended the task at once is kept, not judged.
    if (!failed.includes(end)) return last;
    throw failureOf(origin(), end, token, last);
  }

  async function cancel(id: string, options: CallOptions = {}): Promise<CancelResult<unknown>> {
    if (hasEnded()) return { accepted: true, status: last };
    const stopped = await ask(id, options);
    // Some servers say `OK` in place of a status.
    const isText = stopped.status < 300 && bareText(stopped.text);
    try {
      const body = isText ? undefined : await readBody(stopped);
      if (!hasEnded() && valueAt(body, pointer)) last = body;
      return { accepted: true, status: body };
    } catch (error) {
      if (error instanceof ApiError && isAbsent(error, stopped)) return { accepted: false, error };
      throw error;
    }
  }

  return {
    operationId,
    token,
    get last() {
      return last;
    },
    status,
    wait,
    ...(cancelId && { cancel: (options?: CallOptions) => cancel(cancelId, options) }),
    toJSON: () => ({ api: table.id, operation: operationId, ...(token ? { token } : { status: last }) }),
    [Symbol.asyncIterator]: () => watch({}),
  };
}

/** The error of a poll, where another poll may do better. */
function outageOf(error: unknown): ClientError {
  if (error instanceof ClientError && isPassing(error)) return error;
  throw error;
}

/** Whether a server does not have an operation: it answers as the contract says, or as frameworks do for unknown paths. */
function isAbsent({ isListed, status }: ApiError, { call }: Answer): boolean {
  return isListed ? status === call.operation.absent : /40[45]|501/.test(`${status}`);
}

/** The error of a task that ended badly; of its status without the secrets of the last call. */
function failureOf(
  origin: Origin & Secrets,
  state: string,
  token: string | undefined,
  last: unknown,
): OperationFailedError {
  const body = {};
  for (const member of Object.entries(Object(last))) {
    try {
      Object.assign(body, redactJson(origin, JSON.stringify(Object.fromEntries([member]))));
    } catch {} // Nested deeper than a parser can read, so it is not reported.
  }
  const logs = [valueAt(body, '/logs') ?? []].flat();
  const log = logs.findLast((line) => valueAt(line, '/level') === 'ERROR') ?? logs.at(-1);
  // The last line of an error, else the last line, else the deprecated sentence.
  const told = tell(log) || tell(valueAt(body, '/result'));
  const message = `ended as ${state}${told && `: ${told}`}`;
  const error = new OperationFailedError(origin, message, { state, token, logs });
  // Like the cause: shown by a debugger, but not by JSON.
  return Object.defineProperty(error, 'lastStatus', { value: body });
}
