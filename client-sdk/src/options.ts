import type { Clock } from './clock.ts';
import type { FetchLike, Transport } from './transport.ts';

/**
 * Settings of a client. Times are in milliseconds. Invalid values, such as a `timeout` below 0, throw a `TypeError`; production
 * builds for browsers omit this check.
 */
export interface ClientOptions extends Reliability {
  /** Absolute http or https URL of the API, with the prefix of its operations. */
  readonly baseUrl: string;
  /**
   * URLs of other APIs in which tasks of this API are polled, by the id of the API and without a trailing slash; default:
   * `baseUrl`. `createPlatform` sets them.
   */
  readonly otherUrls?: Readonly<Record<string, string>> | undefined;
  /** Sent as `Authorization: Bearer`, unless it is empty. A function is called for each attempt. Errors never contain it. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sent, like `token`, only to the URLs in these options, never to a URL from a response. */
  readonly headers?: HeaderValues | undefined;
  /** Replaces the `fetch` of the runtime; called with a URL and options. */
  readonly fetch?: FetchLike | undefined;
  /** Replaces `fetch`, for example the transport of `@tessera/client/undici`. */
  readonly transport?: Transport | undefined;
  /** Intervals between polls. */
  readonly poll?: PollPace | undefined;
  /**
   * Validates the body of each successful response; a violation fails the call with a `ContractError`. Default:
   * `validateResponses` with the import condition `development`, otherwise none; `false` disables it.
   */
  readonly validate?: ValidateBody | false | undefined;
  /** Called with each violation that `validate` accepts. Errors of this function are ignored. */
  readonly onViolation?: ((event: ViolationEvent) => void) | undefined;
  /** Called before each attempt. Errors of this function are ignored. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each attempt. Errors of this function are ignored. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Creates the `X-Request-ID` of a call without one; default: a new UUID. */
  readonly newRequestId?: (() => string) | undefined;
  /** Clock and random source; default: those of the runtime. */
  readonly clock?: Clock | undefined;
}

/** Headers by name, as a plain object; a header that is `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Time limits, number of retries, and maximum size of a response. */
export interface Reliability {
  /** Time limit of a call with all its attempts, in milliseconds; default: 120000. */
  readonly timeout?: number | undefined;
  /** Time limit of one attempt, in milliseconds; default: 60000. */
  readonly attemptTimeout?: number | undefined;
  /**
   * Number of retries; default: 2. Reading and idempotent operations are retried after a broken
   * connection, a timeout, and the statuses 408, 429, 502, 503 and 504; others only if the request was not sent.
   */
  readonly retries?: number | undefined;
  /**
   * Maximum size of a decompressed response body in bytes; default: 33554432 (32 MiB). A larger body is a `ConnectionError` with
   * the code `TOO_LARGE`.
   */
  readonly maxResponseBytes?: number | undefined;
}

/** Options of one call. */
export interface CallOptions extends Reliability {
  /** Aborts the call with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** The `X-Request-ID` to send, unless it is in `headers`. */
  readonly requestId?: string | undefined;
  /** W3C trace context to pass on. */
  readonly traceparent?: string | undefined;
}

/**
 * Growth of the interval between polls. The first poll is immediate. The header `Retry-After` takes precedence, unless it is
 * zero.
 */
export interface PollPace {
  /** Interval after the first poll, in milliseconds; default: 500. */
  readonly initial?: number | undefined;
  /** Maximum interval, in milliseconds; default: 10000. */
  readonly longest?: number | undefined;
  /** Factor of growth with each poll; default: 1.5. */
  readonly factor?: number | undefined;
}

/** Event before an attempt. */
export interface RequestEvent {
  /** The operation that was called. */
  readonly operationId: string;
  /** HTTP method in capitals. */
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** The `X-Request-ID` of the call. */
  readonly requestId: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** W3C trace context, if the call has one. */
  readonly traceparent: string | undefined;
}

/** Event after an attempt. */
export interface ResponseEvent extends RequestEvent {
  /** Milliseconds until the body was received, or until the attempt failed. */
  readonly duration: number;
  /** Absent without a response. */
  readonly status: number | undefined;
  /** Why there is no response. */
  readonly error: Error | undefined;
}

/**
 * Answers with what is wrong with a body; with nothing, or an empty list, when it keeps the contract. Reports what it accepts
 * all the same to the `onViolation` of the client.
 */
export type ValidateBody = (
  body: unknown,
  place: BodyPlace,
  onViolation?: (event: ViolationEvent) => void,
) => Violations | Promise<Violations>;

type Violations = readonly Violation[] | undefined;

/** The response of a body. */
export interface BodyPlace {
  /** Id of the API, for example `tech-adapter`. */
  readonly api: string;
  /** The operation that was called. */
  readonly operationId: string;
  /** HTTP status of a success. */
  readonly status: number;
  /** The `X-Request-ID` of the call. */
  readonly requestId: string;
}

/** One violation of the contract by a body. */
export interface Violation {
  /** JSON pointer into the body. */
  readonly pointer: string;
  /** What the contract requires there, for example `must be a string`. */
  readonly expected: string;
}

/** A violation of the contract that validation accepts, such as `null` for an optional field. */
export interface ViolationEvent extends BodyPlace, Violation {}
