import { readFileSync } from 'node:fs';

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
}

/** The requirements of the named files under `requirements/`, in their order. */
export function loadRequirements(files: readonly string[]): Requirement[] {
  return files.flatMap((file) => {
    const url = new URL(`../../requirements/${file}`, import.meta.url);
    const requirements: Requirement[] = JSON.parse(readFileSync(url, 'utf8'));
    return requirements;
  });
}
