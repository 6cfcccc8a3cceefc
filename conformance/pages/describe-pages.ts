import { existsSync, readFileSync } from 'node:fs';
import { findSuite } from '../src/contracts.ts';
import { type DescribedCheck, describeChecks, describeRequirement } from '../src/describe-checks.ts';
import { freeze, loadRequirements, type Requirement } from '../src/suite/requirement.ts';
import type { Exhibits } from './exhibits.ts';

/** All that the documentation says about a requirement. */
export interface RequirementPage extends Exhibits {
  readonly id: string;
  /** Route of its page. */
  readonly page: string;
  readonly level: string;
  readonly derived: boolean;
  readonly severity: string;
  readonly title: string;
  readonly clause: string;
  readonly why: string;
  readonly means: string;
  readonly fix: string;
  readonly since?: string;
  /** What a server may do without, in words. */
  readonly capability?: string;
  /** Why it never fails anybody. */
  readonly chosen?: string;
  /** Why nothing checks it. */
  readonly notTested?: string;
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  /** `alone`: no other requirement catches it. */
  readonly mutants: readonly { readonly name: string; readonly crime: string; readonly alone: boolean }[];
}

/** The pages of a contract; the documentation renders them. */
export interface ContractPages {
  readonly contract: string;
  readonly title: string;
  readonly version: string;
  readonly requirements: readonly RequirementPage[];
}

/** Puts together what the register, the checks and the mutants say about every requirement of a contract. */
export async function describePages(
  contract: string,
  exhibits: Readonly<Record<string, Exhibits>>,
): Promise<ContractPages> {
  const suite = await findSuite(contract);
  const described = await describeChecks(contract);
  const catchers = countCatchers(described);
  const { capabilities, table } = suite.contract;
  const requirements = freeze(loadRequirements(suite.requirements), suite.frozen).map((requirement) => {
    const checks = described.filter((check) => check.requirement === requirement.id);
    const capability = capabilities.find(({ id }) => id === requirement.capability)?.title;
    return {
      ...pageFrom(contract, requirement, checks, catchers),
      ...(capability === undefined ? {} : { capability }),
      ...exhibits[requirement.id],
    };
  });
  return { contract, title: table.title, version: table.version, requirements };
}

function pageFrom(
  contract: string,
  requirement: Requirement,
  checks: readonly DescribedCheck[],
  catchers: ReadonlyMap<string, number>,
): RequirementPage {
  const { what, ...described } = describeRequirement(contract, requirement);
  const { notTestedReason } = requirement;
  return {
    id: requirement.id,
    title: what,
    ...described,
    derived: requirement.derived === true,
    ...(notTestedReason === undefined ? {} : { notTested: notTestedReason }),
    checks: checks.map(({ id, title }) => ({ id, title })),
    mutants: (checks[0]?.mutants ?? []).map(({ name, crime }) => ({
      name,
      crime,
      alone: catchers.get(name) === 1,
    })),
  };
}

/** By how many requirements each wrong server is caught. */
function countCatchers(checks: readonly DescribedCheck[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mutants } of new Map(checks.map((check) => [check.requirement, check])).values())
    for (const { name } of mutants) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What the written pages of a contract show, by requirement. */
export function readExhibits(contract: string): Record<string, Exhibits> {
  const file = new URL(`./${contract}.json`, import.meta.url);
  if (!existsSync(file)) return {};
  const { requirements }: ContractPages = JSON.parse(readFileSync(file, 'utf8'));
  return Object.fromEntries(
    requirements.map(({ id, looksAt, wrong, right }) => [
      id,
      {
        ...(looksAt === undefined ? {} : { looksAt }),
        ...(wrong === undefined ? {} : { wrong }),
        ...(right === undefined ? {} : { right }),
      },
    ]),
  );
}
