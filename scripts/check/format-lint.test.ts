import { describe, expect, test } from 'vitest';
import { formatLint } from './format-lint.ts';
import { judgment } from './made-up-tree.ts';

describe('format-lint', () => {
  const config = { 'biome.json': '{ "linter": { "rules": { "preset": "recommended" } } }\n' };
  test('passes on tidy code, fails on untidy code and on a warning', async () => {
    expect(await judgment(formatLint, { ...config, 'a.js': 'export const a = 1;\n' })).toEqual(['pass', '']);
    expect(await judgment(formatLint, { ...config, 'a.js': 'export   const a = 1' })).toEqual([
      'fail',
      expect.stringContaining('a.js'),
    ]);
    const warning = 'export function a(b) {\n\tconst c = 1;\n\treturn b;\n}\n';
    expect(await judgment(formatLint, { ...config, 'a.js': warning })).toEqual([
      'fail',
      expect.stringContaining('noUnusedVariables'),
    ]);
  });
});
