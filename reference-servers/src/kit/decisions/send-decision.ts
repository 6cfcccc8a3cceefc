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

/** Maximum number of attempts. */
const MOST_TRIES = 5;

/** The pause after the first attempt, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE_MS = 1_000;

/** How long a platform may take to answer, in milliseconds. */
const ANSWER_LIMIT_MS = 10_000;

const { method, body } = remoteRequestHook.operations.requestApproval.callbacks[0];

/** Makes a sender that applies the rules to every address. */
export function createSender(clock: Clock, rules: AddressRules): SendDecision {
  const lookup = createGuardedLookup(rules);
  return async (address, decision, { signal = new AbortController().signal, tried } = {}) => {
    const unfit = findAddressProblem(address, rules);
    if (unfit !== undefined) return { outcome: 'failed', problem: `the address ${unfit}` };
    for (let count = 1; ; count += 1) {
      const { retry, delivery } = await attempt(address, decision, signal);
      if (delivery.outcome === 'failed') tried?.(delivery.problem);
      if (!retry || count === MOST_TRIES) return delivery;
      await clock.sleep(FIRST_PAUSE_MS * 2 ** (count - 1), signal);
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
