import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../flags.ts';

const run = promisify(execFile);

/** A folder with an earlier state of specs/, and how to remove it. */
export interface CheckedOut {
  readonly folder: string;
  readonly remove: () => void;
}

/** The specs of `name`: a folder that holds specs/, or else a git revision of the repository at `root`. */
export async function checkOut(root: string, name: string): Promise<CheckedOut> {
  const folder = resolve(root, name);
  if (existsSync(join(folder, 'specs')) && statSync(folder).isDirectory())
    return { folder, remove: () => undefined };
  const commit = await commitOf(root, name);
  const copy = mkdtempSync(join(tmpdir(), 'tessera-specs-'));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  const archive = join(copy, 'specs.tar');
  try {
    await run('git', ['-C', root, 'archive', '--format=tar', `--output=${archive}`, commit, 'specs']);
  } catch (cause) {
    remove();
    throw new UsageError(`specs/ does not exist at ${name}`, { cause });
  }
  await run('tar', ['-xf', archive, '-C', copy]);
  return { folder: copy, remove };
}

async function commitOf(root: string, name: string): Promise<string> {
  try {
    const { stdout } = await run('git', [
      '-C',
      root,
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`,
    ]);
    return stdout.trim();
  } catch (cause) {
    throw new UsageError(`'${name}' is neither a git revision nor a folder that holds specs/`, { cause });
  }
}
