/** The number of tests by result. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** Where the numbers of a vitest run come from: its JSON report and its exit code. */
export interface VitestRun {
  /** Text of the report file; absent when vitest never wrote one. */
  report: string | undefined;
  exitCode: number;
}

/** A tally, one line for every failure, and one for every test that passed only on retry. */
export interface Count extends Tally {
  failures: string[];
  repeated: string[];
}

interface Report {
  testResults: {
    name: string;
    status: string;
    message?: string;
    /** A test that failed and then passed keeps its failure. */
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Counts a vitest run. A file that cannot be loaded, a crash and a run without any test each count as one failure. */
export function countVitest(run: VitestRun): Count {
  const count: Count = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] };
  for (const file of readReport(run.report)) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') {
        count.passed += 1;
        const [problem] = test.failureMessages ?? [];
        if (problem !== undefined)
          count.repeated.push(`${file.name}: ${test.fullName}: ${firstLine(problem)}`);
      } else if (test.status === 'failed') fail(count, `${file.name}: ${test.fullName}`);
      else count.skipped += 1;
    }
    const loaded = file.assertionResults.length > 0;
    if (file.status === 'failed' && !loaded) fail(count, `${file.name}: ${firstLine(file.message)}`);
  }
  const total = count.passed + count.failed + count.skipped;
  if (total === 0) fail(count, 'vitest found no test');
  else if (count.failed === 0 && run.exitCode !== 0)
    fail(
      count,
      `vitest ended with code ${run.exitCode}, though no test failed: see its unhandled errors above`,
    );
  return count;
}

/** The sum of tallies. */
export function add(...tallies: readonly Tally[]): Tally {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  return sum;
}

/** The last line of a test run: `N passed, N failed`, and `, N skipped` when some were. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function readReport(text: string | undefined): Report['testResults'] {
  if (text === undefined || text === '') return [];
  const report: Report = JSON.parse(text);
  return report.testResults;
}

function fail(count: Count, line: string): void {
  count.failed += 1;
  count.failures.push(line);
}

function firstLine(message: string | undefined): string {
  return (message ?? 'could not be loaded').trim().split('\n', 1)[0] ?? '';
}
