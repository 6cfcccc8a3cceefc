import { describe, expect, test } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { names } from './names.ts';

async function findings(path: string, text = 'export const a = 1;'): Promise<string[]> {
  const outcome = await names.run(madeUpTree({ [path]: text }));
  return outcome.findings.map(({ message }) => message);
}

describe('names', () => {
  const good = [
    'client-sdk/src/long-running.ts',
    'client-sdk/src/index.ts',
    'site/theme/components/NavBar.tsx',
    'site/theme/hooks/use-theme.ts',
    'site/content/docs/p1_user/Helpers.md',
    'scripts/check/names.test.ts',
    'conformance/src/base64.ts',
    'site/theme/styles/base.css',
  ];
  test.each(good)('accepts %s', async (path) => {
    expect(await findings(path)).toEqual([]);
  });

  const bad = [
    { path: 'client-sdk/src/utils.ts', says: 'noun' },
    { path: 'reference-servers/src/helpers/a.ts', says: 'noun' },
    { path: 'conformance/src/url-utils.ts', says: 'noun' },
    { path: 'conformance/src/base.ts', says: 'noun' },
    { path: 'reference-servers/src/service/a.ts', says: 'noun' },
    { path: 'specs/shared/common.yaml', says: 'noun' },
    { path: 'client-sdk/src/longRunning.ts', says: 'kebab-case' },
    { path: 'site/node/NavBar.ts', says: 'kebab-case' },
    { path: 'site/theme/index.ts', says: 'second door' },
    { path: 'site/fonts-1.0.whl', says: 'archive' },
  ];
  test.each(bad)('rejects $path', async ({ path, says }) => {
    expect(await findings(path)).toEqual([expect.stringContaining(says)]);
  });

  test('rejects a file that only re-exports, whatever its name', async () => {
    expect(
      await findings('client-sdk/src/all.ts', "export * from './a.ts';\nexport { b } from './b.ts';"),
    ).toEqual([expect.stringContaining('second door')]);
  });

  test('rejects a default export outside a tool configuration', async () => {
    expect(await findings('site/app/a.ts', 'export default 1;')).toEqual([
      expect.stringContaining('default'),
    ]);
    expect(await findings('site/app/a.ts', 'export default function a() {}')).toHaveLength(1);
    expect(await findings('site/vite.config.ts', 'export default {};')).toEqual([]);
  });
});
