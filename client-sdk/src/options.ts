import type { Clock } from './clock.ts';
import type { FetchLike, Transport } from './transport.ts';

/**
 * What a client needs to know, once. Every number of time is in milliseconds. Invalid values, such as a `timeout` below 0,
 * throw a `TypeError`; production builds for browsers leave that check out.
 */
export interface ClientOptions extends Reliability {
  /** Absolute http or https address under which the operations stand, with the prefix that the server uses. */
  readonly baseUrl: string;
  /**
   * Addresses of other APIs in which tasks of this one are followed, by the API's id and without a slash at the end;
   * `baseUrl` unless given. A platform sets them by itself.
   */
  readonly otherUrls?: Readonly<Record<string, string>> | undefined;
  /** Sent as `Authorization: Bearer` unless empty. A function is asked again for every attempt. Never part of an error. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Sent, like `token`, to the addresses that these options name, and never to one that an answer names. */
  readonly headers?: HeaderValues | undefined;
  /** Used instead of the runtime's `fetch`; called with an address and its options. */
  readonly fetch?: FetchLike | undefined;
  /** Used instead of any `fetch`, for example the transport of `@tessera/client/undici`. */
  readonly transport?: Transport | undefined;
  /** Pace of polling. */
  readonly poll?: PollPace | undefined;
  /**
   * Checks the body of every successful answer; a violation makes the call fail with a `ContractError`. Unless given,
   * `validateResponses` where the condition `development` is set, and no check elsewhere; `false` for no check.
   */
  readonly validate?: ValidateBody | false | undefined;
  /** Called with every violation that `validate` accepts. Errors that it throws are ignored. */
  readonly onViolation?: ((event: ViolationEvent) => void) | undefined;
  /** Called before every attempt. Errors that it throws are ignored. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after every attempt. Errors that it throws are ignored. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Makes the `X-Request-ID` of a call that brings none; a new UUID unless given. */
  readonly newRequestId?: (() => string) | undefined;
  /** Time and chance; the runtime's unless given. */
  readonly clock?: Clock | undefined;
}

/** Headers by their names, as a plain object; one that is `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** How long to try, how often, and how much to read. */
export interface Reliability {
  /** For the call with all its attempts, in milliseconds; 120000 unless given. */
  readonly timeout?: number | undefined;
  /** For one attempt, in milliseconds; 60000 unless given. */
  readonly attemptTimeout?: number | undefined;
  /**
   * How often to try again; 2 unless given. Reading and idempotent operations are tried again after a broken
   * connection, a timeout, and the statuses 408, 429, 502, 503 and 504; others only when the request never left.
   */
  readonly retries?: number | undefined;
  /**
   * Bytes of a response body, unpacked, that are read; 33554432 (32 MiB) unless given. More is a `ConnectionError` with the
   * code `TOO_LARGE`.
   */
  readonly maxResponseBytes?: number | undefined;
}

/** What one call may set beside the parts of its request. */
export interface CallOptions extends Reliability {
  /** Ends the call with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** The `X-Request-ID` to send, unless it is in `headers`. */
  readonly requestId?: string | undefined;
  /** W3C trace context to pass on. */
  readonly traceparent?: string | undefined;
}

/**
 * How the time between two polls grows. The first poll is made at once; `Retry-After` goes first, unless it asks for no
 * pause.
 */
export interface PollPace {
  /** Milliseconds after the first poll; 500 unless given. */
  readonly initial?: number | undefined;
  /** Milliseconds between two polls at most; 10000 unless given. */
  readonly longest?: number | undefined;
  /** By how much the time grows with every poll; 1.5 unless given. */
  readonly factor?: number | undefined;
}

/** An attempt is about to be made. */
export interface RequestEvent {
  /** The operation that was called. */
  readonly operationId: string;
  /** Of HTTP, in capitals. */
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** The `X-Request-ID` of the call. */
  readonly requestId: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** W3C trace context, where the call passes one on. */
  readonly traceparent: string | undefined;
}

/** An attempt has ended. */
export interface ResponseEvent extends RequestEvent {
  /** Milliseconds until the body had arrived, or until the attempt had failed. */
  readonly duration: number;
  /** Absent when no answer arrived. */
  readonly status: number | undefined;
  /** Why no answer arrived. */
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

/** Which answer a body came with. */
export interface BodyPlace {
  /** Id of the API, for example `tech-adapter`. */
  readonly api: string;
  /** The operation that was called. */
  readonly operationId: string;
  /** Of HTTP; a success. */
  readonly status: number;
  /** The `X-Request-ID` of the call. */
  readonly requestId: string;
}

/** One way in which a body breaks the contract. */
export interface Violation {
  /** JSON pointer into the body. */
  readonly pointer: string;
  /** What the contract wants there, for example `must be a string`. */
  readonly expected: string;
}

/** A violation of the contract that validation accepts, such as `null` in place of a member that may be absent. */
export interface ViolationEvent extends BodyPlace, Violation {}
