import type { Report } from '../suite/report.ts';

/** The verdict with its basis: a read-only run is marked wherever its verdict is shown. */
export function verdictWords(
  { verdict, run }: Pick<Report, 'verdict' | 'run'>,
  word: string = verdict,
): string {
  return run.readOnly && verdict !== 'inconclusive' ? `${word}, read only` : word;
}
