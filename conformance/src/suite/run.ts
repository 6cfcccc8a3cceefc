import type { Check, Trial } from './check.ts';
import type { Contract } from './contract.ts';
import type { ConformanceOptions, Given, SampleRole } from './options.ts';
import type { Ownership } from './ownership.ts';
import type { CallParameters } from './request.ts';
import type { Requirement } from './requirement.ts';
import type { Session } from './session.ts';
import type { Tasks } from './tasks.ts';

/** The context of checks. */
export interface Run {
  readonly contract: Contract;
  readonly session: Session;
  readonly tasks: Tasks;
  readonly settings: Settings;
  readonly owners: Ownership;
  /** Creates the check of a requirement. */
  readonly check: CheckMaker;
  /** Text that no target can know; the same for the same seed. */
  readonly invent: (kind: 'uuid' | 'word') => string;
}

/** Options of the run, with their defaults. */
export interface Settings
  extends Given,
    Required<
      Pick<
        ConformanceOptions,
        'contractVersion' | 'pollBudget' | 'promptness' | 'readOnly' | 'manualDecisions'
      >
    >,
    Pick<ConformanceOptions, 'callback' | 'agent'> {
  /** Address of the target. */
  readonly target: URL;
  /** The requests have an Authorization header. */
  readonly credentials: boolean;
}

/** The scope of a check of a requirement. */
export interface Scope {
  /** The subject of the check, if the requirement has several checks. */
  readonly of?: string;
  readonly title?: string;
  readonly operation?: string;
  readonly phase?: Check['phase'];
}

export type CheckMaker = (
  requirement: string,
  scope: Scope,
  run: (trial: Trial) => Promise<void> | void,
) => Check;

/** Optional parameters, and an optional body, of an operation. */
export interface Company {
  readonly query: NonNullable<CallParameters['query']>;
  readonly value?: unknown;
}

/** The additions of a contract's file to the computed checks. */
export interface Subject {
  readonly checks: readonly Check[];
  /** Resolves when the operation exists; rejects with the reason when it does not. */
  gate(operation: string): Promise<void>;
  /** A request body that the operation should accept. */
  goodBody(operation: string): unknown;
  /** Parameters that the operation should accept; none when absent. */
  goodParameters?(operation: string): CallParameters;
  /** Optional parts that can accompany a parameter, so that the request is complete. */
  company?(operation: string, parameter: string): Company;
  /** An operation that changes nothing, for requests of unusual size. */
  readonly harmless?: string;
  /** Other operations that change nothing. */
  readonly changeNothing?: readonly string[];
  /** Other operations that get every wrong type: a refused request changes nothing. */
  readonly refusing?: readonly string[];
  /** The requirement whose check reports an operation as missing or broken. */
  readonly primary: Readonly<Record<string, string>>;
  /** Removes what the run has created and not removed yet. Returns the names of what it could not remove. */
  cleanUp(): Promise<readonly string[]>;
}

/** Ways in which a request can be made invalid. */
export type Fault = 'missing' | 'null' | 'type' | 'enum' | 'below' | 'above' | 'negative' | 'fraction';

/** Computed invalid requests that a requirement of the contract covers. */
export interface Claim {
  readonly requirement: string;
  /** Schema of a body, or of parameters: `OPERATION.query`, `OPERATION.header`. */
  readonly schema: string;
  readonly member: string;
  /** The tested operations; default: all that use the schema. */
  readonly operations?: readonly string[];
  readonly kinds: readonly Fault[];
  /** A type that published examples have instead of the correct one: accepting it is noted. */
  readonly tolerates?: 'number';
  /** Statuses that published contracts allow besides 400: they are noted. */
  readonly alsoStatuses?: readonly number[];
  /** The requirement that such a refusal names the missing member. */
  readonly named?: string;
}

/** A contract that the suite can test. */
export interface Suite {
  readonly contract: Contract;
  /** Files under `requirements/`. */
  readonly requirements: readonly string[];
  /** The file that lists the scored requirements. */
  readonly frozen: string;
  /** Requirements that computed invalid requests check. */
  readonly claims: readonly Claim[];
  /** Operations that may answer an unusable descriptor with findings instead of refusing it. */
  readonly findingsMayAnswer: readonly string[];
  /** Kinds of things whose names can be configured; none when absent. */
  readonly idKinds?: readonly string[];
  /** Purposes of further configured descriptors; none when absent. */
  readonly sampleRoles?: readonly SampleRole[];
  /** Operations that a run which only reads calls, too: they change nothing, although their contract does not say so. */
  readonly alsoReads?: readonly string[];
  /** Changes nothing unless the options allow it. */
  readonly readsOnly?: boolean;
  /** All its checks are computed for it: it shares none with the extension points. */
  readonly computesItsChecks?: boolean;
  open(run: Run): Subject;
}

/** Creates checks with the title of their requirement. */
export function createCheckMaker(requirements: ReadonlyMap<string, Requirement>): CheckMaker {
  return (requirement, scope, run) => {
    const title = requirements.get(requirement)?.title;
    if (title === undefined) throw new Error(`${requirement} is not in the register of requirements`);
    return {
      id: scope.of === undefined ? requirement : `${requirement}:${scope.of}`,
      requirement,
      title: scope.title ?? title,
      ...(scope.operation === undefined ? {} : { operation: scope.operation }),
      phase: scope.phase ?? 'active',
      run,
    };
  };
}
