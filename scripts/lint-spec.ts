import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatProblems, type Problem } from './generate/problems.ts';
import { readContracts } from './generate/read-contracts.ts';
import { lintWithRedocly } from './lint-spec/redocly.ts';
import { RULES } from './lint-spec/rules.ts';

const HELP = `Usage: npm run lint:specs [-- OPTIONS]

Checks specs/ with Redocly's recommended rules, our conventions and the vocabulary of the x-dp- keys.
A warning counts as a failure.

  --root DIR  the folder that holds specs/ (default: this repository)
  --json      print the problems as JSON
  --rules     list our conventions
  --help      this text
`;

/** Every problem of the specs under `root`: those of the generator, of Redocly and of our conventions. */
export async function lintSpecs(root: string): Promise<Problem[]> {
  const { specs, model } = readContracts(root);
  for (const area of model?.areas ?? []) {
    for (const api of area.apis) {
      await lintWithRedocly(api.bundle);
      for (const rule of RULES) {
        rule.check(api, (pointer, message) => api.bundle.report(pointer, rule.id, message));
      }
    }
  }
  return specs.problems.list();
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      root: { type: 'string' },
      json: { type: 'boolean' },
      rules: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  if (values.rules) for (const { id, sentence } of RULES) console.log(`${id}\n    ${sentence}`);
  if (values.help || values.rules) return 0;
  const problems = await lintSpecs(resolve(values.root ?? resolve(import.meta.dirname, '..')));
  if (values.json) console.log(JSON.stringify(problems, null, 2));
  else if (problems.length > 0) console.error(`${formatProblems(problems)}\n`);
  if (!values.json)
    console.log(problems.length === 0 ? 'specs/ is clean.' : `${problems.length} problems in specs/.`);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error;
    console.error(`${error.message}\nTry: npm run lint:specs -- --help`);
    process.exitCode = 2;
  }
}
