import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLAIMS } from './bench/claims.ts';
import { type Figure, readFigures } from './bench/read-figures.ts';
import { seconds } from './check/print-results.ts';
import { oneOf, readFlags, runProgram, UsageError } from './flags.ts';

/** The benchmarks that print JSON, each with its settings for a run of all. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  'bench:sdk': [],
  'bench:generate': [],
  'bench:start': [],
  'bench:conformance': [],
  'bench:servers': ['--offline'],
  'bench:platform': ['--history', '1000', '--statuses', '0', '--scheduled', '0'],
};

const HELP = `Runs the benchmarks and writes their figures into one table, then the figures that documents state beside today's.
Takes about twenty minutes. A busy machine stretches times: trust CPU, bytes and ratios. bench:site is separate, because
it needs a browser.

Usage: npm run bench -- [flags]
  --only SCRIPT  run one: ${Object.keys(SCRIPTS).join(', ')}
  --out FILE     also write the table as Markdown
  --json         print the figures as JSON
  --help         print this

Examples
  npm run bench
  npm run bench -- --only bench:sdk --out figures.md`;

const ROOT = resolve(import.meta.dirname, '..');

await runProgram(HELP, async (argv) => {
  const flags = readFlags(argv, {
    only: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  const only = oneOf('only', flags.only, Object.keys(SCRIPTS));
  if (flags.json && flags.out !== undefined) throw new UsageError('--out writes a table: leave out --json');
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const script of only === undefined ? Object.keys(SCRIPTS) : [only]) {
    const began = performance.now();
    const found = await runBenchmark(script);
    process.stderr.write(`${script.padEnd(18)} ${seconds(performance.now() - began)}\n`);
    if (found === undefined) failed.push(script);
    else figures.push(...found);
  }
  if (flags.json) console.log(JSON.stringify({ load: loadavg()[0], figures, failed }, null, 2));
  else {
    const table = describe(figures);
    if (flags.out !== undefined) writeFileSync(flags.out, table);
    console.log(table);
  }
  for (const script of failed) console.error(`npm run ${script}: failed; its output is above`);
  return failed.length === 0 ? 0 : 1;
});

/** The figures of one benchmark; absent if it failed, which it then said itself. */
async function runBenchmark(script: string): Promise<Figure[] | undefined> {
  const args = ['run', '--silent', script, '--', '--json', ...(SCRIPTS[script] ?? [])];
  const child = spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return code === 0 ? readFigures(script, JSON.parse(output)) : undefined;
}

function describe(figures: readonly Figure[]): string {
  const rows = figures.map(({ script, what, value }) => `| ${script} | ${what} | ${shorten(value)} |`);
  const claims = CLAIMS.map((claim) => {
    const value = claim.measure(figures);
    return `| ${claim.document} | ${claim.says} | ${claim.stated} | ${value === undefined ? 'not measured' : shorten(value)} |`;
  });
  return [
    '| script | figure | value |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '| document | says | stated | measured |',
    '| --- | --- | --- | --- |',
    ...claims,
    '',
  ].join('\n');
}

/** At most four digits that count; whole numbers stay whole. */
function shorten(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
