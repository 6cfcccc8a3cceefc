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

/** What the traffic of a contract shows. `check --json` prints it. */
export interface Judgment {
  readonly contract: string;
  /** No clause was broken. */
  readonly isConformant: boolean;
  /** Number of checks that passed. */
  readonly passed: number;
  /** Broken clauses and warnings, the worst first. */
  readonly findings: readonly Finding[];
  /** The recorded traffic (HAR). */
  readonly recording: string;
  /** Page with the report of the conformance suite. */
  readonly report: string;
}

interface Finding {
  /** `fail` for a violated clause. */
  readonly verdict: string;
  readonly check: string;
  readonly title: string;
  /** Method and path of each request that shows it. */
  readonly requests: readonly string[];
  readonly expected: string;
  readonly actual: string;
  readonly level?: string;
  readonly clause?: string;
  readonly fix?: string;
}

/**
 * Passes recorded traffic to the conformance suite.
 * @throws Error when the suite returns no report
 */
export async function judgeTraffic({ contract, har, recording }: Traffic): Promise<Judgment> {
  const folder =
    recording === undefined ? await mkdtemp(join(tmpdir(), 'tessera-traffic-')) : dirname(recording);
  const file = recording ?? join(folder, 'exchanges.har');
  await writeFile(file, JSON.stringify(har));
  const reports = join(folder, 'reports');
  const text = await runConformance([contract, '--recording', file, '--report', reports, '--json']);
  const { counts, headlines, exchanges }: Report = JSON.parse(text);
  const explained: readonly Explanation[] =
    headlines.length === 0 ? [] : JSON.parse(await runConformance([contract, '--list', '--json']));
  return {
    contract,
    isConformant: headlines.every(({ verdict }) => verdict !== 'fail'),
    passed: counts['pass'] ?? 0,
    findings: headlines.map((headline) =>
      findingOf(
        headline,
        explained.find(({ id }) => id === headline.check),
        exchanges,
      ),
    ),
    recording: file,
    report: join(reports, `${contract}.html`),
  };
}

function findingOf(
  { verdict, check, title, expected, actual, exchanges: shown, cause }: Headline,
  explanation: Explanation | undefined,
  exchanges: readonly Exchange[],
): Finding {
  const requests = exchanges
    .filter(({ id }) => shown.includes(id))
    .map(({ request: { method, path } }) => `${method} ${path}`);
  const fix = cause?.fix ?? explanation?.fix;
  return {
    ...{ verdict, check, title, requests: [...new Set(requests)], expected, actual },
    ...(explanation === undefined ? {} : { level: explanation.level, clause: explanation.clause }),
    ...(fix === undefined ? {} : { fix }),
  };
}

/** A judgment as text. */
export function describeJudgment({ passed, findings, recording, report }: Judgment): string {
  const broken = findings.filter(({ verdict }) => verdict === 'fail');
  return [
    `\nRequests and responses against the contract: ${passed} checks passed`,
    ...findings.map(describeFinding),
    `${broken.length} violated ${broken.length === 1 ? 'clause' : 'clauses'}\n\nrecording  ${recording}\nreport     ${report}`,
  ].join('\n');
}

function describeFinding({ verdict, check, title, ...finding }: Finding): string {
  const { requests, expected, actual, level, clause, fix = '' } = finding;
  const facts = [
    ['in', requests.join(', ')],
    ['expected', expected],
    ['got', actual],
    ['clause', clause === undefined ? '' : `${level}, ${clause}`],
    ['fix', fix],
  ].filter(([, text]) => text !== '');
  const lines = facts.map(([name = '', text]) => `        ${name.padEnd(8)}  ${text}`);
  return [`  ${verdict.padEnd(4)}  ${check}  ${title}`, ...lines].join('\n');
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
