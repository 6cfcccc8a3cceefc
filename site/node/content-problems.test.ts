import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_ROOT } from './config.ts';
import { findContentProblems } from './content-problems.ts';
import { madeUpPage } from './made-up-content.ts';

const FILES = {
  'docs/p1_good/a.md': madeUpPage(
    'To [the other](../p2_bad/b.md#part), {{tech-adapter#validate}} and [a file](pathname:///openapi/tech-adapter.openapi.json).',
  ),
  'docs/p2_bad/b.md': madeUpPage(
    '## Part\n\n[Nothing](/docs/nothing/)\n\n[No part](../p1_good/a.md#none) {{RUNNING}}',
  ),
};

let settings: { contentDir: string; baseUrl: string; editUrl: string };
beforeAll(() => {
  mkdirSync(path.join(SITE_ROOT, '.cache'), { recursive: true });
  const contentDir = mkdtempSync(path.join(SITE_ROOT, '.cache', 'problems-test-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(contentDir, name)), { recursive: true });
    writeFileSync(path.join(contentDir, name), text);
  }
  settings = { contentDir, baseUrl: '/', editUrl: '' };
});
afterAll(() => rmSync(settings.contentDir, { recursive: true, force: true }));

describe('what is wrong with pages', () => {
  it('is nothing where links, anchors, files and values are right', async () => {
    expect(await findContentProblems(settings, ['p1_good'])).toMatchObject({ problems: [], pages: 1 });
  });

  it('is reported with file and line, only for pages below a path', async () => {
    const { problems, pages } = await findContentProblems(settings, ['p2_bad']);
    expect(pages).toBe(1);
    expect(problems.map(({ file, line, message }) => `${path.basename(file)}:${line} ${message}`)).toEqual([
      'b.md:10 link /docs/nothing/ leads nowhere',
      'b.md:12 {{RUNNING}} needs the front matter key "contracts" with the API it comes from',
      'b.md:12 link /docs/p1_good/a/#none names an anchor that /docs/p1_good/a/ does not have',
    ]);
  });

  it('is looked for on every page without a path, and on none below one that does not exist', async () => {
    expect((await findContentProblems(settings, [])).pages).toBe(2);
    expect(await findContentProblems(settings, ['p9_nothing'])).toEqual({
      problems: [],
      pages: 0,
      projectFiles: 0,
    });
  });
});
