import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Authenticate } from '../harness/bind.ts';
import type { Mount } from '../harness/mount.ts';
import { Problem } from '../harness/problem.ts';
import { type AddressRules, findAddressProblem, LOOPBACK_HOSTS } from '../kit/decisions/decision-address.ts';
import { createSender } from '../kit/decisions/send-decision.ts';
import type { MountOptions } from '../kit/mount-handlers.ts';
import { mountRemoteRequestHook, type RemoteRequestHookHandlers } from '../kit/remote-request-hook.ts';
import { systemClock } from '../runtime/clock.ts';
import { randomIds } from '../runtime/ids.ts';
import { type AutomaticDecision, createApprovals } from './approvals.ts';
import { addDecisionPages, DECISIONS } from './decision-pages.ts';
import { DEFAULT_TASK_MS } from './task-time.ts';

/** The decision mode: approve all, reject all, or let a person decide. */
export type DecisionRule = 'approve' | 'reject' | 'manual';

/** Options of a service for approvals. */
export interface RemoteRequestHookOptions extends Partial<AddressRules>, MountOptions {
  /** The decision mode: approve all, reject all, or let a person decide on a page. Default `approve`. */
  readonly decision?: DecisionRule;
  /** How long an automatic decision takes, in milliseconds. Default 500. */
  readonly decisionMs?: number;
  /** What senders must send as `Authorization: Bearer SECRET`. Default: every sender is trusted. */
  readonly secret?: string;
  /** How long automatic decisions, and decisions being sent, may continue on shutdown. Default: not at all. */
  readonly drainTimeout?: number;
  /** Address under which people reach the service with its prefix. Default: where it listens. */
  readonly publicUrl?: string;
}

/** How long a decision is retried, in milliseconds. Requests are in memory, so fewer are kept than in a real service. */
const RETRY_FOR_MS = 60_000;

/** The decisions of the two rules. */
const AUTOMATIC = {
  approve: { status: 'OK', message: 'Approved by a rule that approves everything.' },
  reject: { status: 'KO', message: 'Rejected by a rule that rejects everything.' },
} as const;

/** A service for approvals as a part of a server. */
export function createRemoteRequestHook(options: RemoteRequestHookOptions = {}): Mount {
  const { decision = 'approve', secret, publicUrl, decisionMs = DEFAULT_TASK_MS, drainTimeout = 0 } = options;
  const { clock = systemClock, ids = randomIds } = options;
  const { allowedHosts = LOOPBACK_HOSTS, allowPrivate = false } = options;
  const rules: AddressRules = { allowedHosts, allowPrivate };
  const automatic: AutomaticDecision | undefined =
    decision === 'manual' ? undefined : { ...AUTOMATIC[decision], afterMs: decisionMs };

  let origin = () => publicUrl;
  const pageOf = (id: string): string | undefined => {
    const base = origin();
    return base === undefined
      ? undefined
      : `${base.replace(/\/+$/, '')}${DECISIONS}/${encodeURIComponent(id)}`;
  };
  const approvals = createApprovals({
    clock,
    ids,
    pageOf,
    send: createSender(clock, rules, RETRY_FOR_MS),
    ...(automatic === undefined ? {} : { automatic }),
  });

  const handlers: RemoteRequestHookHandlers = {
    requestApproval: ({ body, headers }, { log }) => {
      const problem = findAddressProblem(body.respondToUrl, rules);
      if (problem !== undefined)
        throw new Problem('HOOK_REQUEST_INVALID', { field: 'respondToUrl', problem });
      const { id } = approvals.take(headers['X-Request-ID'], body, log);
      const message = automatic === undefined ? 'A user must decide.' : 'A rule decides in a moment.';
      const url = pageOf(id);
      const tracking = url === undefined ? {} : { tracking: { id, url } };
      return { hookInfo: { status: 'accepted', message }, ...tracking };
    },
  };
  let log: FastifyBaseLogger | undefined;
  const mount = mountRemoteRequestHook(handlers, {
    ...options,
    pages: (scope) => {
      log = scope.log;
      origin = () => publicUrl ?? originOf(scope);
      addDecisionPages(scope, approvals, publicUrl);
    },
    close: () => {
      const left = approvals.close();
      if (left.length > 0)
        log?.warn({ ids: left }, 'requests for approval end with the server, without a word to who asked');
    },
    ...(secret === undefined ? {} : { authenticate: bearerOf(secret) }),
  });
  return { ...mount, running: approvals.running, drain: () => approvals.drain(drainTimeout) };
}

/** Compares digests in constant time, so that timing reveals neither the length nor the content of the secret. */
function bearerOf(secret: string): Authenticate {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return ({ headers }) => {
    // The name of the scheme is case-insensitive (RFC 9110, 11.1).
    const [, given] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

/** Where the server can be reached from this machine; `undefined` while it does not listen. */
function originOf({ server, prefix }: FastifyInstance): string | undefined {
  const address = server.address();
  if (address === null || typeof address === 'string') return undefined;
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address] ?? bracketed(address.address);
  return `http://${host}:${address.port}${prefix}`;
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
