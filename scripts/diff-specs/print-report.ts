import type { ContractReport, LocatedChange } from './compare-specs.ts';
import type { Verdict } from './policy.ts';

/** What the printers need to know about a comparison. */
export interface Comparison {
  readonly base: string;
  readonly head: string;
  readonly reports: readonly ContractReport[];
  /** Also print changes that no party can notice. */
  readonly all: boolean;
}

const WORDS: { readonly [verdict in Verdict]: string } = {
  none: '-',
  additive: 'additive',
  breaking: 'BREAKING',
};

/** A table for each contract, then the verdict. */
export function asTable(comparison: Comparison): string {
  const sections = comparison.reports.flatMap((report) => {
    const shown = shownOf(report, comparison);
    const rows = shown.flatMap((change) => [
      `  ${WORDS[change.implementers].padEnd(12)}  ${WORDS[change.callers].padEnd(8)}  ${placeOf(change, comparison)}`,
      `  ${''.padEnd(24)}${change.message} (${change.kind}: ${change.why})${opinionsOf(change)}`,
    ]);
    const table = rows.length === 0 ? [] : ['  implementers  callers', ...rows];
    return [headingOf(report, shown.length), ...table, ''];
  });
  return [...sections, ...summaryOf(comparison)].join('\n');
}

/** The same for a pull request. */
export function asMarkdown(comparison: Comparison): string {
  const sections = comparison.reports.flatMap((report) => {
    const shown = shownOf(report, comparison);
    const rows = shown.map((change) => {
      const cells = [
        WORDS[change.implementers],
        WORDS[change.callers],
        `\`${placeOf(change, comparison)}\``,
        `${change.message} (${change.why})`.replaceAll('|', '\\|'),
      ];
      return `| ${cells.join(' | ')} |`;
    });
    const table =
      rows.length === 0
        ? []
        : ['| Implementers | Callers | Where | What |', '|---|---|---|---|', ...rows, ''];
    return [`## ${headingOf(report, shown.length)}`, '', ...table];
  });
  return [...sections, ...summaryOf(comparison)].join('\n');
}

/** Everything, for programs. */
export function asJson({ base, head, reports }: Comparison): string {
  return JSON.stringify({ base, head, refused: refusedOf(reports), contracts: reports }, null, 2);
}

/** The number of changes that block a release. */
export function refusedOf(reports: readonly ContractReport[]): number {
  return reports.reduce((sum, { refused }) => sum + refused, 0);
}

function shownOf({ changes }: ContractReport, { all }: Comparison): LocatedChange[] {
  return changes.filter(({ implementers, callers }) => all || implementers !== 'none' || callers !== 'none');
}

function headingOf(report: ContractReport, shown: number): string {
  const { id, baseVersion, headVersion, changes, major, refused } = report;
  const version =
    baseVersion === headVersion ? baseVersion : `${baseVersion ?? 'new'} to ${headVersion ?? 'gone'}`;
  const silent = changes.length - shown;
  const parts = [`${changes.length} change${changes.length === 1 ? '' : 's'}`];
  if (silent > 0) parts.push(`${silent} of words only`);
  if (refused > 0) parts.push(`${refused} breaking without a new major version`);
  if (major !== undefined) parts.push(`new major version (${major})`);
  return `${id} ${version}: ${parts.join(', ')}`;
}

function placeOf({ file, line, column, side }: LocatedChange, { base }: Comparison): string {
  return `${file}:${line}:${column}${side === 'base' ? ` (in ${base})` : ''}`;
}

function opinionsOf({ redocly }: LocatedChange): string {
  return redocly.length === 0 ? '' : ` [Redocly: ${redocly.join(', ')}]`;
}

function summaryOf({ base, head, reports }: Comparison): string[] {
  if (reports.length === 0) return [`No contract differs between ${base} and ${head}.`];
  const refused = refusedOf(reports);
  if (refused === 0)
    return [`Fine: nothing between ${base} and ${head} asks for a major version that it does not have.`];
  return [
    `${refused} breaking change${refused === 1 ? '' : 's'} without a new major version. Keep what was there beside the new,`,
    'or raise the major number of info.version of the contract, or list the contract with it in a new release in',
    'specs/releases.yaml.',
  ];
}
