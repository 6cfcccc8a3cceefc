import { type DescribedCheck, describeChecks } from '../describe-checks.ts';

/** Says why a requirement has no mutant of its own. */
export type WhyShared = (contract: string, requirement: string) => string | undefined;

/** Markdown of all requirements with the wrong servers that each catches: what removing a check would let live. */
export async function renderChecks(contracts: readonly string[], why: WhyShared): Promise<string> {
  const parts = await Promise.all(contracts.map((contract) => renderContract(contract, why)));
  return `# Checks and mutants

Every requirement with its level and clause, and the wrong servers of \`mutants/\` that its checks catch. A mutant that
only one requirement catches is in **bold**: without that check it would live. Written by \`write-data.ts\`.

${parts.join('\n')}`;
}

async function renderContract(contract: string, why: WhyShared): Promise<string> {
  const checks = await describeChecks(contract);
  const requirements = [...new Map(checks.map((check) => [check.requirement, check])).values()];
  const catchers = countCatchers(requirements);
  const rows = requirements.map((one) => renderRow(one, checks, catchers));
  return `## ${contract}

${requirements.length} requirements, ${checks.length} checks, ${catchers.size} mutants caught.
${renderShared(contract, requirements, why)}
| Requirement | Level | Says | Clause | Checks | Catches |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function countCatchers(requirements: readonly DescribedCheck[]): Map<string, number> {
  const catchers = new Map<string, number>();
  for (const { mutants } of requirements)
    for (const { name } of mutants) catchers.set(name, (catchers.get(name) ?? 0) + 1);
  return catchers;
}

/** Binding requirements without a mutant of their own: what they catch others catch too. */
export function sharedRequirements(requirements: readonly DescribedCheck[]): DescribedCheck[] {
  const catchers = countCatchers(requirements);
  return requirements.filter(
    ({ level, chosen, mutants }) =>
      level === 'MUST' && chosen === undefined && mutants.every(({ name }) => catchers.get(name) !== 1),
  );
}

function renderShared(contract: string, requirements: readonly DescribedCheck[], why: WhyShared): string {
  const shared = sharedRequirements(requirements);
  if (shared.length === 0) return '';
  const told = shared.map(({ requirement }) => `- ${requirement}: ${why(contract, requirement) ?? '?'}`);
  return `
Binding requirements that no server breaks alone, and why; they stay because they name the cause:

${told.join('\n')}
`;
}

function renderRow(
  one: DescribedCheck,
  checks: readonly DescribedCheck[],
  catchers: ReadonlyMap<string, number>,
): string {
  const count = checks.filter(({ requirement }) => requirement === one.requirement).length;
  const mutants = one.mutants.map(({ name }) => (catchers.get(name) === 1 ? `**${name}**` : name));
  const cells = [one.requirement, one.level, one.what, one.clause, String(count), mutants.join(', ')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
