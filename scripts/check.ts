import { fileURLToPath } from 'node:url';
import { ALL_GATES } from './check/all-gates.ts';
import { describeFailures, progressLine, resultTable } from './check/print-results.ts';
import { isFine, runGates } from './check/run-gates.ts';
import { oneOf, readFlags, runProgram } from './flags.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ALL_GATES.map((gate) => gate.name);

const HELP = `Runs the gates and prints one table; a gate that fails prints what mends it. Exit code 1 if any fails.

Usage: npm run check -- [flags]
  --only NAME   run one gate (repeat the flag for several)
  --list        print the names and what each asserts
  --write       first write the files that surface and ratchet compare with, and rename packages for scope
  --json        print the results as JSON and nothing else
  --help        print this

Examples
  npm run check
  npm run check -- --only boundaries --only names
  npm run -s check -- --json > gates.json`;

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const only = flags.only.map((name) => oneOf('only', name, NAMES));
  const gates = ALL_GATES.filter((gate) => only.length === 0 || only.includes(gate.name));
  if (flags.list) {
    for (const gate of gates) console.log(`${gate.name.padEnd(14)} ${gate.asserts}`);
    return 0;
  }
  if (flags.write) for (const gate of gates) gate.write?.(ROOT);
  const results = await runGates(gates, {
    root: ROOT,
    onResult: (result) => {
      if (!flags.json) console.log(progressLine(result));
    },
  });
  if (flags.json) console.log(JSON.stringify(results, null, 2));
  else console.log(`\n${resultTable(results)}\n\n${describeFailures(results)}`.trimEnd());
  return results.every(isFine) ? 0 : 1;
});
