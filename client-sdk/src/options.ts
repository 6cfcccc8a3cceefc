import type { Clock } from './clock.ts';
import type { FetchLike, Transport } from './transport.ts';

/**
 * Options of a client. All times are in milliseconds. Invalid values, such as a negative `timeout`, throw a
 * `TypeError`; production builds for browsers omit this check.
 */
export interface ClientOptions extends Reliability {
  /** Absolute http or https URL of the API, including the path prefix of the server. */
  readonly baseUrl: string;
  /**
   * URLs of other APIs whose operations report the status of tasks of this one, by the id of the API and without a
   * trailing slash; defaults to `baseUrl`. A client of `createPlatform` sets them.
   */
  readonly otherUrls?: Readonly<Record<string, string>> | undefined;
  /**
   * Sent as `Authorization: Bearer` unless empty. A function is called for every attempt. Errors never contain the
   * token.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sent, like `token`, to the URLs in these options only, never to a URL in a response. */
  readonly headers?: HeaderValues | undefined;
  /** Replaces the runtime's `fetch`; called with a URL and options. */
  readonly fetch?: FetchLike | undefined;
  /** Replaces `fetch`, for example with the transport of `@tessera/client/undici`. */
  readonly transport?: Transport | undefined;
  /** Intervals between polls. */
  readonly poll?: PollPace | undefined;
  /**
   * Checks the body of every successful response; on a violation, the call fails with a `ContractError`. Defaults to
   * `validateResponses` if the condition `development` is set, otherwise to no check; `false` disables the check.
   */
  readonly validate?: ValidateBody | false | undefined;
  /** Called with each violation that `validate` accepts. Errors of this function are ignored. */
  readonly onViolation?: ((event: ViolationEvent) => void) | undefined;
  /** Called before each attempt. Errors of this function are ignored. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each attempt. Errors of this function are ignored. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Creates the `X-Request-ID` of a call without one; defaults to a new UUID. */
  readonly newRequestId?: (() => string) | undefined;
  /** Clock and random source; defaults to those of the runtime. */
  readonly clock?: Clock | undefined;
}

/** Headers by name; a header whose value is `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Timeouts, retries and the maximum size of a response. */
export interface Reliability {
  /** Timeout of the call with all its attempts, in milliseconds; defaults to 120000. */
  readonly timeout?: number | undefined;
  /** Timeout of one attempt, in milliseconds; defaults to 60000. */
  readonly attemptTimeout?: number | undefined;
  /**
   * Maximum number of retries; defaults to 2. Safe and idempotent operations are retried after a connection error, a
   * timeout, and the statuses 408, 429, 502, 503 and 504; others only if the request was never sent.
   */
  readonly retries?: number | undefined;
  /**
   * Maximum size of a response body in bytes, decoded; defaults to 33554432 (32 MiB). A larger response is a
   * `ConnectionError` with the code `TOO_LARGE`.
   */
  readonly maxResponseBytes?: number | undefined;
}

/** Options of one call, next to the parts of its request. */
export interface CallOptions extends Reliability {
  /** Aborts the call with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** The `X-Request-ID` to send, unless it is in `headers`. */
  readonly requestId?: string | undefined;
  /** W3C trace context to pass on. */
  readonly traceparent?: string | undefined;
}

/**
 * Intervals between polls, which grow with every poll. The first poll is sent immediately. `Retry-After` takes
 * precedence unless it is zero.
 */
export interface PollPace {
  /** Interval after the first poll, in milliseconds; defaults to 500. */
  readonly initial?: number | undefined;
  /** Maximum interval between two polls, in milliseconds; defaults to 10000. */
  readonly longest?: number | undefined;
  /** Factor by which the interval grows with every poll; defaults to 1.5. */
  readonly factor?: number | undefined;
}

/** An attempt that is about to start. */
export interface RequestEvent {
  /** The operation that was called. */
  readonly operationId: string;
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** The `X-Request-ID` of the call. */
  readonly requestId: string;
  /** Number of the attempt, starting with 1. */
  readonly attempt: number;
  /** W3C trace context, if the call has one. */
  readonly traceparent: string | undefined;
}

/** A finished attempt. */
export interface ResponseEvent extends RequestEvent {
  /** Milliseconds until the body was received or the attempt failed. */
  readonly duration: number;
  /** Absent without a response. */
  readonly status: number | undefined;
  /** Reason for the missing response. */
  readonly error: Error | undefined;
}

/**
 * Returns the violations of a body; returns nothing or an empty list for a valid body. Reports violations that it
 * accepts to the `onViolation` of the client.
 */
export type ValidateBody = (
  body: unknown,
  place: BodyPlace,
  onViolation?: (event: ViolationEvent) => void,
) => Violations | Promise<Violations>;

type Violations = readonly Violation[] | undefined;

/** The response that a body belongs to. */
export interface BodyPlace {
  /** Id of the API, for example `tech-adapter`. */
  readonly api: string;
  /** The operation that was called. */
  readonly operationId: string;
  /** HTTP status of a successful response. */
  readonly status: number;
  /** The `X-Request-ID` of the call. */
  readonly requestId: string;
}

/** A violation of the contract by a body. */
export interface Violation {
  /** JSON pointer into the body. */
  readonly pointer: string;
  /** Expectation of the contract, for example `must be a string`. */
  readonly expected: string;
}

/** A violation of the contract that validation accepts, such as `null` for an optional field. */
export interface ViolationEvent extends BodyPlace, Violation {}
