import { readText } from '#runtime';
import type { ResponseBody } from './response-body.ts';

/** One request to send. */
export interface WireRequest {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** The path of the contract, with parameter names in braces. */
  readonly path: string;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body as JSON; absent without a body. */
  readonly body: string | undefined;
  /**
   * Maximum size of the decoded response body in bytes; the transport rejects with a `RangeError` when it is exceeded.
   */
  readonly maxResponseBytes: number;
}

/** A completely received response. */
export interface WireAnswer {
  /** HTTP status; 0 for a redirect in a browser, which hides it. */
  readonly status: number;
  /** Response headers, unchanged. */
  readonly headers: Headers;
  /** The body, decoded from UTF-8; empty without a body. */
  readonly text: string;
}

/**
 * Sends one request and returns its response. Follows no redirects, and stops when the signal is aborted. Rejects if no
 * complete response is received; an error with a `code` such as `ECONNREFUSED` means that the request was never sent.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

/** Options of a `fetch` call. */
export interface FetchOptions {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Request body as JSON; null without a body. */
  readonly body: string | null;
  /** Aborted when the attempt is canceled. */
  readonly signal: AbortSignal;
  /** `manual`, except for requests of openapi-fetch with a different value. */
  readonly redirect: 'error' | 'follow' | 'manual';
}

/** The subset of `fetch` that the client uses; the `fetch` of each runtime, of undici, and your wrappers satisfy it. */
export type FetchLike = (url: string, options: FetchOptions) => Promise<FetchAnswer>;

/** The subset of `Response` that the client uses. */
export interface FetchAnswer extends ResponseBody {
  /** HTTP status. */
  readonly status: number;
  /** Response headers, unchanged. */
  readonly headers: Headers;
}

/** Creates a transport that uses a given `fetch`, or the runtime's `fetch` at the time of the call. */
export function createTransport(customFetch: FetchLike | undefined): Transport {
  return async ({ url, method, headers, body = null, maxResponseBytes }, signal) => {
    const send: FetchLike = customFetch ?? fetch;
    const response = await send(url, { method, headers, body, signal, redirect: 'manual' });
    const text = await readText(response, maxResponseBytes);
    return { status: response.status, headers: response.headers, text };
  };
}
