import { describe, expect, test } from 'vitest';
import { judgement } from './made-up-tree.ts';
import { types } from './types.ts';

describe('types', () => {
  // The small library keeps a cold compiler start short.
  const small = { strict: true, lib: ['es5'], types: [] };
  const tsconfig = { compilerOptions: { ...small, outDir: 'dist', declaration: true }, include: ['src'] };
  test('passes when the code compiles and fails with the place when it does not', async () => {
    const good = { 'tsconfig.json': JSON.stringify(tsconfig), 'src/a.ts': 'export const a: number = 1;' };
    expect(await judgement(types, good)).toEqual(['pass', '']);
    expect(await judgement(types, { ...good, 'src/a.ts': 'export const a: number = "";' })).toEqual([
      'fail',
      expect.stringContaining('src/a.ts(1,14)'),
    ]);
  });

  test('fails when the compiler writes beside the sources', async () => {
    const beside = { ...tsconfig, compilerOptions: small };
    const files = { 'tsconfig.json': JSON.stringify(beside), 'src/a.ts': 'export const a = 1;' };
    expect(await judgement(types, files)).toEqual(['fail', expect.stringContaining('src/a.js')]);
  });
});
