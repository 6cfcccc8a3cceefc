import { resolve } from 'node:path';
import { readFlags, runProgram } from './flags.ts';
import { formatProblems, type Problem } from './generate/problems.ts';
import { readContracts, rootWithSpecs } from './generate/read-contracts.ts';
import { lintWithRedocly } from './lint-spec/redocly.ts';
import { RULES } from './lint-spec/rules.ts';

const HELP = `Checks specs/ with Redocly's recommended rules, our conventions and the vocabulary of the x-dp- keys.
A warning counts as a failure.

Usage: npm run lint:specs -- [flags]
  --root DIR  the folder that holds specs/ (default: this repository)
  --json      print the problems as JSON
  --rules     list our conventions
  --help      print this

Examples
  npm run lint:specs
  npm run lint:specs -- --json`;

/** Every problem of the specs under `root`: those of the generator, of Redocly and of our conventions. */
export async function lintSpecs(root: string): Promise<Problem[]> {
  const { specs, model } = readContracts(root);
  if (model === undefined) return specs.problems.list();
  for (const api of model.areas.flatMap(({ apis }) => apis)) {
    await lintWithRedocly(api.bundle);
    for (const rule of RULES)
      rule.check(api, (pointer, message) => api.bundle.report(pointer, rule.id, message), model);
  }
  return specs.problems.list();
}

async function main(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv, {
    root: { type: 'string' },
    json: { type: 'boolean' },
    rules: { type: 'boolean' },
  });
  if (flags.rules) {
    for (const { id, sentence } of RULES) console.log(`${id}\n    ${sentence}`);
    return 0;
  }
  const problems = await lintSpecs(rootWithSpecs(flags.root ?? resolve(import.meta.dirname, '..')));
  if (flags.json) console.log(JSON.stringify(problems, null, 2));
  else if (problems.length > 0) console.error(`${formatProblems(problems)}\n`);
  if (!flags.json)
    console.log(problems.length === 0 ? 'specs/ is clean.' : `${problems.length} problems in specs/.`);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  await runProgram(HELP, main);
}
