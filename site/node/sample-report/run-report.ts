import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspaceCommands } from '../samples/workspace-commands.ts';

/** The contract whose reference server the sample report tests. */
export const CONTRACT = 'tech-adapter';
const SERVER = 'tessera-serve';
const SUITE = 'tessera-conformance';
/** Generated names are the same in every run. */
const SEED = '1';
const READY_TIMEOUT = 20_000;
const RUN_TIMEOUT = 120_000;

/** Tests the reference server of the contract as a user would, with the two commands; returns the HTML report. */
export async function runReport(port: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-report-'));
  const server = spawn(process.execPath, argumentsOf(SERVER, CONTRACT, '--port', String(port)));
  try {
    const url = `${await readOrigin(server.stdout)}/${CONTRACT}`;
    const flags = ['--url', url, '--seed', SEED, '--report', folder, '--format', 'html'];
    await new Promise<void>((resolve, reject) => {
      execFile(
        process.execPath,
        argumentsOf(SUITE, CONTRACT, ...flags),
        { timeout: RUN_TIMEOUT },
        (error, output) => {
          // A run with findings has another exit code; only its report matters here.
          if (error && typeof error.code !== 'number') reject(new Error(output, { cause: error }));
          else resolve();
        },
      );
    });
    return readFileSync(path.join(folder, `${CONTRACT}.html`), 'utf8');
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function argumentsOf(command: string, ...rest: readonly string[]): string[] {
  const start = workspaceCommands().get(command);
  if (!start) throw new Error(`No package of the workspace has the command ${command}`);
  return [...start, ...rest];
}

/** Waits for the line with the server's address. */
function readOrigin(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(
      () => reject(new Error(`${SERVER} ${CONTRACT} printed no address, only: ${text}`)),
      READY_TIMEOUT,
    );
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const origin = /Serving at (http:\S+)/.exec(text)?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve(origin);
    });
  });
}

const ROW = /<details class="row" id="check-([^"]+)" data-verdict="([^"]+)"/g;

/** The result of each check in a report. */
export function readVerdicts(html: string): Record<string, string> {
  return Object.fromEntries([...html.matchAll(ROW)].map(([, id = '', verdict = '']) => [id, verdict]));
}
