import { describe, expect, test } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { paths } from './paths.ts';

const TREE = {
  '.gitignore': 'dist/\n',
  'package.json': JSON.stringify({ workspaces: ['site'], scripts: { test: 'x', check: 'x' } }),
  'site/package.json': JSON.stringify({ name: '@tessera/site', scripts: { build: 'x' } }),
  'site/app/entry.tsx': '',
  'specs/platform/builder.yaml': '',
};

async function findings(document: string, text: string): Promise<string[]> {
  const outcome = await paths.run(madeUpTree({ ...TREE, [document]: text }));
  return outcome.findings.map(({ where, message }) => `${where} ${message}`);
}

describe('paths', () => {
  const good = [
    'Edit `specs/platform/builder.yaml` in `specs/`, then see `site/app/entry.tsx:12`.',
    'A [link](specs/platform/builder.yaml#top), [another](https://example.com/a/b.ts) and [here](#here).',
    'All of `specs/*/*.yaml`, one `specs/platform/NAME.yaml`, `specs/...` and `site/<folder>/entry.tsx`.',
    'Build output such as `site/dist/index.html` comes and goes.',
    'Run `npm test`, `npm run check`, `npm run build -w site` or `npm run build -w @tessera/site`.',
    'Say `entry.tsx`, `.ts`, `x.test.ts`, `and/or`, `/v1/validate` and `@tessera/contracts/errors`.',
    '```yaml\nfile: specs/none.yaml\n```',
    '````md\n```sh\nnode specs/gone.js\n```\nsee `gone.ts`\n````',
  ];
  test.each(good)('accepts: %s', async (text) => {
    expect(await findings('README.md', text)).toEqual([]);
  });

  const bad = [
    { text: 'See `specs/platform/gone.yaml`.', says: 'specs/platform/gone.yaml' },
    { text: 'See [it](docs/gone.md).', says: 'docs/gone.md' },
    { text: 'See `gone.ts`.', says: 'gone.ts' },
    { text: 'See `specs/*.json`.', says: 'specs/*.json' },
    { text: 'Run `npm run gone`.', says: 'no such npm script: gone' },
    { text: 'Run `npm run gone -w site`.', says: 'gone in site' },
    { text: '```sh\nnode specs/gone.js\n```', says: 'specs/gone.js' },
    { text: '```\nnpm run gone\n```', says: 'gone' },
    { text: '````md\n```\n````\nSee `gone.ts`.', says: 'gone.ts' },
  ];
  test.each(bad)('rejects: $text', async ({ text, says }) => {
    expect(await findings('README.md', text)).toEqual([expect.stringContaining(says)]);
  });

  test('reads a path from the folder of the document', async () => {
    expect(await findings('site/README.md', 'See `app/entry.tsx` and [it](app/entry.tsx).')).toEqual([]);
    expect(await findings('site/README.md', 'See [it](site/app/entry.tsx).')).toHaveLength(1);
  });

  test('ignores the pages of the site, which its build checks', async () => {
    expect(await findings('site/content/docs/a.md', 'See `specs/gone.yaml`.')).toEqual([]);
  });
});
