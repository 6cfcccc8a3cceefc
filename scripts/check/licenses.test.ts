import { describe, expect, test } from 'vitest';
import { licenses } from './licenses.ts';
import { madeUpTree } from './made-up-tree.ts';

const ROW = '| `yaml` | site | ISC | reads YAML |';

async function findings(locked: object, table = ROW, json: object = {}): Promise<string[]> {
  const site = { name: '@tessera/site', version: '0.0.0', dependencies: { yaml: '2.9.1' }, ...json };
  const root = madeUpTree({
    'package.json': JSON.stringify({ workspaces: ['site'] }),
    'site/package.json': JSON.stringify(site),
    'package-lock.json': JSON.stringify({
      packages: {
        '': {},
        site: {},
        'node_modules/@tessera/site': { link: true },
        'node_modules/yaml': { license: 'ISC' },
        ...locked,
      },
    }),
    'docs/dependencies.md': `| Dependency | Used by | License | Reason |\n|---|---|---|---|\n${table}\n`,
  });
  return (await licenses.run(root)).findings.map(({ where, message }) => `${where}: ${message}`);
}

describe('licenses', () => {
  test('passes allowed licenses, and anything that is used for development only', async () => {
    const locked = {
      'node_modules/a': { license: 'MIT' },
      'node_modules/b': { license: 'GPL-3.0', dev: true },
    };
    expect(await findings(locked)).toEqual([]);
  });

  test('fails on a license that is not allowed, of a dependency of a dependency as well', async () => {
    expect(await findings({ 'node_modules/yaml/node_modules/@x/y': { license: 'GPL-3.0' } })).toEqual([
      'package-lock.json: @x/y has the license GPL-3.0',
    ]);
  });

  test('fails on a package without a license', async () => {
    expect(await findings({ 'node_modules/a': {} })).toEqual(['package-lock.json: a states no license']);
  });

  test('fails on a dependency without a row, and on a row without a dependency', async () => {
    expect(await findings({}, '| `left-pad` | site | MIT | pads |')).toEqual([
      'docs/dependencies.md:3: left-pad is no runtime dependency of any package',
      'docs/dependencies.md: no row for `yaml` | site | ISC',
    ]);
  });

  test('fails on a row that names the wrong packages or the wrong license, and on one without a reason', async () => {
    expect(await findings({}, '| `yaml` | client-sdk | MIT |  |')).toEqual([
      'docs/dependencies.md:3: yaml is used by, and has the license: site | ISC',
      'docs/dependencies.md:3: yaml has no reason',
    ]);
  });
});
