import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../src/suite/report.ts';
import { type Exhibit, exhibitsOf, recordRight } from './exhibits.ts';
import type { Mutant } from './mutant.ts';

/** Which checks caught a mutant. */
export interface Kill extends Pick<Mutant, 'name' | 'class' | 'crime' | 'caughtBy'> {
  readonly contract: string;
  /** Requirements whose checks failed or warned. */
  readonly killedBy: readonly string[];
  /** What each of them said, and about which traffic. */
  readonly exhibits: Readonly<Record<string, Exhibit>>;
}

/** Writes down what an honest server answers, where `KILLS` names a folder for it: the pages show it beside a wrong answer. */
export function recordHonest(contract: string, report: Report): void {
  const folder = process.env['KILLS'];
  if (folder !== undefined) recordRight(folder, contract, report);
}

/** Writes down what caught a mutant, where `KILLS` names a folder for it; `write-data.ts` makes the table and the pages of it. */
export function recordKill(
  contract: string,
  mutant: Pick<Mutant, 'name' | 'class' | 'crime' | 'caughtBy'>,
  report: Report,
): void {
  const folder = process.env['KILLS'];
  if (folder === undefined) return;
  const { name, crime, caughtBy } = mutant;
  const killedBy = report.checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ requirement }) => requirement);
  const kill: Kill = {
    contract,
    name,
    class: mutant.class,
    crime,
    caughtBy,
    killedBy: [...new Set(killedBy)].sort(),
    exhibits: exhibitsOf(report),
  };
  mkdirSync(folder, { recursive: true });
  recordRight(folder, contract, report);
  appendFileSync(join(folder, `${contract}.ndjson`), `${JSON.stringify(kill)}\n`);
}
