import type { Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Headline } from './headlines.ts';
import type { Level } from './requirement.ts';
import type { Severity } from './severity.ts';
import type { ExitCode, FailOn, ProfileVerdict, Verdict } from './verdict.ts';

/** Version of this format; increased for incompatible changes. */
export const REPORT_VERSION = 1;

/** All results of a run, ready for JSON. Secrets are redacted. */
export interface Report {
  readonly format: 'tessera-conformance-report';
  readonly formatVersion: typeof REPORT_VERSION;
  readonly suite: {
    readonly version: string;
    readonly contract: string;
    /** The requested version of the contract. */
    readonly contractVersion: string;
    /** Hash of the contract that the suite was built from. */
    readonly contractHash: string;
    /** Where the documentation is served, without a slash at the end. */
    readonly docsUrl?: string;
  };
  readonly target: { readonly url: string };
  readonly run: {
    /** ISO 8601. */
    readonly startedAt: string;
    /** Milliseconds. */
    readonly duration: number;
    readonly seed: number;
    readonly requests: number;
    readonly tasks: number;
    readonly only: readonly string[];
    readonly skip: readonly string[];
    readonly readOnly: boolean;
    readonly interrupted: boolean;
    /** Which warnings end the run with exit code 1; absent: none. */
    readonly failOn?: FailOn;
  };
  readonly verdict: ProfileVerdict;
  readonly exitCode: ExitCode;
  /** Why the target could not be tested at all. */
  readonly obstacle?: string;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly capabilities: readonly {
    readonly id: string;
    readonly title: string;
    readonly present: boolean | 'unknown';
  }[];
  readonly headlines: readonly ReportedHeadline[];
  readonly checks: readonly ReportedCheck[];
  readonly notTested: readonly {
    readonly requirement: string;
    readonly level: Level;
    readonly title: string;
    readonly reason: string;
  }[];
  readonly staleWaivers: readonly StaleWaiver[];
  readonly notes: readonly string[];
  readonly exchanges: readonly ReportedExchange[];
}

/** A headline, and how to fix it. */
export interface ReportedHeadline extends Headline {
  readonly fix: string;
}

export interface ReportedCheck {
  readonly id: string;
  readonly requirement: string;
  readonly level: Level;
  /** The effect of the violation on the platform; a note is always untidy. */
  readonly severity: Severity;
  readonly derived: boolean;
  readonly title: string;
  readonly clause: string;
  readonly why: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly blockedBy?: string;
  readonly findings: readonly Finding[];
  readonly evidence: readonly number[];
}

export interface ReportedExchange extends Omit<Exchange, 'sent' | 'received'> {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly curl: string;
}

/** A waiver to remove: it has expired, or its violation has been fixed. */
export interface StaleWaiver {
  readonly id: string;
  readonly why: string;
}
