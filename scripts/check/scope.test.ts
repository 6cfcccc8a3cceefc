import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SCOPE } from '../scope.ts';
import { judgment, madeUpTree } from './made-up-tree.ts';
import { scope } from './scope.ts';

/** Other scopes, in two parts: the gate reads this file, too. */
const OTHER = ['@', 'made-up'].join('');
const FOREIGN = ['@', 'foreign'].join('');

const tree = (own: string) => ({
  'package.json': JSON.stringify({ workspaces: ['client'] }),
  'package-lock.json': JSON.stringify({
    packages: { [`node_modules/${FOREIGN}/client`]: {}, [`node_modules/${OTHER}/client`]: { link: true } },
  }),
  'client/package.json': JSON.stringify({ name: `${own}/client` }),
  'README.md': `Install\n${own}/client and ${FOREIGN}/client, not ${FOREIGN}/clients.\n`,
  'scripts/a.ts': `/^${own}\\/client/;\nname.startsWith('${own}/');\n`,
});

test('passes when all packages are named under the scope', async () => {
  expect(await judgment(scope, tree(SCOPE))).toEqual(['pass', '']);
});

test('names every place that has another scope', async () => {
  const [verdict, text] = await judgment(scope, tree(OTHER));
  expect(verdict).toBe('fail');
  expect(text.match(/^\S+/gm)).toEqual([
    'README.md:2',
    'client/package.json:1',
    'scripts/a.ts:1',
    'scripts/a.ts:2',
  ]);
});

test('renames all of them', async () => {
  const root = madeUpTree(tree(OTHER));
  scope.write?.(root);
  expect((await scope.run(root)).findings).toEqual([]);
  for (const [path, text] of Object.entries(tree(SCOPE)))
    if (path !== 'package-lock.json') expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

test('a package without a scope fails', async () => {
  expect(await judgment(scope, { ...tree(SCOPE), 'client/package.json': '{ "name": "client" }' })).toEqual([
    'fail',
    'client/package.json the package client has no scope',
  ]);
});
