import { describe, expect, test } from 'vitest';
import { judgment } from './made-up-tree.ts';
import { pack } from './pack.ts';

describe('pack', () => {
  const manifest = {
    name: '@tessera/a',
    version: '0.0.0',
    type: 'module',
    license: 'Apache-2.0',
    files: ['dist'],
  };
  const tree = (own: object, files: Record<string, string> = {}): Record<string, string> => ({
    'package.json': JSON.stringify({ workspaces: ['a'] }),
    'a/package.json': JSON.stringify({ ...manifest, ...own }),
    'a/dist/index.js': 'export const a = 1;\n',
    'a/dist/index.d.ts': 'export declare const a: number;\n',
    ...files,
  });
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };

  test('passes a package whose tarball is complete and loads', async () => {
    expect(await judgment(pack, tree({ exports }))).toEqual(['pass', '']);
  });

  test('skips a package without exports, and says so', async () => {
    expect(await judgment(pack, tree({}))).toEqual([
      'skip',
      expect.stringContaining('@tessera/a is skipped'),
    ]);
  });

  test('fails when exports name a file that is not packed', async () => {
    expect(await judgment(pack, tree({ exports, files: ['src'] }))).toEqual([
      'fail',
      expect.stringContaining('a/package.json'),
    ]);
  });

  test('fails when the packed code needs an undeclared package', async () => {
    const broken = { 'a/dist/index.js': "import 'not-declared';\nexport const a = 1;\n" };
    expect(await judgment(pack, tree({ exports }, broken))).toEqual([
      'fail',
      expect.stringContaining('not-declared'),
    ]);
  });

  test('loads the modules of a wildcard export', async () => {
    const open = {
      ...exports,
      './tables/*': { types: './dist/tables/*.d.ts', default: './dist/tables/*.js' },
    };
    const broken = {
      'a/dist/tables/one.js': "throw new Error('table one is broken');",
      'a/dist/tables/one.d.ts': 'export {};',
    };
    expect(await judgment(pack, tree({ exports: open }, broken))).toEqual([
      'fail',
      expect.stringContaining('table one is broken'),
    ]);
  });

  test('fails when tests would be published', async () => {
    const tests = { 'a/dist/index.test.js': '' };
    expect(await judgment(pack, tree({ exports }, tests))).toEqual([
      'fail',
      expect.stringContaining('index.test.js'),
    ]);
  });
});
