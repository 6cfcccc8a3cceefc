import { describe, expect, test } from 'vitest';
import { deadCode } from './dead-code.ts';
import { judgment } from './made-up-tree.ts';

describe('dead-code', () => {
  const tree = {
    'package.json': JSON.stringify({ name: 'a', type: 'module', main: 'index.js' }),
    'knip.json': JSON.stringify({ project: ['**/*.js'] }),
    'index.js': "import { b } from './b.js';\nconsole.log(b);\n",
    'b.js': 'export const b = 1;\n',
  };
  test('passes when everything is used, and names unused code', async () => {
    expect(await judgment(deadCode, tree)).toEqual(['pass', '']);
    const unused = { ...tree, 'b.js': 'export const b = 1;\nexport const forgotten = 2;\n', 'c.js': '' };
    const [verdict, text] = await judgment(deadCode, unused);
    expect(verdict).toBe('fail');
    expect(text).toContain('forgotten');
    expect(text).toContain('c.js');
  });
});
