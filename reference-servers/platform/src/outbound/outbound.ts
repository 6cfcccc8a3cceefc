import type { Transport, WireAnswer, WireRequest } from '@tessera/client';
import { createUndiciTransport } from '@tessera/client/undici';
import {
  type AddressRules,
  createGuardedLookup,
  findAddressProblem,
} from '@tessera/reference-servers/harness';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll, type IPolicy } from 'cockatiel';
import { Agent } from 'undici';
import { storableText } from '../text/storable.ts';
import { maskBody, maskHeaders, maskUrl } from './mask.ts';

/** A request to an extension point and its answer, without secrets. */
export interface Exchange {
  readonly at: Date;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  /** Absent when no answer arrived. */
  readonly status: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | undefined;
  /** Which bodies were cut. */
  readonly cut: readonly ('request' | 'response')[];
  readonly durationMs: number;
  /** Why no answer arrived. */
  readonly error: string | undefined;
}

/** Where calls may go, and how many may run concurrently. */
export interface OutboundOptions {
  /** Hosts that may be called, as `name` or `name:port`; every host when absent, link-local addresses never. */
  readonly allowedHosts?: () => readonly string[] | undefined;
  /** Concurrent calls to one server. */
  readonly callsPerServer: number;
  readonly now: () => Date;
}

/** The only client of other servers. */
export interface Outbound {
  /** Carries calls of a client, and reports each exchange to `record`. */
  transport(record: (exchange: Exchange) => Promise<void>): Transport;
  /** Why an address is not allowed, to continue a sentence; undefined when it is. */
  findProblem(url: string): string | undefined;
  /** Whether a server responds at an address in time, with any status. */
  canReach(url: string, ms: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Maximum length of a stored body, in characters. */
const KEPT_BODY = 64 * 1024;

/** Maximum size of a registering server's response, which may be any page; in bytes. */
const LARGEST_PAGE = 16 * 1024 * 1024;

/** Number of consecutive failed connections after which calls to a server pause. */
const FAILURES_IN_A_ROW = 5;

/** How long calls to such a server pause, in milliseconds. */
const LEFT_ALONE_MS = 10_000;

/** Opens the connections of a platform to the servers that it calls. */
export function openOutbound({ allowedHosts, callsPerServer, now }: OutboundOptions): Outbound {
  const rulesOf = (url: string): AddressRules => ({
    allowedHosts: allowedHosts?.() ?? (URL.canParse(url) ? [new URL(url).host] : []),
    allowPrivate: true,
  });
  // The host is checked before; the resolved address, with each connection.
  const lookup = createGuardedLookup({ allowedHosts: [], allowPrivate: true });
  const agent = new Agent({ connections: callsPerServer, connect: { lookup } });
  const send = createUndiciTransport({ dispatcher: agent });
  const breakers = new Map<string, IPolicy>();
  /** Why the latest call of each server failed. */
  const problems = new Map<string, string>();
  const masks = { request: createMask(), response: createMask() };

  function breakerOf(origin: string): IPolicy {
    const known = breakers.get(origin);
    if (known !== undefined) return known;
    const breaker = new ConsecutiveBreaker(FAILURES_IN_A_ROW);
    const made = circuitBreaker(handleAll, { halfOpenAfter: LEFT_ALONE_MS, breaker });
    breakers.set(origin, made);
    return made;
  }

  async function carry(request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
    const problem = findAddressProblem(request.url, rulesOf(request.url));
    if (problem !== undefined) throw new Error(`the address ${problem}`);
    const { origin } = new URL(request.url);
    try {
      return await breakerOf(origin).execute(() => send(request, signal));
    } catch (cause) {
      if (!(cause instanceof BrokenCircuitError)) {
        problems.set(origin, cause instanceof Error ? cause.message : String(cause));
        throw cause;
      }
      const seconds = LEFT_ALONE_MS / 1000;
      // Without its cause: users would look at the innermost one, and that does not describe the server.
      throw new Error(
        `${origin} failed ${FAILURES_IN_A_ROW} times in a row (${problems.get(origin)}); it is called again after ${seconds} s`,
      );
    }
  }

  return {
    transport: (record) => async (request, signal) => {
      const at = now();
      const start = performance.now();
      let answer: WireAnswer | undefined;
      let error: string | undefined;
      try {
        answer = await carry(request, signal);
        return answer;
      } catch (cause) {
        error = cause instanceof Error ? cause.message : String(cause);
        throw cause;
      } finally {
        const durationMs = Math.round(performance.now() - start);
        await record(describe(request, answer, { at, durationMs, error }, masks));
      }
    },
    findProblem: (url) => findAddressProblem(url, rulesOf(url)),
    canReach: async (url, ms) => {
      const request = {
        method: 'GET',
        url,
        path: '/',
        headers: {},
        body: undefined,
        maxResponseBytes: LARGEST_PAGE,
      };
      try {
        await carry(request, AbortSignal.timeout(ms));
        return true;
      } catch {
        return false;
      }
    },
    close: () => agent.close(),
  };
}

/** The body to store for a body, without secrets. */
type Mask = (text: string) => string;

/** Masks bodies. The one before is remembered, because many policies ask an engine about the same descriptor. */
function createMask(): Mask {
  let latest = { text: '', masked: '' };
  return (text) => {
    if (text !== latest.text) latest = { text, masked: storableText(maskBody(text, KEPT_BODY)) };
    return latest.masked;
  };
}

function describe(
  request: WireRequest,
  answer: WireAnswer | undefined,
  about: Pick<Exchange, 'at' | 'durationMs' | 'error'>,
  masks: Readonly<Record<'request' | 'response', Mask>>,
): Exchange {
  const cut: ('request' | 'response')[] = [];
  const keep = (which: 'request' | 'response', text: string | undefined): string | undefined => {
    if (text === undefined) return undefined;
    if (text.length > KEPT_BODY) cut.push(which);
    return masks[which](text);
  };
  return {
    ...about,
    method: request.method,
    url: maskUrl(request.url),
    requestHeaders: maskHeaders(Object.entries(request.headers)),
    requestBody: keep('request', request.body),
    status: answer?.status,
    responseHeaders: maskHeaders(answer?.headers ?? []),
    responseBody: keep('response', answer?.text),
    cut,
  };
}
