import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgment, madeUpTree } from './made-up-tree.ts';
import { types } from './types.ts';

describe('types', () => {
  // The small library keeps a cold compiler start short.
  const small = { strict: true, lib: ['es5'], types: [] };
  const tsconfig = {
    compilerOptions: { ...small, rootDir: 'src', outDir: 'dist', declaration: true },
    include: ['src'],
  };
  test('passes when the code compiles and fails with the place when it does not', async () => {
    const good = { 'tsconfig.json': JSON.stringify(tsconfig), 'src/a.ts': 'export const a: number = 1;' };
    expect(await judgment(types, good)).toEqual(['pass', '']);
    expect(await judgment(types, { ...good, 'src/a.ts': 'export const a: number = "";' })).toEqual([
      'fail',
      expect.stringContaining('src/a.ts(1,14)'),
    ]);
  });

  test('fails when an imported package has changed since the last run', async () => {
    const incremental = {
      ...small,
      rootDir: 'src',
      outDir: 'dist',
      incremental: true,
      moduleResolution: 'bundler',
      module: 'es2015',
    };
    const declarations = 'node_modules/contracts/index.d.ts';
    const root = madeUpTree({
      'tsconfig.json': JSON.stringify({ compilerOptions: incremental, include: ['src'] }),
      'src/a.ts': "import type { A } from 'contracts';\nexport const a: A = { one: 1 };",
      [declarations]: 'export interface A { one: number }',
    });
    expect((await types.run(root)).verdict).toBe('pass');
    writeFileSync(join(root, declarations), 'export interface A { one: number; two: number }');
    expect((await types.run(root)).verdict).toBe('fail');
  });

  test('fails when the compiler writes next to the sources', async () => {
    const beside = { ...tsconfig, compilerOptions: { ...small, rootDir: 'src' } };
    const files = { 'tsconfig.json': JSON.stringify(beside), 'src/a.ts': 'export const a = 1;' };
    expect(await judgment(types, files)).toEqual(['fail', expect.stringContaining('src/a.js')]);
  });
});
