import type { JudgedContract, Requirement } from './check-data.ts';
import { escapeText } from './requirement-page.ts';

/** What the ids of requirements begin with that stand in several contracts. */
const FAMILIES: readonly { readonly ids: RegExp; readonly title: string; readonly intro: string }[] = [
  { ids: /^X-/, title: 'Every answer', intro: 'Asked of all operations alike.' },
  { ids: /^A-/, title: 'Tasks and their tokens', intro: 'Asked of operations that go on in the background.' },
  { ids: /^CO-/, title: 'Across operations', intro: 'What one operation says about another.' },
];
const OWN = { title: 'This contract', intro: 'Asked of this contract only.' };

/** Markdown of the page that lists what is asked of one contract. */
export function renderOverview(judged: JudgedContract): string {
  const { contract, title, version, requirements } = judged;
  const checks = requirements.reduce((sum, one) => sum + one.checks.length, 0);
  const musts = requirements.filter(({ level, chosen }) => level === 'MUST' && chosen === undefined).length;
  const own = requirements.filter(({ id }) => FAMILIES.every(({ ids }) => !ids.test(id)));
  return `${requirements.length} requirements of generation ${version} of the ${escapeText(title)}, ${musts} of them binding, held by
${checks} checks. [What levels and verdicts mean](/conformance/) is the same for all contracts.

\`\`\`sh
npx tessera-conformance ${contract} ${contract === 'integrator' ? '--recording FILE' : '--url URL'}
\`\`\`

${[
  section(OWN, own),
  ...FAMILIES.map((family) =>
    section(
      family,
      requirements.filter(({ id }) => family.ids.test(id)),
    ),
  ),
]
  .filter((part) => part !== '')
  .join('\n\n')}
`;
}

/** A table of all judged contracts, for the index. */
export function renderContracts(all: readonly JudgedContract[]): string {
  const rows = all.map(({ contract, title, version, requirements }) => {
    const checks = requirements.reduce((sum, one) => sum + one.checks.length, 0);
    return `| [${escapeText(title)}](/conformance/${contract}/) | \`${contract}\` | ${version} | ${requirements.length} | ${checks} |`;
  });
  return `| Contract | Name of the profile | Generation | Requirements | Checks |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function section(
  { title, intro }: { readonly title: string; readonly intro: string },
  requirements: readonly Requirement[],
): string {
  if (requirements.length === 0) return '';
  const rows = requirements.map(
    (one) =>
      `| [${one.id}](${one.page}) | ${one.chosen === undefined ? one.level : 'informs'} | ${one.severity} | ${escapeText(one.title)} |`,
  );
  return `## ${title}\n\n${intro}\n\n| Requirement | Level | Severity | Says |\n|---|---|---|---|\n${rows.join('\n')}`;
}
