import { Command, Option, readProgram, wholeNumber } from '@tessera/cli';
import { apis } from '@tessera/contracts/apis';
import { readContract } from './testing/fuzz/contract.ts';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { kill, startProcess } from './testing/process.ts';

const SERVED = apis.filter(({ operationCount }) => Number(operationCount) > 0);
const CONTRACTS = SERVED.map(({ id }) => id);

/** The APIs that one server serves: an extension point has a separate server, and the platform serves all its APIs. */
const together = (area: string): number =>
  area === 'platform' ? SERVED.filter((other) => other.area === area).length : 1;

/** Ends a run whose server hangs, in milliseconds: no answer takes a tenth of it, even on a busy machine. */
const HANGS_AFTER_MS = 120_000;

const program = new Command('npm run fuzz --')
  .description(
    'Sends requests that are more or less wrong to the platform and to all reference servers, and checks each answer against its ' +
      'contract: no error of the server, no answer that is not declared or departs from its schema, no hang. The same seed ' +
      'sends the same requests, except for texts of earlier answers. Exit code 1 when anything is wrong.',
  )
  .option(
    '--requests <n>',
    'requests to each server; those to the platform are divided among its APIs',
    wholeNumber,
    2_000,
  )
  .option('--seed <n>', 'which requests', wholeNumber, 1)
  .addOption(new Option('--only <api>', 'one API').choices(CONTRACTS));
const { requests, seed, only } = readProgram<{ requests: number; seed: number; only?: string }>(
  program,
  'npm run fuzz',
  'npm run fuzz -- --only tech-adapter --requests 100 --seed 42',
);
const server = await startProcess(['--reference-servers']);
let count = 0;
try {
  for (const { id, area } of SERVED.filter((api) => only === undefined || api.id === only)) {
    const contract = await readContract(id);
    const { origin } = server;
    const { statuses, problems } = await fuzz({
      origin,
      contract,
      requests: Math.ceil(requests / together(area)),
      seed,
      hangsAfterMs: HANGS_AFTER_MS,
    });
    const shown = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${times} x ${status}`);
    console.log(`${problems.length === 0 ? 'pass' : 'fail'}  ${id.padEnd(20)} ${shown.join(', ')}`);
    for (const problem of problems) console.log(`  ${problem}`);
    count += problems.length;
  }
} finally {
  await kill(server);
}
console.log(`\n${count} problems`);
process.exitCode = count === 0 ? 0 : 1;
