import { type AnyArguments, type Call, limitOf, openCall, type Session } from './call.ts';
import { startStopwatch } from './clock.ts';
import { AbortedError, ClientError, ConnectionError, TimeoutError } from './errors.ts';
import type { RequestEvent } from './options.ts';
import { redact, redactCause } from './redact.ts';
import { mayTryAgain, pauseAfter, readRetryAfter, wasNeverSent } from './retry.ts';
import type { WireAnswer, WireRequest } from './transport.ts';
import { writeUrl } from './url.ts';

/** What no header can hold (RFC 9110, 5.5); runtimes would tell of it like of a lost connection. */
const NO_HEADER = /[^\t -\xff]/;

/** The last answer to a call, whatever its status. */
export interface Answer extends WireAnswer {
  readonly call: Call;
}

/** Which time is over when an attempt takes too long, and the milliseconds that it was. */
type Late = readonly [code: 'ATTEMPT' | 'CALL', timeout: number];

/** Sends a request until it is answered for good, or until nothing more may be tried. */
export async function send(session: Session, operationId: string, args: AnyArguments): Promise<Answer> {
  const { clock } = session;
  const call = openCall(session, operationId, args);
  const elapsed = startStopwatch(clock);
  const timeout = limitOf(session, 'timeout', args);
  const attemptTimeout = limitOf(session, 'attemptTimeout', args);
  const retries = limitOf(session, 'retries', args);

  for (let attempt = 1; ; attempt += 1) {
    const left = timeout - elapsed();
    const late: Late = attemptTimeout < left ? ['ATTEMPT', attemptTimeout] : ['CALL', timeout];
    const outcome = await attemptOnce(call, attempt, Math.min(attemptTimeout, left), late);
    const isError = outcome instanceof Error;
    if (!isError && outcome.status < 300) return outcome;
    const pause = (isError ? undefined : readRetryAfter(outcome)) ?? pauseAfter(attempt, clock);
    const isLast = attempt > retries || !mayTryAgain(call.operation.method, outcome);
    // Waiting past the end of the call would only hide what is already known.
    if (isLast || pause >= timeout - elapsed()) {
      if (isError) throw outcome;
      return outcome;
    }
    await clock.sleep(pause, args.signal);
  }
}

/** Ends with its time or with the signal, whichever comes first, even if the transport ignores both. */
function attemptOnce(
  call: Call,
  attempt: number,
  milliseconds: number,
  [code, timeout]: Late,
): Promise<Answer | Error> {
  const { args, session } = call;
  const { signal } = args;
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = (outcome: Answer | Error) => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const stop = (error: Error) => {
      end(error);
      controller.abort(error);
    };
    const onAbort = () => stop(new AbortedError(call, 'was aborted', {}, { cause: signal?.reason }));
    const cancel = session.clock.after(milliseconds, () =>
      stop(new TimeoutError(call, `got no answer within ${timeout} ms`, { code, timeout })),
    );
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    exchange(call, attempt, controller.signal).then(end, end);
  });
}

async function exchange(call: Call, attempt: number, signal: AbortSignal): Promise<Answer> {
  const { args, details, session } = call;
  const { onRequest, onResponse, token } = session.options;
  const request = writeRequest(call, typeof token === 'function' ? await askToken(call, token) : token);
  // The caller has its answer already; a transport that ignores the signal must not send on.
  signal.throwIfAborted();
  const { method, url } = request;
  const elapsed = onResponse && startStopwatch(session.clock);
  const tell = <Event>(observer: ((event: RequestEvent & Event) => void) | undefined, more: Event) => {
    try {
      observer?.({ ...details, method, url, attempt, traceparent: args.traceparent, ...more });
    } catch {
      // An observer must not change the outcome of a call that the server has already carried out.
    }
  };
  const finish = (status?: number, error?: Error) =>
    elapsed && tell(onResponse, { duration: elapsed(), status, error });
  const mightBefore = call.mayHaveHappened;
  tell(onRequest, {});
  call.mayHaveHappened = true;
  try {
    const answer = await session.transport(request, signal);
    finish(answer.status);
    return Object.assign(answer, { call });
  } catch (reason) {
    const code = codeOf(reason);
    if (wasNeverSent(code)) call.mayHaveHappened = mightBefore;
    const error = reason instanceof ClientError ? reason : lost(call, reason, url, code);
    finish(undefined, error);
    throw error;
  }
}

async function askToken(call: Call, token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (cause) {
    throw new ConnectionError(call, 'got no token to send', { code: 'TOKEN' }, { cause });
  }
}

/** Whatever cannot be written is a fault of the caller, not of the connection. */
function writeRequest(call: Call, token: string | undefined): WireRequest {
  const { args, details, operation, session } = call;
  const { api, method, path } = operation;
  try {
    const baseUrl = (api && session.options.otherUrls?.[api]) || session.baseUrl;
    const url = writeUrl(baseUrl, operation, args);
    const body = method === 'GET' ? undefined : JSON.stringify(args.body);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body) headers['content-type'] = 'application/json';
    const add = (more: Readonly<Record<string, string>> = {}) => {
      for (const name in more) {
        if (NO_HEADER.test(more[name] ?? '')) throw new TypeError(`${name} is no header`);
        headers[name.toLowerCase()] = `${more[name]}`;
      }
    };
    call.headers = headers;
    add({ 'x-request-id': details.requestId });
    if (args.traceparent) add({ traceparent: args.traceparent });
    add(session.options.headers);
    if (token) add({ authorization: `Bearer ${token}` });
    add(args.headers);
    return { method, path, url, headers, body };
  } catch (reason) {
    throw new TypeError(redact(call, `${details.operationId} cannot be sent: ${reason}`));
  }
}

function lost(call: Call, reason: unknown, url: string, code: string | undefined): ConnectionError {
  const cause = redactCause(call, reason);
  const told = `got no complete answer from ${new URL(url).origin}: ${code ?? cause}`;
  return new ConnectionError(call, told, { code }, { cause });
}

/** Runtimes put the code of the socket some causes deep. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
