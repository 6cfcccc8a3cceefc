import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SITE_ROOT } from './config.ts';

/** The commands of package.json, by their names. */
export const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(SITE_ROOT, 'package.json'), 'utf8'),
);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** For tests: runs a command as npm does; an object among the arguments holds environment variables. */
export function runCommand(name: string, ...given: readonly (string | NodeJS.ProcessEnv)[]): Promise<Ended> {
  const args = given.filter((one) => typeof one === 'string');
  const env = Object.assign({ ...process.env }, ...given.filter((one) => typeof one !== 'string'));
  const [program = '', ...words] = (scripts[name] ?? '').split(' ');
  const file =
    program === 'node' ? process.execPath : path.join(SITE_ROOT, '..', 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    const child = execFile(file, [...words, ...args], { cwd: SITE_ROOT, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
