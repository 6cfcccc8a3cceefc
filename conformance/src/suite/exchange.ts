import { at, listOf } from './json.ts';

/** One request and what came of it. The journal of a run is a list of these; every verdict cites them by id. */
export interface Exchange {
  readonly id: number;
  /** What the suite wanted to know, for a reader of the report. */
  readonly label: string;
  readonly operation: string;
  readonly intent: Intent;
  readonly sent: Sent;
  readonly received?: Received;
  /** Why there is no answer. */
  readonly failure?: string;
  /** Milliseconds since the run began. */
  readonly at: number;
  /** Milliseconds until the whole answer was read. */
  readonly took: number;
  /** Milliseconds of that in which this process could not read, because the machine was busy. */
  readonly lag: number;
}

/**
 * What the contract says about the request: `valid` is proven to satisfy it, `invalid` is proven not to, `stray` reaches
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
  /** The body before it became text; absent when it is no JSON. */
  readonly value?: unknown;
  /** The task that the path names, where the suite put a token into it. */
  readonly token?: string;
  /** Went to a method or a path that the contract does not have: nothing is said about the answer. */
  readonly elsewhere?: true;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; absent when it is no JSON. */
  readonly json?: { readonly value: unknown };
  /** Lower case, without parameters; empty when the header is missing. */
  readonly mediaType: string;
  /** The bytes were no UTF-8. */
  readonly garbled?: true;
}

/** The status of the answer, 0 when there was none. */
export function statusOf(exchange: Exchange): number {
  return exchange.received?.status ?? 0;
}

/** The JSON body of the answer, undefined when there is none. */
export function bodyOf(exchange: Exchange): unknown {
  return exchange.received?.json?.value;
}

/** True when the status of the answer is 2xx. */
export function succeeded(exchange: Exchange): boolean {
  return Math.trunc(statusOf(exchange) / 100) === 2;
}

/** The answer in a few words. */
export function describeAnswer(exchange: Exchange): string {
  const { received, failure } = exchange;
  if (received === undefined) return failure ?? 'no answer';
  const { status, text } = received;
  const media = received.mediaType === '' ? 'without media type' : received.mediaType;
  const body = text.replaceAll(/\s+/g, ' ').trim();
  const shown = body.length > 160 ? `${body.slice(0, 159)}…` : body;
  return shown === '' ? `${status} without body` : `${status} ${media}: ${shown}`;
}

/** A validation found the request or its descriptor invalid, and says why. */
export function tellsFindings(exchange: Exchange): boolean {
  const body = bodyOf(exchange);
  return (
    statusOf(exchange) === 200 &&
    at(body, 'valid') === false &&
    listOf(at(body, 'error', 'errors')).length > 0
  );
}

/** The status of the answer in words, also where there was no answer. */
export function statusText({ received }: Exchange): string {
  return received === undefined ? 'no answer' : String(received.status);
}

/** How a request was refused, as the symptom that all such refusals share. */
export function refusalText(exchange: Exchange): string {
  return exchange.received === undefined ? 'no answer' : `refused with ${statusOf(exchange)}`;
}

/** Milliseconds that the target took, without those in which this process could not read. */
export function ownTime({ took, lag }: Exchange): number {
  return took - lag;
}
