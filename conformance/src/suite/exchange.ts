import { at, listOf } from './json.ts';

/** One request and its outcome. The journal of a run is a list of these; every verdict cites them by id. */
export interface Exchange {
  readonly id: number;
  /** The purpose of the request, for a reader of the report. */
  readonly label: string;
  readonly operation: string;
  readonly intent: Intent;
  readonly sent: Sent;
  readonly received?: Received;
  /** Why there is no answer. */
  readonly failure?: string;
  /** The same as an error code: that of Node, or of the HTTP client. */
  readonly failureCode?: string;
  /** Milliseconds since the run began. */
  readonly at: number;
  /** Milliseconds until the whole answer was read. */
  readonly took: number;
  /** Milliseconds of that in which this process could not read, because the machine was busy. */
  readonly lag: number;
}

/**
 * How the request relates to the contract: `valid` is proven to satisfy it, `invalid` is proven not to, `stray` reaches
 * no operation of the contract as written (an empty token, another media type).
 */
export type Intent = 'valid' | 'invalid' | 'stray';

export interface Sent {
  readonly method: string;
  /** Below the base URL, percent-encoded, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it went over the wire. */
  readonly text?: string;
  /** The body before serialization; absent when it is not JSON. */
  readonly value?: unknown;
  /** The task in the path, if the suite put a token into it. */
  readonly token?: string;
  /** The dotted path of the only invalid member of the body; absent if there may be more. */
  readonly fault?: string;
  /** Sent to a method or a path that the contract does not have: it does not specify the answer. */
  readonly elsewhere?: true;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; absent when it is not JSON. */
  readonly json?: { readonly value: unknown };
  /** Lower case, without parameters; empty when the header is missing. */
  readonly mediaType: string;
  /** The bytes were not UTF-8. */
  readonly garbled?: true;
}

/** When the target answered, by its own clock and to the second, in milliseconds; undefined without a `Date` header. */
export function clockOf({ received }: Exchange): number | undefined {
  const time = Date.parse(received?.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The status of the answer; 0 without an answer. */
export function statusOf(exchange: Exchange): number {
  return exchange.received?.status ?? 0;
}

/** The JSON body of the answer; undefined without one. */
export function bodyOf(exchange: Exchange): unknown {
  return exchange.received?.json?.value;
}

/** True when the status of the answer is 2xx. */
export function succeeded(exchange: Exchange): boolean {
  return Math.trunc(statusOf(exchange) / 100) === 2;
}

/** A short description of the answer. */
export function describeAnswer(exchange: Exchange): string {
  const { received, failure } = exchange;
  if (received === undefined) return failure ?? 'no response';
  const { status, text } = received;
  const media = received.mediaType === '' ? 'without media type' : received.mediaType;
  const body = text.replaceAll(/\s+/g, ' ').trim();
  const shown = body.length > 160 ? `${body.slice(0, 159)}…` : body;
  return shown === '' ? `${status} without body` : `${status} ${media}: ${shown}`;
}

/** Whether a validation found the request or its descriptor invalid, and explains why. */
export function tellsFindings(exchange: Exchange): boolean {
  const body = bodyOf(exchange);
  return (
    statusOf(exchange) === 200 &&
    at(body, 'valid') === false &&
    listOf(at(body, 'error', 'errors')).length > 0
  );
}

/** The status of the answer in words, also without an answer. */
export function statusText({ received }: Exchange): string {
  return received === undefined ? 'no response' : String(received.status);
}

/** The symptom that all refusals of this kind share. */
export function refusalText(exchange: Exchange): string {
  return exchange.received === undefined ? 'no response' : `rejected with ${statusOf(exchange)}`;
}

/** Milliseconds that the target took, without those in which this process could not read. */
export function ownTime({ took, lag }: Exchange): number {
  return took - lag;
}
