import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf, runCommand, tool } from './command.ts';
import { type Gate, judge, skip } from './gate.ts';

const PROGRAM = 'scripts/lint-spec.ts';

/** The contracts keep our conventions. A warning fails as an error does, or nobody would read it. */
export const lintSpec: Gate = {
  name: 'lint-spec',
  asserts: 'specs/ keeps our conventions, without a warning',
  fix: 'npm run lint:specs, then mend the lines of specs/ that it names',
  async run(root) {
    if (!existsSync(join(root, PROGRAM))) return skip(`${PROGRAM} does not exist yet`);
    const result = await runCommand(root, tool('tsx'), [PROGRAM]);
    const warned = result.output
      .split('\n')
      .some((line) => /\bwarn(ing)?s?\b/i.test(line) && !/\b0 warnings?\b/i.test(line));
    return judge(result.code === 0 && !warned ? [] : failureOf(result));
  },
};
