import { readOwnFile } from '../own-files.ts';
import type { Share } from './ownership.ts';
import type { Severity } from './severity.ts';

/** How binding a requirement is. MUST fails the run, SHOULD warns, MAY informs. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

/** One normative sentence, as data. Every one has a check or says why it has none. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  /** Follows from the contract without being said there in these words. */
  readonly derived?: true;
  readonly title: string;
  /** Where the contract says it. */
  readonly clause: string;
  /** What breaks on the platform when it is not kept. */
  readonly why: string;
  /** Applies only where this capability is there. */
  readonly capability?: string;
  /** First generation of the contract that says it. */
  readonly since?: string;
  /** Rests on a choice of this project: informs, never fails anybody. */
  readonly chosen?: string;
  readonly notTestedReason?: string;
  /** What to do about a violation, where the family of the requirement does not say it. */
  readonly fix?: string;
  /** Parts of the contract that it alone speaks of: requirements on every answer leave them to it. */
  readonly owns?: readonly Share[];
  /** True of every contract, so that what only one of them says tells more. */
  readonly isGeneral?: true;
  /** Whether it names what several requirements show: before all others where a success breaks it, or only when no other can. */
  readonly headline?: 'first' | 'last';
  /** The consequence, where it does not follow from the level. */
  readonly severity?: Severity;
}

/** What a release of a contract is scored by. The suite may grow; nobody fails after the fact. */
interface FrozenSet {
  readonly contract: string;
  readonly contractVersion: string;
  readonly scored: readonly string[];
  readonly notScored: readonly { readonly id: string; readonly reason: string }[];
  /** Said of every contract, and with no occasion in this one. */
  readonly notAsked?: readonly { readonly id: string; readonly reason: string }[];
}

const LATER = 'came after the set of requirements of this contract version was frozen';

/** Requirements outside of the frozen set inform and never fail anybody. */
export function freeze(requirements: readonly Requirement[], file: string): Requirement[] {
  const set = readRegister<FrozenSet>(file);
  return requirements.map((requirement) => {
    const notAsked = set.notAsked?.find(({ id }) => id === requirement.id)?.reason;
    if (notAsked !== undefined) return { ...requirement, notTestedReason: notAsked };
    if (set.scored.includes(requirement.id)) return requirement;
    const reason = set.notScored.find(({ id }) => id === requirement.id)?.reason ?? LATER;
    return { ...requirement, chosen: requirement.chosen ?? reason };
  });
}

/** The requirements of the named files under `requirements/`, in their order. */
export function loadRequirements(files: readonly string[]): Requirement[] {
  return files.flatMap((file) => {
    const requirements = readRegister<Requirement[]>(file);
    return file === GENERAL
      ? requirements.map((one) => ({ ...one, isGeneral: true as const }))
      : requirements;
  });
}

/** The register of what every contract asks. */
const GENERAL = 'every-contract.json';

/** Our own files: their shape is asserted by the tests. */
function readRegister<T>(file: string): T {
  const content: T = JSON.parse(readOwnFile(`requirements/${file}`));
  return content;
}
