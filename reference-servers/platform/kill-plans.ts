import { parseArgs } from 'node:util';
import { killPlans } from './testing/kill-plans.ts';

const HELP = `Kills the platform at random moments of plans, and checks that they go on.

Usage: npm run kill:platform -- [flags]
  --kills N      how often (default 100)
  --seed N       which moments (default 1)
  --processes N  processes on a PostgreSQL server of this machine; an embedded database on disk when absent
  --help         print this`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(HELP);
else {
  const { rounds, acknowledged, repeated, problems } = await killPlans({
    kills: Number(values.kills),
    seed: Number(values.seed),
    ...(values.processes === undefined ? {} : { processes: Number(values.processes) }),
    onRound: (line) => console.log(line),
  });
  for (const problem of problems) console.error(problem);
  console.log(
    `${rounds} kills, ${acknowledged} plans acknowledged, ${repeated} requests sent again, ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
