import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CueVerdict, Unify } from './cue.ts';
import { readFinding } from './cue-program.ts';

const run = promisify(execFile);

/** Maximum output of a program, in bytes. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/** Unifies with an installed `cue` program, which reports all findings at once. */
export function unifyWithBinary(binary: string, ms: number): Unify {
  return async (scripts, document) => {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-cue-'));
    try {
      const names = scripts.map((_, index) => `script-${index}.cue`);
      for (const [index, script] of scripts.entries())
        await writeFile(join(folder, names[index] ?? ''), script);
      await writeFile(join(folder, 'descriptor.json'), JSON.stringify(document));
      return await exportFrom(binary, folder, [...names, 'descriptor.json'], ms);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function exportFrom(
  binary: string,
  cwd: string,
  files: readonly string[],
  ms: number,
): Promise<CueVerdict> {
  const args = ['export', '--all-errors', ...files];
  try {
    const { stdout } = await run(binary, args, {
      cwd,
      timeout: ms,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
    });
    return { findings: [], unified: JSON.parse(stdout) };
  } catch (cause) {
    const { stderr, killed, code }: { stderr?: unknown; killed?: unknown; code?: unknown } = Object(cause);
    if (killed === true) throw new Error(`the script was stopped, because it had not ended after ${ms} ms`);
    if (code === 'ENOENT') throw new Error(`the CUE program ${binary} is not there`);
    const lines = typeof stderr === 'string' ? stderr.split('\n') : [];
    // Lines that are indented name the places in the files of a finding.
    const findings = lines
      .filter((line) => /^\S/.test(line))
      .map((line) => readFinding(line.replace(/:$/, '')));
    if (findings.length === 0) throw cause;
    if (!lines.some((line) => line.includes('descriptor.json'))) await checkScripts(binary, cwd, files, ms);
    return { findings };
  }
}

/** An invalid script says nothing about a document. */
async function checkScripts(
  binary: string,
  cwd: string,
  files: readonly string[],
  ms: number,
): Promise<void> {
  const scripts = files.filter((name) => name.endsWith('.cue'));
  try {
    await run(binary, ['vet', ...scripts], {
      cwd,
      timeout: ms,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
    });
  } catch (cause) {
    const { stderr }: { stderr?: unknown } = Object(cause);
    const [first = ''] = typeof stderr === 'string' ? stderr.split('\n') : [];
    if (/incomplete/.test(first)) return;
    throw new Error(`the script is wrong: ${first.replace(/:$/, '')}`, { cause });
  }
}
