import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUILDER } from '../build/compiler.ts';
import { failureOf, runCommand } from './command.ts';
import { type Gate, judge, skip } from './gate.ts';
import { listFiles } from './source-tree.ts';

/** Every room compiles, and compiling leaves nothing behind but ignored output. */
export const types: Gate = {
  name: 'types',
  asserts: 'every room type-checks, and the compiler writes only into ignored folders',
  fix: 'npx tsc -b --force, then mend what it names',
  reads: [''],
  async run(root) {
    if (!existsSync(join(root, 'tsconfig.json'))) return skip('no tsconfig.json');
    const before = new Set(listFiles(root));
    // Without --force the compiler trusts its last output, although generated/ may have changed since: the import goes
    // through node_modules, where tsc -b does not look for changes.
    const [compiler, ...args] = BUILDER;
    const result = await runCommand(root, compiler, [...args, '--force', '--pretty', 'false']);
    if (result.code !== 0) return judge(failureOf(result));
    const emitted = listFiles(root).filter((path) => !before.has(path) && /\.(js|d\.ts|map)$/.test(path));
    return judge(emitted.map((where) => ({ where, message: 'written by the compiler beside the sources' })));
  },
};
