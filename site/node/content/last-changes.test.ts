import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastChanges } from './last-changes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-changes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commits a file on a day. */
function commit(root: string, file: string, day: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), day);
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  const env = { ...process.env, GIT_COMMITTER_DATE: `${day}T12:00:00Z` };
  execFileSync('git', ['add', file], { cwd: root });
  execFileSync('git', [...author, 'commit', '-q', '-m', day], { cwd: root, env });
}

describe('the date of the last change of a page', () => {
  const root = path.join(folder, 'full');
  mkdirSync(root);
  execFileSync('git', ['init', '-q'], { cwd: root });
  commit(root, 'content/docs/a.md', '2025-03-01');
  commit(root, 'content/docs/b.md', '2025-03-02');
  commit(root, 'content/docs/a.md', '2025-03-03');

  it('is the date of the last commit to its file', () => {
    const content = path.join(root, 'content');
    expect([...lastChanges(content)].sort()).toEqual([
      [path.join(content, 'docs/a.md'), '2025-03-03'],
      [path.join(content, 'docs/b.md'), '2025-03-02'],
    ]);
  });

  it('is unknown in a shallow clone', () => {
    const clone = path.join(folder, 'shallow');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, clone]);
    expect(lastChanges(path.join(clone, 'content')).size).toBe(0);
  });

  it('is unknown without a repository', () => {
    const plain = path.join(folder, 'plain');
    mkdirSync(plain);
    expect(lastChanges(plain).size).toBe(0);
  });
});
