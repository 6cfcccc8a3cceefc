import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf, runCommand, tool } from './command.ts';
import { type Gate, judge, skip } from './gate.ts';

const PROGRAM = 'scripts/lint-spec.ts';

/** The contracts keep our conventions; the program counts a warning as a failure. */
export const lintSpec: Gate = {
  name: 'lint-spec',
  asserts: 'specs/ keeps our conventions, without a warning',
  fix: 'npm run lint:specs, then mend the lines of specs/ that it names',
  reads: ['specs/', 'scripts/', 'package-lock.json'],
  async run(root) {
    if (!existsSync(join(root, PROGRAM))) return skip(`${PROGRAM} does not exist yet`);
    const result = await runCommand(root, tool('tsx'), [PROGRAM]);
    return judge(result.code === 0 ? [] : failureOf(result));
  },
};
