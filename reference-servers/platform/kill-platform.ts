import { parseArgs } from 'node:util';
import { killEvaluations } from './testing/kill-evaluations.ts';
import { killPlans } from './testing/kill-plans.ts';
import type { KillOptions, KillReport } from './testing/kill-rounds.ts';

const HELP = `Kills the platform at random moments of plans or of evaluations, and checks that they continue.

Usage: npm run kill:platform -- [flags]
  --evaluations  kill while evaluations are pending; plans when absent
  --kills N      how often (default 100)
  --seed N       which moments (default 1)
  --processes N  processes on a PostgreSQL server of this machine; an embedded database on disk when absent
  --help         print this`;

const { values } = parseArgs({
  options: {
    evaluations: { type: 'boolean', default: false },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const options: KillOptions = {
  kills: Number(values.kills),
  seed: Number(values.seed),
  ...(values.processes === undefined ? {} : { processes: Number(values.processes) }),
  onRound: (line) => console.log(line),
};
if (values.help) console.log(HELP);
else if (values.evaluations) {
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
