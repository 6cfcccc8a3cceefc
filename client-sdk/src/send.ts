import { checkHeader, checkNumbers } from '#checks';
import { allowManyListeners, codeOf, isUnsent } from '#runtime';
import { type AnyArguments, type Call, limitOf, openCall, type Session } from './call.ts';
import { startStopwatch } from './clock.ts';
import { AbortedError, ConnectionError, TimeoutError } from './errors.ts';
import { notify } from './notify.ts';
import type { HeaderValues } from './options.ts';
import { redact, redactCause } from './redact.ts';
import { checkSize } from './response-body.ts';
import { LONGEST_PAUSE_MS, mayTryAgain, PAUSE_MS, pauseAfter, TOO_LARGE } from './retry.ts';
import type { WireAnswer, WireRequest } from './transport.ts';
import { writeUrl } from './url.ts';

/** The last answer to a call, whatever its status. */
export interface Answer extends WireAnswer {
  readonly call: Call;
}

/** Which time is over when an attempt takes too long, and the milliseconds that it was. */
interface Late {
  readonly code: 'ATTEMPT' | 'CALL';
  readonly timeout: number;
}

/** Why an attempt came to no answer. */
type Failure = Error & { readonly status?: undefined; readonly headers?: undefined };

/** Sends a request until it is answered for good, or until nothing more may be tried. */
export async function send(session: Session, operationId: string, args: AnyArguments): Promise<Answer> {
  checkNumbers(operationId, args);
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
    const usual = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** attempt);
    const isAgain = attempt <= retries && mayTryAgain(call.operation.method, outcome);
    const pause = isAgain ? pauseAfter(outcome, usual, clock) : Infinity;
    // Waiting past the end of the call would only hide what is already known.
    if (pause < timeout - elapsed()) await clock.sleep(pause, args.signal);
    else if (outcome instanceof Error) throw outcome;
    else return outcome;
  }
}

/** Ends with its time or with the signal, whichever comes first, even if the transport ignores both. */
function attemptOnce(
  call: Call,
  attempt: number,
  milliseconds: number,
  late: Late,
): Promise<Answer | Failure> {
  const { session } = call;
  const { token } = session.options;
  const { signal } = call.args;
  return new Promise((resolve) => {
    const controller = new AbortController();
    let report: ((outcome: Answer | Failure) => void) | undefined;
    let isOver = false;
    const end = (outcome: Answer | Failure) => {
      if (isOver) return;
      isOver = true;
      cancel();
      signal?.removeEventListener('abort', stop);
      report?.(outcome);
      resolve(outcome);
    };
    const stop = () => {
      const error = signal?.aborted
        ? new AbortedError(call, 'was aborted', {}, { cause: signal.reason })
        : new TimeoutError(call, `got no answer within ${late.timeout} ms`, late);
      end(error);
      controller.abort(error);
    };
    const cancel = session.clock.after(milliseconds, stop);
    const exchange = async () => {
      const request = writeRequest(call, typeof token === 'function' ? await askToken(call, token) : token);
      // The caller has its answer already, so nothing may be sent any more.
      if (isOver) return;
      report = observe(call, request, attempt);
      const mightBefore = call.mayHaveHappened;
      call.mayHaveHappened = true;
      try {
        const { headers, status, text } = await session.transport(request, controller.signal);
        checkSize(text.length, request.maxResponseBytes);
        end({ call, headers, status, text });
      } catch (reason) {
        if (isUnsent(reason)) call.mayHaveHappened = mightBefore;
        end(lost(call, reason, request.url));
        // Closes the connection of a response that was not read to its end.
        controller.abort();
      }
    };
    allowManyListeners(signal);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted || milliseconds <= 0) stop();
    else exchange().catch(end);
  });
}

/** Reports an attempt; returns the function that reports its end. */
function observe(
  call: Call,
  { method, url }: WireRequest,
  attempt: number,
): (outcome: Answer | Failure) => void {
  const { args, operationId, requestId, session } = call;
  const { onRequest, onResponse } = session.options;
  const event = { operationId, requestId, method, url, attempt, traceparent: args.traceparent };
  const elapsed = startStopwatch(session.clock);
  notify(onRequest, event);
  return (outcome) => {
    const error = outcome instanceof Error ? outcome : undefined;
    notify(onResponse, { ...event, duration: elapsed(), status: outcome.status, error });
  };
}

async function askToken(call: Call, token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (value) {
    throw new ConnectionError(call, 'got no token', { code: 'TOKEN' }, { cause: redactCause(call, value) });
  }
}

/** Whatever cannot be written is a fault of the caller, not of the connection. */
function writeRequest(call: Call, token: string | undefined): WireRequest {
  const { args, operation, session } = call;
  const { api, method, path } = operation;
  try {
    const baseUrl = session.options.otherUrls?.[api ?? ''] ?? session.baseUrl;
    const url = writeUrl(baseUrl, operation, args);
    const body = method === 'GET' ? undefined : JSON.stringify(args.body);
    call.body = body;
    const accept = 'application/json';
    const headers: Record<string, string> = {};
    call.headers = headers;
    const parts: readonly (HeaderValues | undefined)[] = [
      {
        accept,
        'content-type': body && accept,
        'x-request-id': call.requestId,
        traceparent: args.traceparent,
      },
      session.options.headers,
      { authorization: token ? `Bearer ${token}` : undefined },
      args.headers,
    ];
    for (const part of parts) {
      for (const name in part) {
        const value = part[name];
        if (value === undefined || value === null) continue;
        checkHeader(name, `${value}`);
        headers[name.toLowerCase()] = `${value}`;
      }
    }
    call.requestId = `${headers['x-request-id']}`;
    return { method, path, url, headers, body, maxResponseBytes: limitOf(session, 'maxResponseBytes', args) };
  } catch (reason) {
    throw new TypeError(redact(call, `${call.operationId} cannot be sent: ${reason}`));
  }
}

function lost(call: Call, reason: unknown, url: string): ConnectionError {
  const cause = redactCause(call, reason);
  const known = codeOf(reason);
  const code = known ?? (reason instanceof RangeError ? TOO_LARGE : undefined);
  const message = `got no complete answer from ${new URL(url).origin}: ${known ?? cause}`;
  return new ConnectionError(call, message, { code }, { cause });
}
