import { relative } from 'node:path';
import { failureOf, runCommand, tool } from './command.ts';
import { type Finding, type Gate, judge } from './gate.ts';

/** One line of Biome's report in the format for build servers. */
const LINE = /^::(?:error|warning|notice) title=([^,]*)(?:,file=([^,]*),line=(\d+)[^:]*)?::(.*)$/;

/** Biome reports nothing: formatting, lint and import order, warnings included. */
export const formatLint: Gate = {
  name: 'format-lint',
  asserts: 'Biome is clean, warnings included',
  fix: 'npm run format, then mend by hand what npx biome ci still names',
  reads: [''],
  async run(root) {
    const args = ['ci', '--error-on-warnings', '--reporter=github', '--max-diagnostics=none'];
    const result = await runCommand(root, tool('biome'), args);
    if (result.code === 0) return judge([]);
    const findings = result.output.split('\n').flatMap((line) => readLine(line, root));
    return judge(findings.length > 0 ? findings : failureOf(result));
  },
};

function readLine(line: string, root: string): Finding[] {
  const [found, rule, file, row, message] = LINE.exec(line) ?? [];
  if (found === undefined) return [];
  const where = file === undefined ? {} : { where: `${relative(root, file)}:${row}` };
  return [{ ...where, message: `${message} (${rule})` }];
}
