import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf, runCommand, tool } from './command.ts';
import { type Gate, judge, skip } from './gate.ts';

const PROGRAM = 'scripts/diff-specs.ts';

/** Released contracts stay compatible: a breaking change needs a new major version. */
export const specDiff: Gate = {
  name: 'spec-diff',
  asserts: 'no contract breaks anybody since the last release, unless its major version says so',
  fix: 'npm run diff:specs -- TAG, then take the change back or raise the version in specs/releases.yaml',
  async run(root) {
    if (!existsSync(join(root, PROGRAM))) return skip(`${PROGRAM} does not exist yet`);
    const tag = await runCommand(root, 'git', ['describe', '--tags', '--abbrev=0', '--match', 'v*']);
    if (tag.code !== 0) return skip('no release is tagged yet');
    const result = await runCommand(root, tool('tsx'), [PROGRAM, tag.stdout.trim()]);
    return judge(result.code === 0 ? [] : failureOf(result));
  },
};
