import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import type { HookUpdate } from '@tessera/contracts/types/remote-request-hook';
import type { Clock } from '../../runtime/clock.ts';
import { withTimeLimit } from '../../runtime/time-limit.ts';
import {
  AddressRefused,
  type AddressRules,
  createGuardedLookup,
  findAddressProblem,
} from './decision-address.ts';

/** The outcome of sending a decision. */
export type Delivery =
  /** The platform accepted it. */
  | { readonly outcome: 'taken' }
  /** The platform already had a decision. */
  | { readonly outcome: 'too late' }
  /** The sender gave up. */
  | { readonly outcome: 'failed'; readonly problem: string };

/** Further options of sending a decision. */
export interface SendOptions {
  /** Aborted to stop retrying; the returned promise then rejects. */
  readonly signal?: AbortSignal;
  /** Called after each failed attempt. */
  readonly tried?: (problem: string) => void;
}

/** Sends a decision to an address, with retries. */
export type SendDecision = (
  address: string,
  decision: HookUpdate,
  options?: SendOptions,
) => Promise<Delivery>;

/** Shortest and longest pause between two attempts, in milliseconds. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** How long a decision is retried by default, in milliseconds: a platform may be down for a weekend. */
const RETRY_FOR_MS = 3 * 24 * 3_600_000;

/** How long a platform may take to answer, in milliseconds. */
const ANSWER_LIMIT_MS = 10_000;

const { method, body } = remoteRequestHook.operations.requestApproval.callbacks[0];

/**
 * Makes a sender that applies the rules to every address.
 * @param retryFor How long a decision is retried, in milliseconds. Default: three days
 */
export function createSender(clock: Clock, rules: AddressRules, retryFor = RETRY_FOR_MS): SendDecision {
  const lookup = createGuardedLookup(rules);
  return async (address, decision, { signal = new AbortController().signal, tried } = {}) => {
    const unfit = findAddressProblem(address, rules);
    if (unfit !== undefined) return { outcome: 'failed', problem: `the address ${unfit}` };
    // The sum of the pauses: the system clock may be set back or ahead.
    let age = 0;
    for (;;) {
      const { retry, delivery } = await attempt(address, decision, signal);
      if (delivery.outcome === 'failed') tried?.(delivery.problem);
      if (!retry || age > retryFor) return delivery;
      const pause = pauseAfter(age);
      await clock.sleep(pause, signal);
      age += pause;
    }
  };

  async function attempt(address: string, decision: HookUpdate, signal: AbortSignal): Promise<Attempt> {
    try {
      const status = await withTimeLimit(clock, ANSWER_LIMIT_MS, signal, (limited) =>
        exchange(new URL(address), JSON.stringify(decision), lookup, limited),
      );
      return judge(status);
    } catch (cause) {
      signal.throwIfAborted();
      const problem = cause instanceof Error ? cause.message : 'the connection failed';
      const retry = !(cause instanceof AddressRefused);
      return { retry, delivery: { outcome: 'failed', problem } };
    }
  }
}

/** Each pause is as long as all the time before it, so the pauses double, up to an hour. */
function pauseAfter(age: number): number {
  return Math.min(Math.max(age, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}

interface Attempt {
  readonly retry: boolean;
  readonly delivery: Delivery;
}

/** A 404 may come from a platform that is just starting; the other statuses are temporary. All others are permanent. */
const PASSING: readonly number[] = [404, 408, 429];

function judge(status: number): Attempt {
  if (status >= 200 && status < 300) return { retry: false, delivery: { outcome: 'taken' } };
  if (status === 409) return { retry: false, delivery: { outcome: 'too late' } };
  const problem = `the platform answered ${status}`;
  return { retry: PASSING.includes(status) || status >= 500, delivery: { outcome: 'failed', problem } };
}

/** One request; returns the status. Redirects are not followed, and the body of the response is not read. */
function exchange(url: URL, text: string, lookup: LookupFunction, signal: AbortSignal): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http;
  const headers = { 'content-type': body.mediaType, 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    // A separate connection: a pooled one could have been opened to another address.
    const sent = request(url, { method, headers, lookup, signal, agent: false }, (answer) => {
      answer.on('error', () => undefined); // the body is ignored
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
