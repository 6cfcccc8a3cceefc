import { Command, readProgram, wholeNumber } from '@tessera/cli';
import { killEvaluations } from './testing/kill-evaluations.ts';
import { killPlans } from './testing/kill-plans.ts';
import type { KillOptions, KillReport } from './testing/kill-rounds.ts';

interface Flags extends Pick<KillOptions, 'kills' | 'seed' | 'processes'> {
  readonly evaluations: boolean;
}

const program = new Command('npm run kill:platform --')
  .description(
    'Kills the platform at random moments of plans or of evaluations, and checks that they continue.',
  )
  .option('--evaluations', 'kill while evaluations are pending; plans when absent', false)
  .option('--kills <n>', 'how often', wholeNumber, 100)
  .option('--seed <n>', 'which moments', wholeNumber, 1)
  .option(
    '--processes <n>',
    'processes on a PostgreSQL server of this machine; an embedded database on disk when absent',
    wholeNumber,
  );
const { evaluations, ...flags } = readProgram<Flags>(
  program,
  'npm run kill:platform',
  'npm run kill:platform -- --kills 10 --evaluations',
);
const options: KillOptions = { ...flags, onRound: (line) => console.log(line) };
if (evaluations) {
  const report = await killEvaluations(options);
  conclude(report, `${report.acknowledged} evaluations acknowledged, ${report.reports} reports checked`);
} else {
  const report = await killPlans(options);
  conclude(report, `${report.acknowledged} plans acknowledged, ${report.repeated} requests sent again`);
}

function conclude({ rounds, problems }: KillReport, details: string): void {
  for (const problem of problems) console.error(problem);
  console.log(`${rounds} kills, ${details}, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
