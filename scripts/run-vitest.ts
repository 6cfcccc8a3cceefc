import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showCommand, tool } from './check/command.ts';
import { describeTimes, readFileTimes } from './file-times.ts';
import { type Count, countVitest } from './tally.ts';

/** Runs vitest with its output visible, prints which files took longest, and counts the tests from its report. */
export async function runVitest(root: string, given: readonly string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'));
  const reportFile = join(folder, 'report.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...given];
  try {
    const exitCode = await showCommand(root, tool('vitest'), args);
    const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined;
    if (report !== undefined) console.log(['', ...describeTimes(readFileTimes(report, root))].join('\n'));
    return countVitest({ report, exitCode });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
