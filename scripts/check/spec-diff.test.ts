import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { specDiff } from './spec-diff.ts';

const IDENTITY = ['-c', 'user.name=Jane', '-c', 'user.email=jane@example.com'];

/** A repository with one commit, and a tag on it if asked for. */
function repository(program: string, tag?: string): string {
  const root = madeUpTree({ 'scripts/diff-specs.ts': program });
  const git = (...args: string[]) =>
    execFileSync('git', [...IDENTITY, ...args], { cwd: root, stdio: 'ignore' });
  git('init');
  git('add', '.');
  git('commit', '-m', 'chore(repo): begin');
  if (tag !== undefined) git('tag', tag);
  return root;
}

describe('spec-diff', () => {
  test('compares with the last release, and is skipped before there is one', async () => {
    const passes = 'process.exit(process.argv[2] === "v1.2.0" ? 0 : 1)';
    expect((await specDiff.run(repository(passes))).notes).toEqual(['no release is tagged yet']);
    expect((await specDiff.run(repository(passes, 'v1.2.0'))).verdict).toBe('pass');
  });

  test('fails with the output of the comparison for a breaking change', async () => {
    const fails = 'console.log("specs/a.yaml:3 breaks callers"); process.exit(1)';
    const outcome = await specDiff.run(repository(fails, 'v1.2.0'));
    expect(outcome.verdict).toBe('fail');
    expect(outcome.findings).toEqual([{ message: 'specs/a.yaml:3 breaks callers' }]);
  });
});
