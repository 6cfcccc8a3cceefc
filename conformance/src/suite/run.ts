import type { Server } from 'node:http';
import type { Check, Trial } from './check.ts';
import type { Contract } from './contract.ts';
import type { GivenSamples, SampleRole } from './given.ts';
import type { Ownership } from './ownership.ts';
import type { Call } from './request.ts';
import type { Requirement } from './requirement.ts';
import type { Session } from './session.ts';
import type { Tasks } from './tasks.ts';

/** What checks work with. */
export interface Run {
  readonly contract: Contract;
  readonly session: Session;
  readonly tasks: Tasks;
  readonly settings: Settings;
  readonly owners: Ownership;
  /** Makes the check of a requirement. */
  readonly check: CheckMaker;
  /** Text that no target can know; the same for the same seed. */
  readonly invent: (kind: 'uuid' | 'word') => string;
}

/** What the caller decided. Times in milliseconds. */
export interface Settings {
  /** The generation of the contract that the target implements. */
  readonly contractVersion: string;
  /** How long a task may take. */
  readonly pollBudget: number;
  /** How long an answer may take that must not wait for the work. */
  readonly promptness: number;
  /** Nothing is created, changed or removed. */
  readonly readOnly: boolean;
  /** Where the target listens. */
  readonly target: URL;
  /** Absent when the target runs on the same machine. */
  readonly callback?: Callback;
  /** Decisions are taken by people: nobody waits for them. */
  readonly manualDecisions: boolean;
  /** The caller proves itself with an Authorization header. */
  readonly credentials: boolean;
  /** Text of the caller's own descriptor. */
  readonly descriptor?: string;
  /** Further descriptors of the caller, by what they are for. */
  readonly samples?: GivenSamples;
  /** Names of things that are there, by kind of thing. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Good request bodies of the caller, by operation. */
  readonly bodies?: Readonly<Record<string, unknown>>;
}

/** Where a target reaches the suite. */
export interface Callback {
  readonly url: URL;
  /** To listen on; that of the address when absent. */
  readonly port?: number;
  /** Lets a server listen in another way than on a port, for example in memory. */
  readonly listen?: (server: Server) => Promise<void>;
}

/** Where a check of a requirement applies. */
export interface Scope {
  /** What it is asked of, when the requirement has several checks. */
  readonly of?: string;
  readonly title?: string;
  readonly operation?: string;
  readonly phase?: 'active' | 'last';
}

export type CheckMaker = (
  requirement: string,
  scope: Scope,
  run: (trial: Trial) => Promise<void> | void,
) => Check;

/** Parameters, and a body, that an operation can do without. */
export interface Company {
  readonly query: NonNullable<NonNullable<Call['parameters']>['query']>;
  readonly value?: unknown;
}

/** What a contract's own file adds to the computed checks. */
export interface Subject {
  readonly checks: readonly Check[];
  /** Resolves when the operation is there; rejects with the reason when it is not. */
  gate(operation: string): Promise<void>;
  /** A request body that the operation should accept. */
  goodBody(operation: string): unknown;
  /** Parameters that the operation should accept; none when absent. */
  goodParameters?(operation: string): NonNullable<Call['parameters']>;
  /** What may be left out and can stand beside a parameter, that the whole of a request is said. */
  company?(operation: string, parameter: string): Company;
  /** An operation that changes nothing, for requests of unusual size. */
  readonly harmless?: string;
  /** Others that change nothing. */
  readonly changeNothing?: readonly string[];
  /** Others that are asked with every wrong type: what they refuse changes nothing. */
  readonly refusing?: readonly string[];
  /** The requirement whose check says that an operation is missing or broken. */
  readonly primary: Readonly<Record<string, string>>;
  /** Removes what the run has created and not removed yet. */
  cleanUp(): Promise<void>;
}

/** Ways in which a request can be made invalid. */
export type Fault = 'missing' | 'null' | 'type' | 'enum' | 'below' | 'above' | 'negative' | 'fraction';

/** Computed negatives that a requirement of the contract speaks of. */
export interface Claim {
  readonly requirement: string;
  /** Of a body, or of parameters: `OPERATION.query`, `OPERATION.header`. */
  readonly schema: string;
  readonly member: string;
  /** Those that are asked; default: all that take the schema. */
  readonly operations?: readonly string[];
  readonly kinds: readonly Fault[];
  /** A type that published examples show in place of the due one: accepting it is noted. */
  readonly tolerates?: 'number';
  /** Statuses that published contracts leave open beside 400: they are noted. */
  readonly alsoStatuses?: readonly number[];
  /** The requirement that such a refusal says which member is missing. */
  readonly named?: string;
}

/** A contract that can be judged. */
export interface Suite {
  readonly contract: Contract;
  /** Files under `requirements/`. */
  readonly requirements: readonly string[];
  /** The file that says which of them are scored. */
  readonly frozen: string;
  /** Requirements that computed negative requests answer for. */
  readonly claims: readonly Claim[];
  /** Operations that may answer an unusable descriptor with findings instead of refusing it. */
  readonly findingsMayAnswer: readonly string[];
  /** Kinds of things whose names a caller can give; none when absent. */
  readonly idKinds?: readonly string[];
  /** What further descriptors of the caller can be for; none when absent. */
  readonly sampleRoles?: readonly SampleRole[];
  /** Changes nothing unless the caller allows it. */
  readonly readsOnly?: boolean;
  /** Its own checks are all there are: it shares none with the extension points. */
  readonly computesItsChecks?: boolean;
  open(run: Run): Subject;
}

/** Makes checks that carry the title of their requirement. */
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
