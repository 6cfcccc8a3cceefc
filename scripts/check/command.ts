import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './gate.ts';

/** How a finished child process ended. */
export interface CommandResult {
  /** Exit code; 1 when a signal ended the process. */
  code: number;
  stdout: string;
  /** stdout and stderr in the order in which they arrived. */
  output: string;
}

const TOOLS = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));

/** Absolute path of a development tool that `npm ci` installed. */
export function tool(name: string): string {
  return join(TOOLS, name);
}

/** Runs a program to its end and collects what it prints. Rejects when it cannot be started or is aborted. */
export function runCommand(
  cwd: string,
  file: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, output }));
  });
}

/** Runs a program to its end in front of the user. Resolves with its exit code, 1 when a signal ended it. */
export function showCommand(cwd: string, file: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** The output of a failed tool, truncated so that a long log does not hide the table. Never empty. */
export function failureOf(result: CommandResult, where?: string, limit = 60): Finding[] {
  const lines = result.output
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
  if (lines.length === 0) lines.push(`ended with code ${result.code} without a word`);
  const rest = lines.length - limit;
  const shown = [...lines.slice(0, limit), ...(rest > 0 ? [`... and ${rest} lines more`] : [])];
  return shown.map((message) => ({ ...(where === undefined ? {} : { where }), message }));
}
