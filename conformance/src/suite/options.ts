import type { Agent, Server } from 'node:http';
import type { Exchange } from './exchange.ts';
import type { Tls } from './http.ts';
import type { Outcome } from './runner.ts';
import type { FailOn } from './verdict.ts';
import type { Waiver } from './waivers.ts';

/** Options for testing a running implementation. */
export interface ConformanceOptions {
  /** For example `tech-adapter`. */
  readonly contract: string;
  /** Address under which the paths of the contract begin, with any prefix or none. */
  readonly url: URL;
  /** YAML text of a descriptor that the target can deploy. */
  readonly descriptor?: string;
  /** Further descriptors by purpose: YAML texts, and any text for invalid ones. */
  readonly samples?: GivenSamples;
  /** Names of existing things, by kind of thing, for example `environment`. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Valid request bodies, by operation. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  /** Version of the contract that the target implements; default: the newest. */
  readonly contractVersion?: string;
  /** Requirement or check ids; everything when empty. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Operations that are never called, not even to clean up. */
  readonly exclude?: readonly string[];
  /** Sent with every request. Values of headers that look like secrets never reach a report. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: Tls;
  /** Sends through this proxy. */
  readonly proxy?: URL;
  /** Opens the connections, for example to a Unix socket or in memory; default: a pool of sockets. */
  readonly agent?: Agent;
  /** Milliseconds for one answer; default: `DEFAULTS.timeout`. */
  readonly timeout?: number;
  /** Milliseconds that a task may take; default: `DEFAULTS.pollBudget`. */
  readonly pollBudget?: number;
  /** Milliseconds for an answer that must not wait for work; default: `DEFAULTS.promptness`. */
  readonly promptness?: number;
  /** Invalid requests in flight at a time; default: `DEFAULTS.concurrency`. */
  readonly concurrency?: number;
  /** Maximum number of requests; default: `DEFAULTS.maxRequests`. */
  readonly maxRequests?: number;
  /** Nothing is created, changed or removed; default: false, and true for a platform. */
  readonly readOnly?: boolean;
  /** Where the target reaches the suite, with the requests that it sends on its own; default: loopback. */
  readonly callback?: Callback;
  /** People make the decisions: the run does not wait for them. */
  readonly manualDecisions?: boolean;
  /** Where the documentation is served, without a slash at the end: reports link to its pages. */
  readonly docsUrl?: string;
  /** Violations that are temporarily accepted. */
  readonly waivers?: readonly Waiver[];
  /** Makes invented tokens reproducible. */
  readonly seed?: number;
  /** Flaky checks or requirements. */
  readonly flaky?: readonly string[];
  /**
   * Which warnings, besides failures, end the run with exit code 1: none (`must`), those that break a deployment, or
   * all.
   */
  readonly failOn?: FailOn;
  /** Ends the run early: it removes what it created, and the report says that it was interrupted. */
  readonly signal?: AbortSignal;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with every outcome as it is known; secrets are redacted. */
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Called once, before the first request, with the number of checks. */
  readonly onPlan?: (checks: number) => void;
}

/** Where a target reaches the suite. */
export interface Callback {
  readonly url: URL;
  /** Port to listen on; that of the address when absent. */
  readonly port?: number;
  /** Makes a server listen on something other than a port, for example in memory. */
  readonly listen?: (server: Server) => Promise<void>;
}

/** The purpose of a further configured descriptor; `violating` is a request body of an engine. */
export const SAMPLE_ROLES = ['invalid', 'other', 'enriched', 'results', 'forbidden', 'violating'] as const;
export type SampleRole = (typeof SAMPLE_ROLES)[number];

/** Texts of descriptors, by purpose. */
export type GivenSamples = Readonly<Partial<Record<SampleRole, readonly string[]>>>;

/** Configured input for requests. */
export type Given = Pick<ConformanceOptions, 'descriptor' | 'samples' | 'ids' | 'bodies' | 'exclude'>;
