import { readOwnFile } from '../own-files.ts';

import type { Severity } from './severity.ts';

/** How binding a requirement is. MUST fails the run, SHOULD warns, MAY informs. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/**
 * Where a requirement comes from: a clause states it, this project derived it from a clause, published implementations
 * were observed to behave this way, or this project chose it. The last two inform and never fail a run.
 */
export const BASES = ['required', 'derived', 'observed', 'chosen'] as const;

export type Basis = (typeof BASES)[number];

/** The kind of finding in a share: schema violations of answers or of sent data, statuses, tokens. */
export type Kind = 'answer' | 'sent' | 'status' | 'token';

/** A part of the contract that one requirement owns: general requirements skip it, whether its check runs or not. */
export interface Share {
  /** Default: `answer`. */
  readonly of?: Kind;
  /** Default: all operations. */
  readonly operations?: readonly string[];
  /** A status, or a class of them such as `4xx`; default: all. */
  readonly status?: string;
  /** JSON pointers into the body: `*` is one key, a final `**` any number of keys; default: all. */
  readonly at?: readonly string[];
  /** Keywords of the schema; default: all. */
  readonly keywords?: readonly string[];
}

/** One normative sentence, as data. Every one has a check or states why it has none. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly title: string;
  /** The clause of the contract. */
  readonly clause: string;
  /**
   * The sentence of the contract that a derived requirement follows from. A derived requirement of an extension point
   * is a MUST exactly if there is one: the description of an operation, or of what it sends and returns, states it.
   */
  readonly sentence?: string;
  /** What breaks on the platform when it is violated. */
  readonly why: string;
  /** Applies only to targets with this capability. */
  readonly capability?: string;
  /** First version of the contract with this requirement. */
  readonly since?: string;
  /** Why no clause requires it, if its basis is observed or chosen. */
  readonly chosen?: string;
  readonly notTestedReason?: string;
  /** How to fix a violation, if the family of the requirement does not say it. */
  readonly fix?: string;
  /** Parts of the contract that it alone covers: requirements on every answer skip them. */
  readonly owns?: readonly Share[];
  /** Shared by every contract, so that a more specific requirement explains more. */
  readonly isGeneral?: true;
  /**
   * Priority as the headline of a cause with several requirements: first if a success violates it, or last if no other
   * requirement can be the headline.
   */
  readonly headline?: 'first' | 'last';
  /** The severity, if it does not follow from the level. */
  readonly severity?: Severity;
}

/**
 * The requirements that a release of a contract is scored by. The suite may grow, and no existing run fails because of
 * that.
 */
interface FrozenSet {
  readonly contract: string;
  readonly contractVersion: string;
  readonly scored: readonly string[];
  readonly notScored: readonly { readonly id: string; readonly reason: string }[];
  /** Requirements of every contract that do not apply to this one. */
  readonly notAsked?: readonly { readonly id: string; readonly reason: string }[];
}

const LATER = 'was added after the requirements of this contract version were frozen';

/** Requirements outside the frozen set inform and never fail a run. */
export function freeze(requirements: readonly Requirement[], file: string): Requirement[] {
  const set = readRegister<FrozenSet>(file);
  return requirements.map((requirement) => {
    const notAsked = set.notAsked?.find(({ id }) => id === requirement.id)?.reason;
    if (notAsked !== undefined) return { ...requirement, notTestedReason: notAsked };
    if (set.scored.includes(requirement.id)) return requirement;
    const reason = set.notScored.find(({ id }) => id === requirement.id)?.reason ?? LATER;
    return requirement.chosen === undefined
      ? { ...requirement, basis: 'chosen', chosen: reason }
      : requirement;
  });
}

/** The requirements of the named files under `requirements/`, in order. */
export function loadRequirements(files: readonly string[]): Requirement[] {
  return files.flatMap((file) => {
    const requirements = readRegister<Requirement[]>(file);
    return file === GENERAL
      ? requirements.map((one) => ({ ...one, isGeneral: true as const }))
      : requirements;
  });
}

/** The register of the requirements of every contract. */
const GENERAL = 'every-contract.json';

/** Files of this project: the tests assert their shape. */
function readRegister<T>(file: string): T {
  const content: T = JSON.parse(readOwnFile(`requirements/${file}`));
  return content;
}

/** The severity of a requirement: it follows from the level, if the requirement has none. */
export function severityOf({ level, chosen, severity }: Requirement): Severity {
  if (severity !== undefined) return severity;
  if (level === 'MAY' || chosen !== undefined) return 'untidy';
  return level === 'MUST' ? 'breaks' : 'degrades';
}
