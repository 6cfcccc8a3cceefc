import { KINDS, type Mutant, type MutantKind } from './mutants.ts';

/** A deletion, and the test file that noticed it first. */
export interface Outcome {
  readonly mutant: Mutant;
  readonly killer: string | undefined;
}

export interface MutationReport {
  readonly total: number;
  readonly survived: number;
  readonly kinds: readonly { readonly kind: MutantKind; readonly total: number; readonly survived: number }[];
  /** How many deletions each test file noticed first. */
  readonly killers: { readonly [testFile: string]: number };
  /** Survivors that are listed, with their reason. */
  readonly listed: readonly { readonly id: string; readonly what: string; readonly reason: string }[];
  /** Survivors without a reason. */
  readonly unlisted: readonly { readonly id: string; readonly place: string; readonly what: string }[];
  /** Listed survivors that were noticed. */
  readonly stale: readonly string[];
}

export function makeReport(
  outcomes: readonly Outcome[],
  reasons: ReadonlyMap<string, string>,
): MutationReport {
  const survivors = outcomes.filter(({ killer }) => killer === undefined).map(({ mutant }) => mutant);
  const killed = outcomes.filter(({ killer }) => killer !== undefined);
  const killers: Record<string, number> = {};
  for (const { killer = '' } of killed) killers[killer] = (killers[killer] ?? 0) + 1;
  return {
    total: outcomes.length,
    survived: survivors.length,
    kinds: KINDS.map((kind) => ({
      kind,
      total: outcomes.filter(({ mutant }) => mutant.kind === kind).length,
      survived: survivors.filter((mutant) => mutant.kind === kind).length,
    })),
    killers,
    listed: survivors.flatMap(({ id, what }) => {
      const reason = reasons.get(id);
      return reason === undefined ? [] : [{ id, what, reason }];
    }),
    unlisted: survivors
      .filter(({ id }) => !reasons.has(id))
      .map(({ id, file, line, what }) => ({ id, place: `${file}:${line}`, what })),
    stale: killed.map(({ mutant }) => mutant.id).filter((id) => reasons.has(id)),
  };
}

export function formatReport(report: MutationReport): string {
  const share = ((100 * report.survived) / Math.max(report.total, 1)).toFixed(1);
  return [
    'kind         deleted  noticed  survived',
    ...report.kinds.map(({ kind, total, survived }) =>
      [
        kind.padEnd(12),
        ...[total, total - survived, survived].map((count) => String(count).padStart(8)),
      ].join(' '),
    ),
    '',
    ...Object.entries(report.killers).map(
      ([file, count]) => `${String(count).padStart(5)} noticed by ${file}`,
    ),
    ...report.listed.map(({ id, what, reason }) => `listed survivor: ${id} (${what}): ${reason}`),
    ...report.unlisted.map(({ id, place, what }) => `SURVIVED: ${place}  ${what}\n  ${id}`),
    ...report.stale.map((id) => `STALE: ${id} is listed as a survivor, but is noticed; take it off the list`),
    `\n${report.total} deletions, ${report.survived} unnoticed (${share} %)`,
  ].join('\n');
}
