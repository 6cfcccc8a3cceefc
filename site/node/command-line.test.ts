import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SITE_ROOT } from './config.ts';

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(SITE_ROOT, 'package.json'), 'utf8'),
);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of package.json as npm does; an object among what it is given are variables. */
function run(name: string, ...given: readonly (string | NodeJS.ProcessEnv)[]): Promise<Ended> {
  const args = given.filter((one) => typeof one === 'string');
  const env = Object.assign({ ...process.env }, ...given.filter((one) => typeof one !== 'string'));
  const [program = '', ...words] = (scripts[name] ?? '').split(' ');
  const file = path.join(SITE_ROOT, '..', 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    const child = execFile(file, [...words, ...args], { cwd: SITE_ROOT, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Some begin by loading compilers, which takes a busy machine its time. */
const timeout = 240_000;

describe.concurrent('every command', { timeout }, () => {
  it.each(Object.keys(scripts))('%s names a flag that it does not know, and ends with 2', async (name) => {
    const { code, stdout, stderr } = await run(name, '--no-such-flag');
    expect(stderr).toContain("'--no-such-flag'");
    expect(stderr).toContain('Usage: npm run ');
    expect(stderr).not.toContain('    at ');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('says on --help what it does', async () => {
    const { code, stdout, stderr } = await run('behaviours', '--help');
    expect(stdout).toMatch(/^Lists the statements[^\n]+\n\nUsage: npm run behaviours -w site\n/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('preview takes its port from a variable, and says when that is none', async () => {
    const { code, stderr } = await run('preview', { PORT: 'http' });
    expect(stderr).toMatch(/^PORT is a whole number up to 65535, not 'http'\n\nServes the built site/);
    expect(code).toBe(2);
  });

  it('bench refuses a number of rounds that is none', async () => {
    const { code, stderr } = await run('bench', '--rounds', 'many');
    expect(stderr).toContain("--rounds is a number from 1 on, not 'many'");
    expect(code).toBe(2);
  });
});
