import { describe, expect, test } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { versions } from './versions.ts';

async function findings(top: object, site: object): Promise<string[]> {
  const root = madeUpTree({
    'package.json': JSON.stringify({ workspaces: ['site', 'not-there-yet'], ...top }),
    'site/package.json': JSON.stringify({ name: '@tessera/site', version: '0.0.0', ...site }),
  });
  return (await versions.run(root)).findings.map(({ where, message }) => `${where}: ${message}`);
}

describe('versions', () => {
  test('passes when every workspace pins the same version', async () => {
    expect(
      await findings({ devDependencies: { yaml: '2.9.1' } }, { dependencies: { yaml: '2.9.1' } }),
    ).toEqual([]);
  });

  test('fails when two workspaces pin different versions', async () => {
    expect(
      await findings({ devDependencies: { yaml: '2.9.1' } }, { dependencies: { yaml: '2.9.0' } }),
    ).toEqual(['site/package.json: yaml is 2.9.0 here and 2.9.1 in package.json']);
  });

  test('passes a package under another name', async () => {
    expect(await findings({ devDependencies: { second: 'npm:yaml@2.9.1' } }, {})).toEqual([]);
  });

  test.each(['^1.0.0', '~1.0.0', '*', 'latest', '>=1', 'npm:yaml@^2.9.1'])(
    'fails on the range %s',
    async (range) => {
      expect(await findings({ overrides: { yaml: range } }, {})).toEqual([
        expect.stringContaining('not pinned'),
      ]);
    },
  );

  test('fails when a workspace is required in another version than its own', async () => {
    expect(await findings({ dependencies: { '@tessera/site': '0.1.0' } }, {})).toEqual([
      expect.stringContaining('its own version is 0.0.0'),
    ]);
  });
});
