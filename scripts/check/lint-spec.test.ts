import { describe, expect, test } from 'vitest';
import { lintSpec } from './lint-spec.ts';
import { judgment } from './made-up-tree.ts';

describe('lint-spec', () => {
  const program = (text: string) => ({ 'scripts/lint-spec.ts': text });
  test('fails when the linter does, and is skipped before it exists', async () => {
    expect(await judgment(lintSpec, {})).toEqual(['skip', expect.stringContaining('does not exist')]);
    expect(await judgment(lintSpec, program('console.log("0 problems")'))).toEqual(['pass', '']);
    expect(await judgment(lintSpec, program('console.log("a.yaml:1 no"); process.exit(1)'))).toEqual([
      'fail',
      expect.stringContaining('a.yaml:1'),
    ]);
  });
});
