import { BENCHES } from '../mutants/benches.ts';
import { findSuite } from '../src/contracts.ts';
import { type DescribedCheck, describeChecks, describeRequirement } from '../src/describe-checks.ts';
import { type Basis, freeze, loadRequirements, type Requirement } from '../src/suite/requirement.ts';
import type { Example } from './example-runs.ts';
import { type Exhibits, exhibitsFor } from './exhibits.ts';

/** The content of the documentation page of a requirement. */
export interface RequirementPage extends Exhibits {
  readonly id: string;
  /** The route of the page. */
  readonly page: string;
  readonly level: string;
  readonly basis: Basis;
  readonly severity: string;
  readonly title: string;
  readonly clause: string;
  /** The sentence of the contract that it follows from, if it is derived and binds. */
  readonly sentence?: string;
  readonly why: string;
  readonly means: string;
  readonly fix: string;
  readonly since?: string;
  /** The title of the optional capability that the requirement belongs to. */
  readonly capability?: string;
  /** Why a violation never fails a run, if the basis is observed or chosen. */
  readonly chosen?: string;
  /** Why no check covers the requirement. */
  readonly notTested?: string;
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  /** The mutants that its checks must catch. */
  readonly mutants: readonly { readonly name: string; readonly defect: string }[];
}

/** The pages of a contract; the documentation renders them. */
export interface ContractPages {
  readonly contract: string;
  readonly title: string;
  readonly version: string;
  readonly requirements: readonly RequirementPage[];
}

/** Combines the register, the checks, the mutants and the examples of every requirement of a contract. */
export async function describePages(
  contract: string,
  examples: readonly Example[] = [],
): Promise<ContractPages> {
  const suite = await findSuite(contract);
  const described = await describeChecks(contract);
  const mutants = BENCHES.find((bench) => bench.contract === contract)?.mutants ?? [];
  const right = examples.find((one) => one.right !== undefined)?.right ?? { exchanges: {}, looks: {} };
  const { capabilities, table } = suite.contract;
  const requirements = freeze(loadRequirements(suite.requirements), suite.frozen).map((requirement) => {
    const checks = described.filter((check) => check.requirement === requirement.id);
    const capability = capabilities.find(({ id }) => id === requirement.capability)?.title;
    const wrong = examples.find((one) => one.requirement === requirement.id)?.wrong;
    return {
      ...pageFrom(contract, requirement, checks),
      mutants: mutants
        .filter(({ caughtBy }) => caughtBy === requirement.id)
        .map(({ name, defect }) => ({ name, defect })),
      ...(capability === undefined ? {} : { capability }),
      ...exhibitsFor(requirement.id, right, wrong),
    };
  });
  return { contract, title: table.title, version: table.version, requirements };
}

function pageFrom(
  contract: string,
  requirement: Requirement,
  checks: readonly DescribedCheck[],
): Omit<RequirementPage, 'mutants'> {
  const { what, ...described } = describeRequirement(contract, requirement);
  const { notTestedReason } = requirement;
  return {
    id: requirement.id,
    title: what,
    ...described,
    basis: requirement.basis,
    ...(notTestedReason === undefined ? {} : { notTested: notTestedReason }),
    checks: checks.map(({ id, title }) => ({ id, title })),
  };
}
