import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { commits, judgeSubject } from './commits.ts';
import { madeUpTree } from './made-up-tree.ts';

function repository(...subjects: readonly string[]): string {
  const root = madeUpTree({});
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
  };
  git('init');
  for (const subject of subjects) git('commit', '--allow-empty', '-m', subject);
  return root;
}

describe('commits', () => {
  const good = [
    'feat(specs): write the tech adapter contract',
    'fix(client-sdk)!: feed the poller its first answer at once',
    'chore(repo): lay out the rooms, toolchain and architecture',
    'docs(site, specs): name the API that answers',
  ];
  test.each(good)('accepts %s', (subject) => {
    expect(judgeSubject(subject)).toBeUndefined();
  });

  const bad = [
    { subject: 'add a thing', says: 'type(room)' },
    { subject: 'feat: add a thing', says: 'type(room)' },
    { subject: 'feature(site): add a thing', says: 'type(room)' },
    { subject: 'feat(site): added a thing', says: "not 'added'" },
    { subject: 'feat(site): adding a thing', says: "not 'adding'" },
    { subject: 'feat(site): Add a thing', says: 'small letter' },
    { subject: 'feat(site): add a thing.', says: 'full stop' },
    { subject: `feat(site): add ${'a'.repeat(70)}`, says: 'characters' },
  ];
  test.each(bad)('rejects $subject', ({ subject, says }) => {
    expect(judgeSubject(subject)).toContain(says);
  });

  test('passes on a single valid commit and fails on an invalid one', async () => {
    expect((await commits.run(repository('feat(site): add a thing'))).verdict).toBe('pass');
    const outcome = await commits.run(repository('feat(site): add a thing', 'wip'));
    expect(outcome.verdict).toBe('fail');
    expect(outcome.findings).toHaveLength(1);
  });

  test('is skipped without a history', async () => {
    expect((await commits.run(madeUpTree({}))).verdict).toBe('skip');
  });
});
