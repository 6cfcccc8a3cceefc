import { listChecks } from '../run-conformance.ts';
import type { Report } from '../suite/report.ts';
import { EXIT, weigh } from '../suite/verdict.ts';
import { contractHash, suiteVersion } from '../version.ts';
import { readReport } from './report-file.ts';

/** Reports whether a report is valid: made by this suite from this contract, complete, and with the correct verdict. */
export async function verify(path: string): Promise<number> {
  const report = readReport(path);
  const made = new Set(report.checks.map(({ id }) => id));
  const all = await listChecks(report.suite.contract, report.suite.contractVersion);
  const missing = all.filter(({ check }) => !made.has(check.id));
  const problems = [
    ...judgeOrigin(report),
    ...judgeTally(report, missing.filter(({ requirement }) => requirement.level === 'MUST').length),
    ...judgeCompleteness(
      report,
      missing.map(({ check }) => check.id),
    ),
  ];
  for (const problem of problems) console.log(`incomplete: ${problem}`);
  if (problems.length === 0)
    console.log(`complete: ${report.suite.contract} at ${report.target.url}, ${report.verdict}`);
  return problems.length === 0 ? EXIT.conformant : EXIT.nonConformant;
}

function* judgeOrigin({ suite }: Report): Generator<string> {
  if (suite.version !== suiteVersion())
    yield `created by version ${suite.version} of the suite, this is ${suiteVersion()}`;
  if (suite.contractHash !== contractHash()) yield 'created from another state of the contract';
}

/** @param left how many binding checks did not run */
function* judgeTally(report: Report, left: number): Generator<string> {
  for (const [verdict, count] of Object.entries(report.counts)) {
    const actual = report.checks.filter((check) => check.verdict === verdict).length;
    if (actual !== count) yield `counts ${count} ${verdict}, but lists ${actual}`;
  }
  if (report.exchanges.length !== report.run.requests)
    yield `reports ${report.run.requests} requests, but contains ${report.exchanges.length}`;
  const ids = new Set(report.exchanges.map(({ id }) => id));
  const cited = report.checks.flatMap(({ evidence, findings }) => [
    ...evidence,
    ...findings.flatMap(({ exchanges }) => exchanges),
  ]);
  const missing = new Set(cited.filter((id) => !ids.has(id)));
  if (missing.size > 0) yield `cites exchanges that it does not contain: ${[...missing].join(', ')}`;
  const { exitCode } = weigh({
    outcomes: report.checks,
    unreachable: report.obstacle !== undefined,
    interrupted: report.run.interrupted,
    deselected: isSelection(report) ? left : 0,
    staleWaivers: report.staleWaivers.length,
    ...(report.run.failOn === undefined ? {} : { failOn: report.run.failOn }),
  });
  if (exitCode !== report.exitCode)
    yield `has ${report.verdict} (${report.exitCode}), but its checks give ${exitCode}`;
}

function judgeCompleteness(report: Report, missing: readonly string[]): string[] {
  if (isSelection(report)) return [`a selection: ${report.checks.length} checks`];
  return missing.length === 0 ? [] : [`lacks ${missing.join(', ')}`];
}

function isSelection({ run }: Report): boolean {
  return run.only.length + run.skip.length > 0;
}
