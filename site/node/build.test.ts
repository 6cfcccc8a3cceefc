import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { readSettings, SITE_ROOT, UsageError } from './config.ts';
import { findObstacle } from './output/output-folder.ts';
import { runCommand } from './run-command.ts';

const HOME =
  '---\ntitle: Home\ndescription: The home page of a test.\nlayout: home\n---\n\n[Intro](/docs/p0_intro/)\n';
const MARKDOWN_PAGE = '---\ntitle: Page\ndescription: A plain page of a test.\n---\n\nText.\n';
const INTRO =
  '---\ntitle: Intro\ndescription: The introduction of a test.\nstatus: concept\nchecked: 2.3.0\n---\n\n## Take part\n\nText.\n';

let folder: string;
beforeEach(() => {
  mkdirSync(path.join(SITE_ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(SITE_ROOT, '.cache', 'build-test-'));
  write('pages/index.md', HOME);
  write('pages/markdown-page.md', MARKDOWN_PAGE);
  write('docs/p0_intro.md', INTRO);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  const file = path.join(folder, 'content', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Runs the build as a user does. */
async function build(out = 'out', ...flags: string[]): Promise<{ code: number | null; output: string }> {
  const folders = ['--content', path.join(folder, 'content'), '--out', path.join(folder, out)];
  const { code, stdout, stderr } = await runCommand('build', ...folders, ...flags);
  return { code, output: stdout + stderr };
}

/** The site of the unchanged content, built once for the tests that begin with it. */
let unchanged: string | undefined;
afterAll(() => unchanged && rmSync(unchanged, { recursive: true, force: true }));

/** Does what a build of the unchanged content does. */
async function buildUnchanged(out = 'out'): Promise<void> {
  const target = path.join(folder, out);
  if (unchanged === undefined) {
    expect(await build(out)).toMatchObject({ code: 0 });
    unchanged = mkdtempSync(path.join(SITE_ROOT, '.cache', 'build-test-'));
    cpSync(target, unchanged, { recursive: true });
  } else cpSync(unchanged, target, { recursive: true });
}

function readTree(out: string): Map<string, string> {
  const root = path.join(folder, out);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(root, file), readFileSync(file, 'base64')];
    }),
  );
}

describe('the build', () => {
  it('[151] writes the same bytes twice', async () => {
    await buildUnchanged('a');
    expect(await build('b')).toMatchObject({ code: 0 });
    const [a, b] = [readTree('a'), readTree('b')];
    expect([...a.keys()]).toEqual([...b.keys()]);
    expect([...a].filter(([name, bytes]) => b.get(name) !== bytes).map(([name]) => name)).toEqual([]);
  });

  it('[6] [149] lists everything that is broken at once, with file and line, and keeps the earlier output', async () => {
    await buildUnchanged();
    const before = readTree('out');
    write(
      'docs/p0_intro.md',
      INTRO.replace(
        'Text.',
        '[a](/docs/nowhere/)\n\n[b](missing.md)\n\n[c](#no-such-part)\n\n![d](/no-such.png)\n\n## Take part {#take-part}',
      ),
    );
    write('docs/p1_other.md', '---\ntitle: Other\nextra: 1\n---\n\nText.\n');
    write('docs/old.html.md', INTRO);
    write('docs/p2_sample.md', `${INTRO}\n\`\`\`bash\nls\n\`\`\`\n`);
    const first = await build();
    expect(first.code).toBe(1);
    expect(first.output).toContain('docs/p0_intro.md:12  link missing.md names a file that does not exist');
    expect(first.output).toContain('docs/p0_intro.md:18  id "take-part" is given twice');
    expect(first.output).toContain('docs/p1_other.md:3  front matter key "extra" is unknown');
    expect(first.output).toContain('docs/p1_other.md:1  front matter key "description" is missing');
    expect(first.output).toContain('docs/old.html.md  a route may not end in .html');
    expect(first.output).toMatch(/p2_sample\.md:12 {2}code block does not say how it is checked/);
    for (const name of ['p1_other.md', 'old.html.md', 'p2_sample.md'])
      rmSync(path.join(folder, 'content/docs', name));
    write('pages/lonely.md', MARKDOWN_PAGE);
    write(
      'docs/p0_intro.md',
      readFileSync(path.join(folder, 'content/docs/p0_intro.md'), 'utf8')
        .replace('[b](missing.md)', '')
        .replace(' {#take-part}', ''),
    );
    const second = await build();
    expect(second.code).toBe(1);
    for (const line of [
      'p0_intro.md:10  link /docs/nowhere/ leads nowhere',
      'p0_intro.md:14  link #no-such-part names an anchor that /docs/p0_intro/ does not have',
      'p0_intro.md:16  asset /no-such.png leads nowhere',
      'lonely.md  no page leads to /lonely/',
    ]) {
      expect(second.output).toContain(line);
    }
    expect(readTree('out')).toEqual(before);
  });

  it('[77] [78] [129] builds only what changed, leaves drafts out, and unlisted pages out of sidebar, search and sitemap', async () => {
    await buildUnchanged();
    expect((await build()).output).toContain('Nothing changed');
    write('docs/p1_draft.md', INTRO.replace('title: Intro', 'title: Draft\ndraft: true'));
    write('docs/p2_secret.md', INTRO.replace('title: Intro', 'title: Secret\nunlisted: true'));
    expect(await build()).toMatchObject({ code: 0, output: expect.stringContaining('Built') });
    const read = (name: string) => readFileSync(path.join(folder, 'out', name), 'utf8');
    expect([...readTree('out').keys()].filter((name) => name.includes('draft'))).toEqual([]);
    expect(read('docs/p0_intro/index.html')).not.toContain('Secret');
    expect(read('search-index.json')).not.toContain('Secret');
    expect(read('sitemap.xml')).not.toContain('secret');
    expect(read('docs/p2_secret/index.html')).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(read('docs/p2_secret/index.html')).toContain('This page is unlisted');
  });

  it('[164] says what is wrong with a flag, and what can be given', async () => {
    const { code, output } = await build('out', '--nonsense');
    expect(code).toBe(2);
    expect(output).toContain("Unknown option '--nonsense'");
    expect(output).toContain('--docs-releases  releases with separate documentation');
    expect(output).not.toContain('    at ');
  });

  it.each([
    ['--url', 'docs.example', '--url: docs.example is no address'],
    ['--base-url', '://', '--base-url: :// is no path'],
    ['--edit-url', 'edit', '--edit-url: edit is no address'],
    ['--docs-releases', '9.9.9', '--docs-releases: 9.9.9 is no release'],
    ['--color-mode', 'blue', '--color-mode: blue is not one of switch, system, light'],
    ['--content', 'no-such-folder', 'no-such-folder is no folder'],
  ])('[164] says what is wrong with %s %s', (flag, value, message) => {
    const read = () => readSettings([flag, value], {});
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });

  it('[164] replaces nothing that is not a built site', async () => {
    const { code, output } = await build('content');
    expect(code).toBe(1);
    expect(output).toContain('holds something else than a built site');
    expect(output).not.toContain('    at ');
    const obstacle = (out: string) => findObstacle(path.join(folder, out));
    expect(obstacle('content/docs/p0_intro.md')).toBe('is a file: choose a folder');
    expect(obstacle('content/docs/p0_intro.md/deep')).toMatch(/^cannot be written/);
    expect([...readTree('content').keys()].sort()).toEqual([
      'docs/p0_intro.md',
      'pages/index.md',
      'pages/markdown-page.md',
    ]);
    mkdirSync(path.join(folder, 'empty'));
    expect(obstacle('empty')).toBeNull();
  });

  it.each(
    oneIn(2, [
      [
        '/some/where/',
        '/some/where/docs/p0_intro/',
        '[Base](/some/where) [Twice](/some/where/docs/p0_intro/)',
      ],
      ['/docs/', '/docs/docs/p0_intro/', ''],
    ]),
  )('[11] puts the whole site under the base URL %s, once', async (base, intro, links) => {
    write('pages/index.md', `${HOME}\n${links}\n`);
    expect(await build('out', '--base-url', base)).toMatchObject({ code: 0 });
    const html = readFileSync(path.join(folder, 'out/index.html'), 'utf8');
    const local = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((match) => match[1] ?? '');
    expect(local.filter((href) => !href.startsWith(base))).toEqual([]);
    expect(local).toContain(intro);
    expect(html).not.toContain('where/some');
  });
});
