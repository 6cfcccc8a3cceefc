import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { type HandlerContext, isPromiseLike } from '../harness/bind.ts';
import { logThrown } from '../harness/log-thrown.ts';
import type { Clock } from '../runtime/clock.ts';
import { TimeLimitExceeded } from '../runtime/time-limit.ts';
import type { Answered, Starter, TaskKind } from './task-kind.ts';
import type { AnyWork } from './task-work.ts';

/** A request in the names of any contract. */
export interface AnyRequest {
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** A handler of any operation. */
export type Call = (request: AnyRequest, context: HandlerContext) => unknown;

/** Calls a member of `handlers` and times out when it takes too long. */
export function callInTime(handlers: object, name: string, clock: Clock, ms: number): Call | undefined {
  const handler: unknown = Reflect.get(handlers, name);
  if (typeof handler !== 'function') return undefined;
  return (request, context) => {
    const timed = new TimedRequest(request);
    const outcome: unknown = Reflect.apply(handler, handlers, [timed, context]);
    // Most handlers return at once and need no timer.
    if (!isPromiseLike(outcome)) return outcome;
    const done = new AbortController();
    const late = clock.sleep(ms, done.signal).then(() => {
      const cause = new TimeLimitExceeded(`the handler ${name} did not answer within ${ms} ms`);
      timed.expire(cause);
      throw cause;
    });
    late.catch(() => undefined);
    return Promise.race([outcome, late]).finally(() => done.abort());
  };
}

/** A request whose signal is also aborted on timeout. */
class TimedRequest implements AnyRequest {
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly #given: AnyRequest;
  #signal: AbortSignal | undefined;
  #late: AbortController | undefined;
  #reason: Error | undefined;

  constructor(given: AnyRequest) {
    this.path = given.path;
    this.query = given.query;
    this.headers = given.headers;
    this.body = given.body;
    this.#given = given;
  }

  /** Made on demand, because few handlers ask. */
  get signal(): AbortSignal {
    if (this.#signal !== undefined) return this.#signal;
    const late = new AbortController();
    if (this.#reason !== undefined) late.abort(this.#reason);
    this.#late = late;
    this.#signal = AbortSignal.any([this.#given.signal, late.signal]);
    return this.#signal;
  }

  expire(reason: Error): void {
    this.#reason = reason;
    this.#late?.abort(reason);
  }
}

/** An operation that returns a body; the status follows unless there are several. */
export function bindPlain({ responses }: OperationEntry, call: Call): Call {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const [only, ...others] = good;
  if (only === undefined || others.length > 0) return call;
  const [status, { schema }] = only;
  const answer = (body: unknown): Answered =>
    schema === undefined ? { status: Number(status) } : { status: Number(status), body };
  return (request, context) => {
    const outcome = call(request, context);
    return isPromiseLike(outcome) ? outcome.then(answer) : answer(outcome);
  };
}

/** An operation that starts work, or returns the result of finished work. */
export function bindStarter(starter: Starter, kind: TaskKind, call: Call, mode: 'sync' | 'async'): Call {
  return async (given, context) => {
    const { path, query, headers, body } = given;
    const request = { path, query, headers, body };
    const giveBack = kind.reserve(request);
    let hasBegun = false;
    try {
      const work = await call(given, context);
      if (!isWork(work)) return kind.finished(starter, work);
      if (mode === 'sync') return await kind.finish(starter, work, context);
      const answer = await kind.begin(starter, { request, work }, giveBack, context);
      hasBegun = true;
      return answer;
    } finally {
      if (!hasBegun) giveBack();
    }
  };
}

/** The operation that stops tasks; it calls the handler `name`, whose errors are logged and hidden from the caller. */
export function bindStop(kind: TaskKind, handlers: object, name: string): Call {
  const handler: unknown = Reflect.get(handlers, name);
  return ({ path }, context) =>
    kind.stop(path, (task) => {
      if (typeof handler !== 'function') return;
      const told = async (): Promise<unknown> => Reflect.apply(handler, handlers, [task, context]);
      told().catch((thrown: unknown) => logThrown(context.log, task, thrown, `${name} failed`));
    });
}

/** Restarts what another process has left: calls the handler again with the same request. */
export function resumeWork(call: Call, request: object, context: HandlerContext): AnyWork {
  return async (task) => {
    const none = { path: {}, query: {}, headers: {}, body: undefined };
    const outcome = await call({ ...none, ...request, signal: task.signal }, context);
    return isWork(outcome) ? outcome(task) : outcome;
  };
}

function isWork(outcome: unknown): outcome is AnyWork {
  return typeof outcome === 'function';
}
