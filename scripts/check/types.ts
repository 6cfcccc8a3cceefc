import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf, runCommand, tool } from './command.ts';
import { type Gate, judge, skip } from './gate.ts';
import { listFiles } from './source-tree.ts';

/** Every room compiles, and compiling leaves nothing behind but ignored output. */
export const types: Gate = {
  name: 'types',
  asserts: 'every room type-checks, and the compiler writes only into ignored folders',
  fix: 'npx tsc -b, then mend what it names',
  async run(root) {
    if (!existsSync(join(root, 'tsconfig.json'))) return skip('no tsconfig.json');
    const before = new Set(listFiles(root));
    const result = await runCommand(root, tool('tsc'), ['-b', '--pretty', 'false']);
    if (result.code !== 0) return judge(failureOf(result));
    const emitted = listFiles(root).filter((path) => !before.has(path) && /\.(js|d\.ts|map)$/.test(path));
    return judge(emitted.map((where) => ({ where, message: 'written by the compiler beside the sources' })));
  },
};
