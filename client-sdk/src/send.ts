import { type AnyArguments, type Call, DEFAULT_LIMITS, limitOf, openCall, type Session } from './call.ts';
import { startStopwatch } from './clock.ts';
import { AbortedError, ClientError, ConnectionError, TimeoutError } from './errors.ts';
import { redact, redactCause } from './redact.ts';
import { mayTryAgain, NEVER_SENT, pauseAfter, readRetryAfter } from './retry.ts';
import type { WireAnswer, WireRequest } from './transport.ts';
import { writeUrl } from './url.ts';

/** What no header can hold (RFC 9110, 5.5); runtimes would tell of it like of a lost connection. */
const NO_HEADER = /[^\t -\xff]/;

/** The last answer to a call, whatever its status. */
export interface Answer extends WireAnswer {
  readonly call: Call;
}

/** Which time is over when an attempt takes too long, and the milliseconds that it was. */
interface Late {
  readonly code: 'ATTEMPT' | 'CALL';
  readonly timeout: number;
}

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
    const late: Late =
      attemptTimeout < left ? { code: 'ATTEMPT', timeout: attemptTimeout } : { code: 'CALL', timeout };
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
function attemptOnce(call: Call, attempt: number, milliseconds: number, late: Late): Promise<Answer | Error> {
  const { args, session, details } = call;
  const { onRequest, onResponse, token } = session.options;
  const { signal, traceparent } = args;
  return new Promise((resolve) => {
    const isStoppable = session.isStoppable || signal || milliseconds < DEFAULT_LIMITS.attemptTimeout;
    const controller = isStoppable ? new AbortController() : undefined;
    let report: ((status?: number, error?: Error) => void) | undefined;
    let isOver = false;
    const end = (outcome: Answer | Error) => {
      if (isOver) return;
      isOver = true;
      cancel();
      signal?.removeEventListener('abort', onAbort);
      if (outcome instanceof Error) report?.(undefined, outcome);
      else report?.(outcome.status);
      resolve(outcome);
    };
    const stop = (error: Error) => {
      end(error);
      controller?.abort(error);
    };
    const onAbort = () => stop(new AbortedError(call, 'was aborted', {}, { cause: signal?.reason }));
    const cancel = session.clock.after(milliseconds, () => {
      session.isStoppable = true;
      stop(new TimeoutError(call, `got no answer within ${late.timeout} ms`, late));
    });
    const exchange = async () => {
      const request = writeRequest(call, typeof token === 'function' ? await askToken(call, token) : token);
      // The caller has its answer already, so nothing may be sent any more.
      if (isOver) return;
      const { method, url } = request;
      const event = { ...details, method, url, attempt, traceparent };
      const elapsed = startStopwatch(session.clock);
      report = (status, error) =>
        quietly(() => onResponse?.({ ...event, duration: elapsed(), status, error }));
      quietly(() => onRequest?.(event));
      const mightBefore = call.mayHaveHappened;
      call.mayHaveHappened = true;
      try {
        end(Object.assign(await session.transport(request, controller?.signal), { call }));
      } catch (reason) {
        const code = codeOf(reason);
        if (NEVER_SENT.test(`${code}`)) call.mayHaveHappened = mightBefore;
        end(reason instanceof ClientError ? reason : lost(call, reason, url, code));
      }
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);
    exchange().catch(end);
  });
}

/** An observer must not change the outcome of a call that the server has already carried out. */
function quietly(tell: () => void): void {
  try {
    tell();
  } catch {}
}

async function askToken(call: Call, token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (cause) {
    throw new ConnectionError(call, 'got no token', { code: 'TOKEN' }, { cause });
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
    const accept = 'application/json';
    const headers: Record<string, string> = {};
    call.headers = headers;
    const parts: readonly (Readonly<Record<string, string | undefined>> | undefined)[] = [
      {
        accept,
        'content-type': body && accept,
        'x-request-id': details.requestId,
        traceparent: args.traceparent,
      },
      session.options.headers,
      { authorization: token && `Bearer ${token}` },
      args.headers,
    ];
    for (const part of parts) {
      for (const name in part) {
        const value = part[name];
        if (NO_HEADER.test(`${value}`)) throw new TypeError(`${name} is no header`);
        if (value) headers[name.toLowerCase()] = `${value}`;
      }
    }
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
