import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgment, madeUpTree } from './made-up-tree.ts';
import { surface } from './surface.ts';

const TREE = {
  'client-sdk/tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es5'],
      types: [],
      rewriteRelativeImportExtensions: true,
    },
    include: ['src'],
  }),
  'client-sdk/package.json': JSON.stringify({
    name: 'sent',
    type: 'module',
    exports: {
      '.': { 'tessera-source': './src/index.ts' },
      './names': { 'tessera-source': './src/names.ts' },
      './package.json': './package.json',
    },
  }),
  'client-sdk/src/index.ts': "export { send, type Options } from './send.ts';\nexport const LIMIT = 5;\n",
  'client-sdk/src/names.ts': "export { send } from './send.ts';\nexport const NAME = 'x';\n",
  'client-sdk/src/send.ts': `
    export interface Options {
      /** How often. */
      retries: number;
    }
    /**
     * Sends a thing. See
     * {@link inner}.
     *
     * Throws nothing.
     */
    export function send(thing: string, options?: Options): number { return inner(thing) }
    export function inner(thing: string) { return thing.length }`,
};

describe('surface', () => {
  test('writes the public exports: declaration and documentation, also of members, and nothing internal', () => {
    const root = madeUpTree(TREE);
    surface.write?.(root);
    const text = readFileSync(join(root, 'client-sdk/API.md'), 'utf8');
    expect(text).toContain(
      '### send\n\nSends a thing. See `inner`.\n\nThrows nothing.\n\n```ts\nfunction send(thing: string, options?: Options): number;',
    );
    expect(text).toContain('    /** How often. */\n    retries: number;');
    expect(text).toContain('const LIMIT = 5;');
    expect(text).not.toContain('### inner');
    expect(text.indexOf('## Functions')).toBeLessThan(text.indexOf('## Types'));
    expect(text.split('## `sent/names`')[1]).toBe('\n\n### NAME\n\n```ts\nconst NAME = "x";\n```\n');
  });

  test('passes on its output, and fails with the line when the sources differ', async () => {
    const root = madeUpTree(TREE);
    surface.write?.(root);
    const written = readFileSync(join(root, 'client-sdk/API.md'), 'utf8');
    expect(await judgment(surface, { ...TREE, 'client-sdk/API.md': written })).toEqual(['pass', '']);

    const edited = written.replace('LIMIT = 5', 'LIMIT = 6');
    const [verdict, text] = await judgment(surface, { ...TREE, 'client-sdk/API.md': edited });
    expect(verdict).toBe('fail');
    expect(text).toMatch(/API\.md:\d+ says 'const LIMIT = 6;', the sources say 'const LIMIT = 5;'/);
  });

  test('fails when the file was never written, and is skipped without a public entry point', async () => {
    expect((await judgment(surface, TREE))[0]).toBe('fail');
    expect((await judgment(surface, {}))[0]).toBe('skip');
  });
});
