import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showCommand, tool } from './check/command.ts';
import { type Count, countVitest } from './tally.ts';

/** Runs vitest with its output visible, and counts the tests from its report. */
export async function runVitest(root: string, given: readonly string[]): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'));
  const reportFile = join(folder, 'report.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...given];
  try {
    const exitCode = await showCommand(root, tool('vitest'), args);
    return countVitest({
      report: existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined,
      exitCode,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
