import { failureOf, runCommand, tool } from './command.ts';
import { type Gate, judge } from './gate.ts';

/** Biome has nothing to say: formatting, lint and import order, warnings included. */
export const formatLint: Gate = {
  name: 'format-lint',
  asserts: 'Biome is clean, warnings included',
  fix: 'npm run format',
  async run(root) {
    const args = ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=40'];
    const result = await runCommand(root, tool('biome'), args);
    return judge(result.code === 0 ? [] : failureOf(result, undefined, 120));
  },
};
