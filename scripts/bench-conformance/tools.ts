import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './adapters.ts';

/** Packages installed for the comparison only. Portman does not declare tslib, which it needs. */
const PACKAGES = {
  portman: ['@apideck/portman@1.33.0', 'newman@6.2.2', 'tslib@2.8.1'],
  dredd: ['dredd@14.1.0'],
  stepci: ['stepci@2.8.2'],
};

export type ToolSet = keyof typeof PACKAGES;

export interface Ended {
  readonly code: number;
  /** Standard output and error, without colors. */
  readonly output: string;
}

/**
 * Installs a set of tools into a separate folder, once.
 * @returns where their commands are, or why they are missing
 */
export async function install(folder: string, set: ToolSet): Promise<{ bin: string } | { why: string }> {
  const project = join(folder, set);
  const bin = join(project, 'node_modules/.bin');
  const done = join(project, 'installed');
  if (existsSync(done)) return { bin };
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
  const { code, output } = await run('npm', ['install', ...flags, ...PACKAGES[set]], { cwd: project });
  if (code !== 0)
    return { why: output.split('\n').find((line) => line.includes('error')) ?? `npm ended with ${code}` };
  writeFileSync(done, '');
  return { bin };
}

/** Runs a program until it ends, whatever its exit code. */
export async function run(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const settings = { cwd: ROOT, timeout: 240_000, maxBuffer: 256 * 1024 * 1024, ...options };
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, settings);
    return { code: 0, output: plain(stdout + stderr) };
  } catch (cause) {
    const failed: { code?: number; stdout?: string; stderr?: string } = Object(cause);
    return { code: failed.code ?? 1, output: plain(`${failed.stdout ?? ''}${failed.stderr ?? ''}`) };
  }
}

function plain(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
