import { type DescribedCheck, describeChecks } from '../describe-checks.ts';

/** Markdown of all requirements with the wrong servers that each catches: what removing a check would let live. */
export async function renderChecks(contracts: readonly string[]): Promise<string> {
  const parts = await Promise.all(contracts.map(renderContract));
  return `# Checks and mutants

Every requirement with its level and clause, and the wrong servers of \`mutants/\` that its checks catch. A mutant that
only one requirement catches is in **bold**: without that check it would live. Written by \`write-data.ts\`.

${parts.join('\n')}`;
}

async function renderContract(contract: string): Promise<string> {
  const checks = await describeChecks(contract);
  const requirements = [...new Map(checks.map((check) => [check.requirement, check])).values()];
  const catchers = new Map<string, number>();
  for (const { mutants } of requirements)
    for (const { name } of mutants) catchers.set(name, (catchers.get(name) ?? 0) + 1);
  const rows = requirements.map((one) => renderRow(one, checks, catchers));
  const caught = catchers.size;
  return `## ${contract}

${requirements.length} requirements, ${checks.length} checks, ${caught} mutants caught.
${renderShared(requirements, catchers)}
| Requirement | Level | Says | Clause | Checks | Catches |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** Binding requirements without a mutant of their own: what they catch others catch too, and they stay to name the cause. */
function renderShared(
  requirements: readonly DescribedCheck[],
  catchers: ReadonlyMap<string, number>,
): string {
  const shared = requirements.filter(
    ({ level, chosen, mutants }) =>
      level === 'MUST' &&
      chosen === undefined &&
      mutants.length > 0 &&
      mutants.every(({ name }) => catchers.get(name) !== 1),
  );
  if (shared.length === 0) return '';
  const told = shared.map((one) => {
    const others = requirements.filter(
      (other) =>
        other !== one && one.mutants.some(({ name }) => other.mutants.some((two) => two.name === name)),
    );
    return `${one.requirement} (with ${others.map(({ requirement }) => requirement).join(', ')})`;
  });
  return `Binding requirements whose mutants others catch too; they stay because they name the cause: ${told.join('; ')}.
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
