import { failureOf, runCommand, tool } from './command.ts';
import { type Gate, judge } from './gate.ts';

/** No unused code is kept: files, exports, dependencies, and lines of knip's configuration. */
export const deadCode: Gate = {
  name: 'dead-code',
  asserts: 'no unused file, export or dependency (knip, hints count)',
  fix: 'delete what npx knip names, or list an entry point in knip.json',
  reads: [''],
  async run(root) {
    const args = ['--no-progress', '--treat-config-hints-as-errors', '--max-show-issues=40'];
    const result = await runCommand(root, tool('knip'), args);
    return judge(result.code === 0 ? [] : failureOf(result, undefined, 120));
  },
};
