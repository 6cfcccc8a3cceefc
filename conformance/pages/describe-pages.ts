import { BENCHES } from '../mutants/benches.ts';
import { findSuite } from '../src/contracts.ts';
import { type DescribedCheck, describeChecks, describeRequirement } from '../src/describe-checks.ts';
import type { ContractPages, RequirementPage } from '../src/requirement-page.ts';
import { freeze, loadRequirements, type Requirement } from '../src/suite/requirement.ts';
import { checksThatOnlyRead, type Example } from './example-runs.ts';
import { exhibitsFor } from './exhibits.ts';

/** Combines the register, the checks, the mutants and the examples of every requirement of a contract. */
export async function describePages(
  contract: string,
  examples: readonly Example[] = [],
): Promise<ContractPages> {
  const suite = await findSuite(contract);
  const described = await describeChecks(contract);
  const mutants = BENCHES.find((bench) => bench.contract === contract)?.mutants ?? [];
  const reading = await checksThatOnlyRead(contract);
  const right = examples.find((one) => one.right !== undefined)?.right ?? { exchanges: {}, looks: {} };
  const { capabilities, table } = suite.contract;
  const requirements = freeze(loadRequirements(suite.requirements), suite.frozen).map((requirement) => {
    const checks = described.filter((check) => check.requirement === requirement.id);
    const capability = capabilities.find(({ id }) => id === requirement.capability)?.title;
    const readOnly = reading && checks.filter(({ id }) => reading.has(id)).length;
    const wrong = examples.find((one) => one.requirement === requirement.id)?.wrong;
    return {
      ...pageFrom(contract, requirement, checks),
      mutants: mutants
        .filter(({ caughtBy }) => caughtBy === requirement.id)
        .map(({ name, defect }) => ({ name, defect })),
      ...(capability === undefined ? {} : { capability }),
      ...(readOnly === undefined || readOnly === checks.length ? {} : { runsReadOnly: readOnly }),
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
