import { readText } from '#runtime';
import type { ResponseBody } from './response-body.ts';

/** One request as it goes over the wire. */
export interface WireRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** The path as the contract has it, with the names of parameters in braces. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; absent where nothing is sent. */
  readonly body: string | undefined;
  /** Bytes of the response body, decoded, beyond which the transport stops reading and rejects with a `RangeError`. */
  readonly maxResponseBytes: number;
}

/** What came back, read to its end. */
export interface WireAnswer {
  /** 0 for a redirect in a browser, which hides all of it. */
  readonly status: number;
  /** As they came. */
  readonly headers: Headers;
  /** The body, decoded from UTF-8; empty without a body. */
  readonly text: string;
}

/**
 * Carries one request and its answer. Follows no redirects, and gives up when the signal is aborted. Rejects when no
 * complete answer has arrived; an error with a `code` such as `ECONNREFUSED` tells that the request never left.
 */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

/** The options of a `fetch`. */
export interface FetchOptions {
  /** In capitals. */
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null where nothing is sent. */
  readonly body: string | null;
  /** Aborted when the attempt is given up. */
  readonly signal: AbortSignal;
  /** `manual`, but for requests of openapi-fetch that ask for something else. */
  readonly redirect: 'error' | 'follow' | 'manual';
}

/** What the client needs of a `fetch`: those of all runtimes, of undici, and what you wrap around one. */
export type FetchLike = (url: string, options: FetchOptions) => Promise<FetchAnswer>;

/** What the client needs of a `Response`. */
export interface FetchAnswer extends ResponseBody {
  /** Of HTTP. */
  readonly status: number;
  /** As they came. */
  readonly headers: Headers;
}

/** Sends with a `fetch`: the given one, or that of the runtime as it is at the time of the call. */
export function createTransport(customFetch: FetchLike | undefined): Transport {
  return async ({ url, method, headers, body = null, maxResponseBytes }, signal) => {
    const send: FetchLike = customFetch ?? fetch;
    const response = await send(url, { method, headers, body, signal, redirect: 'manual' });
    const text = await readText(response, maxResponseBytes);
    return { status: response.status, headers: response.headers, text };
  };
}
