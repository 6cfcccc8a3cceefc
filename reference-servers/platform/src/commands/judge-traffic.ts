import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Recorded traffic, and the contract to check it against. */
export interface Traffic {
  readonly contract: string;
  /** An HTTP Archive. */
  readonly har: object;
  /** Where the archive is kept; a temporary folder when absent. */
  readonly recording?: string | undefined;
}

/**
 * Passes recorded traffic to the conformance suite and prints each violated clause; true without violations.
 * @throws Error when the suite returns no report
 */
export async function judgeTraffic({ contract, har, recording }: Traffic): Promise<boolean> {
  const folder =
    recording === undefined ? await mkdtemp(join(tmpdir(), 'tessera-traffic-')) : dirname(recording);
  const file = recording ?? join(folder, 'exchanges.har');
  await writeFile(file, JSON.stringify(har));
  const reports = join(folder, 'reports');
  const text = await runConformance([contract, '--recording', file, '--report', reports, '--json']);
  const { counts, headlines, exchanges }: Report = JSON.parse(text);
  const broken = headlines.filter(({ verdict }) => verdict === 'fail');
  const explained: readonly Explanation[] =
    headlines.length === 0 ? [] : JSON.parse(await runConformance([contract, '--list', '--json']));
  console.log(`\nRequests and responses against the contract: ${counts['pass'] ?? 0} checks passed`);
  for (const headline of headlines) {
    const explanation = explained.find(({ id }) => id === headline.check);
    console.log(describeHeadline(headline, explanation, exchanges));
  }
  console.log(
    `${broken.length} broken clauses\n\nrecording  ${file}\nreport     ${join(reports, `${contract}.html`)}`,
  );
  return broken.length === 0;
}

/** The part of the conformance suite's report that this command reads. */
interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly headlines: readonly Headline[];
  readonly exchanges: readonly Exchange[];
}

interface Headline {
  readonly verdict: string;
  readonly check: string;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
  /** Ids of the exchanges with the violation. */
  readonly exchanges: readonly number[];
  /** What the adapter's framework is, and how to correct its behavior. */
  readonly cause?: { readonly fix?: string };
}

interface Exchange {
  readonly id: number;
  readonly request: { readonly method: string; readonly path: string };
}

/** The report of a check, whatever its verdict. */
interface Explanation {
  readonly id: string;
  readonly level: string;
  readonly clause: string;
  readonly fix?: string;
}

function describeHeadline(
  { verdict, check, title, expected, actual, exchanges: shown, cause }: Headline,
  explanation: Explanation | undefined,
  exchanges: readonly Exchange[],
): string {
  const calls = exchanges
    .filter(({ id }) => shown.includes(id))
    .map(({ request: { method, path } }) => `${method} ${path}`);
  const fix = cause?.fix ?? explanation?.fix;
  const facts = [
    ['in', [...new Set(calls)].join(', ')],
    ['expected', expected],
    ['got', actual],
    ['clause', explanation === undefined ? '' : `${explanation.level}, ${explanation.clause}`],
    ['fix', fix ?? ''],
  ].filter(([, text]) => text !== '');
  const lines = facts.map(([name = '', text]) => `        ${name.padEnd(8)}  ${text}`);
  return [`  ${verdict.padEnd(4)}  ${check}  ${title}`, ...lines].join('\n');
}

/**
 * Runs the command of the suite, which shares no code with the tested server; resolves with the JSON that it prints.
 */
async function runConformance(args: readonly string[]): Promise<string> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@tessera/conformance/package.json'));
  const program = join(folder, 'bin/tessera-conformance.js');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await once(child, 'close');
  if (!/^[{[]/.test(output)) throw new Error(`the conformance suite gave no report: ${errors || output}`);
  return output;
}
