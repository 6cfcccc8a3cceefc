import { setMaxListeners } from 'node:events';
import { DEFAULTS } from '../defaults.ts';
import { HarnessError, Interrupted, NEEDS_WRITING, NotApplicable, NotTestable } from './check.ts';
import type { Contract } from './contract.ts';
import type { Exchange, Sent } from './exchange.ts';
import type { HttpClient } from './http.ts';
import { matchOperation } from './match.ts';
import { type Call, compose, prove } from './request.ts';
import { type Schemas, schemasOf } from './schemas.ts';

/** All traffic of one run. */
export interface Session {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly journal: readonly Exchange[];
  /** The journal was recorded: nothing can be sent. */
  readonly isRecorded?: true;
  /** Milliseconds since the run began. */
  now(): number;
  call(call: Call): Promise<Exchange>;
  /** Sends the request of an exchange of this session once more, with the given changes. */
  repeat(exchange: Exchange, label: string, more?: Pick<Call, 'spelledOut' | 'patient'>): Promise<Exchange>;
  /** Resolves after the delay; rejects when the run is interrupted. */
  pause(milliseconds: number): Promise<void>;
  /** From here on requests are sent even if the run was interrupted: the suite removes what it created. */
  cleanUp(): void;
  close(): void;
}

export interface SessionOptions {
  readonly contract: Contract;
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  /** Maximum number of queued requests in flight. */
  readonly concurrency: number;
  readonly maxRequests: number;
  /** Operations that are never called, even with the wrong method or to clean up. */
  readonly excluded?: readonly string[];
  /** Operations that a run without write access does not call. */
  readonly untouched?: readonly string[];
  /** Called with every finished exchange. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Milliseconds from any origin. */
  readonly clock?: () => number;
}

/** Opens the journal of a run. */
export function createSession(options: SessionOptions): Session {
  const { contract, client, signal } = options;
  // Every pause and every request in flight adds a listener.
  setMaxListeners(0, signal);
  const clock = options.clock ?? (() => performance.now());
  const began = clock();
  const journal: Exchange[] = [];
  const calls = new WeakMap<Exchange, Call>();
  const schemas = schemasOf(contract.schemas);
  const lag = watchLag(clock);
  const place = createPlaces(options.concurrency);
  const late = afterGrace(signal);
  let sentCount = 0;
  let cleaning = false;

  const perform = async (call: Call): Promise<Exchange> => {
    if (signal.aborted && !cleaning) throw new Interrupted('the run was interrupted');
    if (sentCount >= options.maxRequests && !cleaning)
      throw new Interrupted(`the limit of ${options.maxRequests} requests is reached`);
    const sent = compose(contract, call);
    refuseUncalled(options, call.operation, sent);
    prove(contract, schemas, call, sent);
    sentCount += 1;
    const at = clock() - began;
    const lagBefore = lag.total();
    const answer = await client.send(sent, cleaning ? undefined : sent.method === 'GET' ? signal : late);
    if (answer.received === undefined && signal.aborted && !cleaning)
      throw new Interrupted('the run was interrupted');
    const exchange: Exchange = {
      id: journal.length + 1,
      label: call.label,
      operation: call.operation,
      intent: call.intent,
      sent,
      at,
      took: clock() - began - at,
      lag: lag.total() - lagBefore,
      ...(answer.received === undefined
        ? { failure: answer.failure, failureCode: answer.code }
        : { received: answer.received }),
    };
    journal.push(exchange);
    calls.set(exchange, call);
    options.onExchange?.(exchange);
    return exchange;
  };

  const call = (one: Call): Promise<Exchange> =>
    one.patient === true ? place(() => perform(one)) : perform(one);

  return {
    contract,
    schemas,
    journal,
    now: () => clock() - began,
    call,
    repeat: async (exchange, label, more = {}) => {
      const before = calls.get(exchange);
      if (before === undefined) throw new HarnessError(`exchange ${exchange.id} is of another session`);
      return call({ ...before, label, ...more });
    },
    pause: (milliseconds) => pause(milliseconds, cleaning ? undefined : signal),
    cleanUp() {
      cleaning = true;
    },
    close: lag.stop,
  };
}

/**
 * Follows a signal after the time that an answer may take: the suite must know what a request in flight creates in order
 * to remove it.
 */
function afterGrace(signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  setMaxListeners(0, late.signal);
  const follow = (): void => {
    setTimeout(() => late.abort(signal.reason), DEFAULTS.promptness).unref();
  };
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return late.signal;
}

/** Refuses excluded operations for any purpose, and requests that would change something if the run only reads. */
function refuseUncalled(
  { contract, excluded = [], untouched = [] }: SessionOptions,
  operation: string,
  { method, path }: Sent,
): void {
  if (excluded.length + untouched.length === 0) return;
  const reached = matchOperation(contract, method, path.split('?', 1)[0] ?? '')?.operation.id;
  const found = excluded.find((one) => one === operation || one === reached);
  if (found !== undefined) throw new NotTestable(`--exclude: ${found} is not called`);
  if (reached !== undefined && untouched.includes(reached)) throw new NotApplicable(NEEDS_WRITING);
}

const TICK = 20;

/** Adds up the delays of a timer: time in which answers were not read. */
function watchLag(clock: () => number): { total(): number; stop(): void } {
  let total = 0;
  let before = clock();
  const timer = setInterval(() => {
    const now = clock();
    total += Math.max(0, now - before - TICK);
    before = now;
  }, TICK);
  timer.unref();
  // A late timer has not fired yet.
  const pending = (): number => Math.max(0, clock() - before - TICK);
  return { total: () => total + pending(), stop: () => clearInterval(timer) };
}

function createPlaces(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Interrupted('the run was interrupted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
