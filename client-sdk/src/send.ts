import type { OperationEntry } from '@tessera/contracts/vocabulary';
import { type AnyArguments, type Call, openCall, type Session } from './call.ts';
import { runBounded, startStopwatch } from './clock.ts';
import { AbortedError, ClientError, ConnectionError, TimeoutError } from './errors.ts';
import type { RequestEvent } from './options.ts';
import { redactCause } from './redact.ts';
import { redirectOf } from './redirect.ts';
import { mayAskAgain, mayTryAgain, pauseAfter, readRetryAfter, wasNeverSent } from './retry.ts';
import type { WireAnswer, WireRequest } from './transport.ts';

const MOST_REDIRECTS = 5;

/** Headers whose values are hidden in errors. Hiding a harmless value would garble texts that happen to hold it. */
const SECRET_HEADER = /auth|cookie|credential|key|password|secret|session|token/i;

/** Headers of our own making; all others are for the configured origin only. */
interface RequestHeaders {
  readonly open: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, string>>;
}

/** The last answer to a call, whatever its status. */
export interface Answer extends WireAnswer {
  readonly call: Call;
}

/** Sends a request until it is answered for good, or until nothing more may be tried. */
export async function send(session: Session, operation: OperationEntry, args: AnyArguments): Promise<Answer> {
  const call = openCall(session, operation, args);
  const { timeout, retries } = call.limits;
  const { clock } = session;
  const elapsed = startStopwatch(clock);
  checkPath(call);

  for (let attempt = 1; ; attempt += 1) {
    let answer: WireAnswer | undefined;
    let failure: unknown;
    try {
      answer = await attemptOnce(call, attempt, timeout - elapsed());
      if (!mayAskAgain(operation.method, answer.status)) return { ...answer, call };
    } catch (error) {
      if (!mayTryAgain(operation.method, error)) throw error;
      failure = error;
    }
    const pause = (answer && readRetryAfter(answer.headers)) ?? pauseAfter(attempt, clock);
    // Waiting past the end of the call would only hide what is already known.
    if (attempt > retries || pause >= timeout - elapsed()) {
      if (answer === undefined) throw failure;
      return { ...answer, call };
    }
    await clock.sleep(pause, args.signal);
  }
}

/** The runtime would quietly turn such a path into the path of something else. */
function checkPath({ operation, args }: Call): void {
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path') continue;
    const value = args.path?.[parameter.name];
    if (value === undefined || value === null || ['', '.', '..'].includes(String(value))) {
      throw new TypeError(
        `${operation.id} cannot be called with ${parameter.name} = ${JSON.stringify(value)}`,
      );
    }
  }
}

function attemptOnce(call: Call, attempt: number, remaining: number): Promise<WireAnswer> {
  const { args, details, limits, session } = call;
  const code = limits.attemptTimeout < remaining ? 'ATTEMPT' : 'CALL';
  const timeout = code === 'ATTEMPT' ? limits.attemptTimeout : limits.timeout;
  return runBounded((signal) => exchange(call, attempt, signal), {
    clock: session.clock,
    milliseconds: Math.max(0, Math.min(limits.attemptTimeout, remaining)),
    signal: args.signal,
    timedOut: () =>
      new TimeoutError(`got no answer within ${timeout} ms`, {
        ...details,
        code,
        timeout,
        mayHaveHappened: call.mayHaveHappened,
      }),
    aborted: (cause) =>
      new AbortedError('was aborted', { ...details, cause, mayHaveHappened: call.mayHaveHappened }),
  });
}

async function exchange(call: Call, attempt: number, signal: AbortSignal): Promise<WireAnswer> {
  const { args, operation, session } = call;
  const headers = await headersOf(call);
  for (const [name, value] of Object.entries(headers.credentials)) {
    if (SECRET_HEADER.test(name)) call.credentials.add(value);
  }
  let request: WireRequest = {
    baseUrl: session.baseUrl,
    method: operation.method,
    path: operation.path,
    parameters: operation.parameters,
    pathValues: args.path ?? {},
    queryValues: args.query ?? {},
    headers: { ...headers.open, ...headers.credentials },
    body: operation.body === undefined ? undefined : args.body,
  };
  for (let hops = 0; ; hops += 1) {
    // The caller has its answer already; a fetch that ignores the signal must not send on.
    signal.throwIfAborted();
    const answer = await exchangeOnce(call, request, attempt, signal);
    const next = redirectOf(request, answer, headers.open);
    if (next === undefined) return answer;
    if (hops === MOST_REDIRECTS) {
      throw new ConnectionError(`was redirected more than ${MOST_REDIRECTS} times`, {
        ...call.details,
        code: 'REDIRECTS',
        mayHaveHappened: true,
      });
    }
    request = next;
  }
}

async function headersOf({ args, details, session }: Call): Promise<RequestHeaders> {
  const { token, headers } = session.options;
  const open: Record<string, string> = { Accept: 'application/json', 'X-Request-ID': details.requestId };
  if (args.traceparent !== undefined) open['traceparent'] = args.traceparent;
  const credentials: Record<string, string> = { ...headers };
  if (token !== undefined) {
    try {
      credentials['Authorization'] = `Bearer ${typeof token === 'string' ? token : await token()}`;
    } catch (cause) {
      throw new ConnectionError('got no token to send', {
        ...details,
        cause,
        code: 'TOKEN',
        mayHaveHappened: false,
      });
    }
  }
  return { open, credentials: { ...credentials, ...args.headers } };
}

async function exchangeOnce(
  call: Call,
  request: WireRequest,
  attempt: number,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const { args, details, session } = call;
  const elapsed = startStopwatch(session.clock);
  const mightBefore = call.mayHaveHappened;
  let event: RequestEvent | undefined;
  const finish = (status: number | undefined, error: Error | undefined) => {
    if (event !== undefined)
      tell(session.options.onResponse, { ...event, duration: elapsed(), status, error });
  };
  try {
    const answer = await session.transport.exchange(request, signal, (url) => {
      const { method } = request;
      const { traceparent } = args;
      call.mayHaveHappened = true;
      event = { ...details, method, url, attempt, traceparent };
      tell(session.options.onRequest, event);
    });
    finish(answer.status, undefined);
    return answer;
  } catch (reason) {
    if (wasNeverSent(codeOf(reason))) call.mayHaveHappened = mightBefore;
    const error = nameFailure(call, reason, event);
    finish(undefined, error);
    throw error;
  }
}

function nameFailure(call: Call, reason: unknown, event: RequestEvent | undefined): Error {
  if (reason instanceof ClientError) return reason;
  const cause = redactCause(reason, call.redact);
  if (event === undefined) {
    // The request could not even be written: a fault of the caller, not of the connection.
    return new TypeError(
      `${call.operation.id} cannot be sent: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    );
  }
  const code = codeOf(reason);
  const why = code ?? (cause instanceof Error ? cause.message : String(cause));
  return new ConnectionError(`got no complete answer from ${new URL(event.url).origin}: ${why}`, {
    ...call.details,
    cause,
    code,
    mayHaveHappened: call.mayHaveHappened,
  });
}

/** Runtimes put the code of the socket some causes deep. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** An observer must not change the outcome of a call that the server has already carried out. */
function tell<Event>(observer: ((event: Event) => void) | undefined, event: Event): void {
  try {
    observer?.(event);
  } catch {
    // documented with the option
  }
}
