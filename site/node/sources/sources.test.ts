import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadContent } from '../content/load.ts';
import { createLinkResolver } from '../content/resolve-link.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { LOCK, readLock } from './lock.ts';
import { MANIFEST } from './manifest.ts';
import { mountContent, mountSpecifications } from './mount.ts';
import { compareWithLock, updateLock } from './update.ts';

let folder: string;
let content: string;
let remote: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-sources-'));
  [content, remote, cache] = ['content', 'remote', 'cache'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]; // three names, three paths
  write(path.join(content, 'docs/own.md'), 'own');
  mkdirSync(remote);
  git('init', '-q', '-b', 'main');
  write(path.join(remote, 'handbook/first.md'), 'first');
  write(path.join(remote, 'api/partner.json'), '{"openapi":"3.1.0"}');
  commit('begin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FROM_MAIN = () => `content:
  - folder: .
  - git: ${remote}
    ref: main
    folder: handbook
    mount: docs/handbook
`;

// Each test runs git many times.
describe('content from several sources', () => {
  it('is the content folder alone without a manifest', () => {
    expect(namesOf(content)).toEqual(['docs/own.md']);
  });

  it('stands where the manifest mounts it, at the locked commit', () => {
    declare(FROM_MAIN());
    expect(update()).toEqual([expect.stringMatching(/#main is now at [0-9a-f]{7}$/)]);
    write(path.join(remote, 'handbook/second.md'), 'later');
    commit('later');
    expect(namesOf(content)).toEqual(['docs/handbook/first.md', 'docs/own.md']);
  });

  it('is built without the repository once it was fetched', () => {
    declare(FROM_MAIN());
    update();
    namesOf(content);
    renameSync(remote, `${remote}.gone`);
    expect(namesOf(content)).toEqual(['docs/handbook/first.md', 'docs/own.md']);
  });

  it('follows a tag that has a message', () => {
    git('tag', '-a', 'v1', '-m', 'one');
    declare(FROM_MAIN().replace('main', 'v1'));
    update();
    expect(namesOf(content)).toContain('docs/handbook/first.md');
  });

  it('names a source that was never locked', () => {
    declare(FROM_MAIN());
    expect(problemsOf(content)).toEqual([
      `3 ${remote}#main is not locked to a commit: run npm run sources -w site -- --update`,
    ]);
  });

  it('takes a damaged lock file for none', () => {
    declare(FROM_MAIN());
    write(path.join(content, LOCK), '<<<<<<< merged');
    expect(problemsOf(content)).toEqual([expect.stringContaining('is not locked to a commit')]);
  });

  it('names a branch or tag that is not there, and writes no lock', () => {
    declare(FROM_MAIN().replace('main', 'v9'));
    const problems: Problem[] = [];
    updateLock(content, problems);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `3 ${remote} has no branch or tag v9`,
    ]);
    expect(existsSync(path.join(content, LOCK))).toBe(false);
  });

  it('tells when a branch has moved, and takes it when asked', () => {
    declare(FROM_MAIN());
    update();
    const before = readLock(content);
    write(path.join(remote, 'handbook/second.md'), 'later');
    commit('later');
    const problems: Problem[] = [];
    compareWithLock(content, problems);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/#main has moved from [0-9a-f]{7} to [0-9a-f]{7}: npm run sources .*--update/),
    ]);
    expect(readLock(content)).toEqual(before);
    update();
    expect(namesOf(content)).toContain('docs/handbook/second.md');
  });

  it('keeps the newest commits of a source only', () => {
    declare(FROM_MAIN());
    for (let number = 1; number <= 7; number += 1) {
      write(path.join(remote, 'handbook/first.md'), `text ${number}`);
      commit(`text ${number}`);
      update();
      namesOf(content);
    }
    // The repository itself, and five commits of it.
    expect(readdirSync(cache)).toHaveLength(6);
    expect(namesOf(content)).toContain('docs/handbook/first.md');
  });

  it('tells when the locked commit is gone from its branch', () => {
    declare(FROM_MAIN());
    update();
    write(path.join(remote, 'handbook/first.md'), 'rewritten');
    git('add', '.');
    git('commit', '-q', '--amend', '-m', 'rewritten');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    expect(problemsOf(content)).toEqual([
      expect.stringMatching(
        /^3 main of .* no longer leads to the locked commit [0-9a-f]{7}, it is at [0-9a-f]{7}$/,
      ),
    ]);
  });

  it('names a repository that does not answer', () => {
    declare(FROM_MAIN().replace(remote, `${remote}-elsewhere`));
    const problems: Problem[] = [];
    updateLock(content, problems);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^git says: fatal: /)]);
  });

  it('names a folder that the commit does not have', () => {
    declare(FROM_MAIN().replace('handbook', 'manual'));
    update();
    expect(problemsOf(content)).toEqual([
      expect.stringMatching(/^3 there is no manual in commit [0-9a-f]{7}$/),
    ]);
  });

  it.each([
    ['mount: ../outside', 'mount ../outside leads outside of the content folder'],
    ['mount: /docs', 'mount /docs leads outside of the content folder'],
    ['folder: docs/../../etc', 'folder docs/../../etc leads outside of the repository'],
    ['color: red', 'key "color" is unknown; known keys: git, ref, folder, mount'],
    [
      'git: https://git.example/x.git',
      'git and ref belong together: the repository, and the branch or tag to take',
    ],
  ])('refuses %s', (line, message) => {
    declare(`content:\n  - ${line}\n`);
    expect(problemsOf(content)).toEqual([`2 ${message}`]);
  });

  it('refuses an address that git would take for an option, and one that would run a command', () => {
    declare('content:\n  - git: --upload-pack=touch\n    ref: main\n');
    expect(problemsOf(content)).toEqual(['2 --upload-pack=touch main is no repository with a branch or tag']);
    declare('content:\n  - git: ext::touch\n    ref: main\n');
    const problems: Problem[] = [];
    updateLock(content, problems);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("transport 'ext' not allowed"),
    ]);
  });

  it('refuses symbolic links, wherever they lead', () => {
    symlinkSync('/etc/hostname', path.join(remote, 'handbook/secret.md'));
    commit('link');
    declare(FROM_MAIN());
    update();
    expect(problemsOf(content)).toEqual([
      expect.stringMatching(
        /^3 only plain files are mounted, and in commit [0-9a-f]{7} these are links: handbook\/secret\.md$/,
      ),
    ]);
  });

  it('refuses symbolic links of the content folder too, but not the marks of an editor', () => {
    symlinkSync('/etc/hostname', path.join(content, 'docs/secret.md'));
    symlinkSync('someone@host.1', path.join(content, 'docs/.#own.md'));
    expect(problemsOf(content)).toEqual([
      '1 docs/secret.md of the content folder is a symbolic link: only plain files are content',
    ]);
  });

  it('refuses two sources of one file', () => {
    write(path.join(content, 'docs/handbook/first.md'), 'mine');
    declare(FROM_MAIN());
    update();
    expect(problemsOf(content)).toEqual([
      `3 docs/handbook/first.md comes from the content folder and from ${remote}#main: mount one of them elsewhere`,
    ]);
  });
});

describe('a page of another repository', () => {
  const page = (body: string) => `---
title: First
description: A page.
status: concept
checked: 2.3.0
---
${body}
`;

  it('links to the other pages as if it stood where it is mounted, and shows nothing from elsewhere', () => {
    write(path.join(content, 'docs/own.md'), page('Own.'));
    write(path.join(remote, 'handbook/first.md'), page('[Own](../own.md) ![Host](../../../../etc/host.png)'));
    write(path.join(folder, 'etc/host.png'), 'x');
    commit('pages');
    declare(FROM_MAIN());
    update();
    const problems: Problem[] = [];
    const loaded = loadContent(content, problems, cache);
    const first = loaded.sources.find(({ route }) => route === '/docs/handbook/first/');
    expect(problems).toEqual([]);
    if (first === undefined) throw new Error('the page is missing');
    const edition = { content: loaded, path: '/docs/' };
    const { html } = renderMarkdown({
      ...first,
      version: 'current',
      contracts: [],
      terms: [],
      resolveLink: createLinkResolver(first, edition, '/', problems),
      addImage: ({ name }) => name,
      problems,
    });
    expect(html).toContain('<a href="/docs/own/">Own</a>');
    expect(problems.map(({ message }) => message)).toEqual([
      'image ../../../../etc/host.png names a file that does not exist',
    ]);
  });
});

describe('specifications from other sources', () => {
  const declared = (file: string) => `specifications:
  - git: ${remote}
    ref: main
    file: ${file}
    name: partner
`;

  it('are offered under their name', () => {
    declare(declared('api/partner.json'));
    update();
    const problems: Problem[] = [];
    expect([...mountSpecifications(content, problems, cache)]).toEqual([
      ['partner.openapi.json', '{"openapi":"3.1.0"}'],
    ]);
    expect(problems).toEqual([]);
  });

  it('are refused when they are none', () => {
    declare(declared('handbook/first.md'));
    update();
    const problems: Problem[] = [];
    mountSpecifications(content, problems, cache);
    expect(problems.map(({ message }) => message)).toEqual([
      'handbook/first.md is no OpenAPI document in JSON',
    ]);
  });
});

function update(): string[] {
  const problems: Problem[] = [];
  const lines = updateLock(content, problems);
  expect(problems).toEqual([]);
  return lines;
}

function namesOf(contentDir: string): string[] {
  const problems: Problem[] = [];
  const names = mountContent(contentDir, problems, cache).map(({ name }) => name);
  expect(problems).toEqual([]);
  return names;
}

function problemsOf(contentDir: string): string[] {
  const problems: Problem[] = [];
  mountContent(contentDir, problems, cache);
  return problems.map(({ line, message }) => `${line} ${message}`);
}

function declare(manifest: string): void {
  write(path.join(content, MANIFEST), manifest);
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function commit(subject: string): void {
  git('add', '.');
  git('commit', '-q', '-m', subject);
}

function git(...args: string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: remote, stdio: 'pipe' });
}
