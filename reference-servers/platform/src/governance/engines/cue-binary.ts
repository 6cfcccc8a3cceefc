import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cue, CueVerdict } from './cue.ts';
import { readFinding } from './cue-program.ts';
import { isFault, type NamedScript, ScriptFault } from './script-fault.ts';

const run = promisify(execFile);

/** Maximum output of a program, in bytes. */
const MOST_OUTPUT = 16 * 1024 * 1024;

const DOCUMENT = 'descriptor.json';

/** An installed `cue` program, which reports all findings at once, with their places. */
export function cueInBinary(binary: string, ms: number): Cue {
  return {
    unify: (scripts, document) =>
      inFolder(scripts, async (cwd, files) => {
        await writeFile(join(cwd, DOCUMENT), JSON.stringify(document));
        return exportFrom({ binary, cwd, ms }, files);
      }),
    findFault: (script) => inFolder([script], (cwd, files) => vet({ binary, cwd, ms }, files)),
  };
}

/** Writes scripts into a folder for as long as a function runs. */
async function inFolder<T>(
  scripts: readonly NamedScript[],
  work: (cwd: string, files: readonly string[]) => Promise<T>,
): Promise<T> {
  const cwd = await mkdtemp(join(tmpdir(), 'tessera-cue-'));
  try {
    for (const { name, text } of scripts) await writeFile(join(cwd, `${name}.cue`), text);
    return await work(
      cwd,
      scripts.map(({ name }) => `${name}.cue`),
    );
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

interface Call {
  readonly binary: string;
  readonly cwd: string;
  readonly ms: number;
}

/** An error as the program prints it: a line, and below it the places in the files that it is about. */
interface Printed {
  readonly message: string;
  /** The first place in a script, such as `cueScript:3:9`. */
  readonly place: string | undefined;
}

/** Runs the program; resolves with its output, or with the errors that it printed. */
async function call(
  { binary, cwd, ms }: Call,
  args: readonly string[],
): Promise<string | readonly Printed[]> {
  try {
    const options = { cwd, timeout: ms, killSignal: 'SIGKILL', maxBuffer: MOST_OUTPUT } as const;
    return (await run(binary, args, options)).stdout;
  } catch (cause) {
    const { stderr, killed, code }: { stderr?: unknown; killed?: unknown; code?: unknown } = Object(cause);
    if (killed === true) throw new Error(`the script was stopped, because it had not ended after ${ms} ms`);
    if (code === 'ENOENT') throw new Error(`the CUE program ${binary} is not there`);
    const printed = typeof stderr === 'string' ? readPrinted(stderr) : [];
    if (printed.length === 0) throw cause;
    return printed;
  }
}

function readPrinted(stderr: string): Printed[] {
  return stderr
    .split(/\n(?=\S)/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [first = '', ...places] = block.split('\n');
      const place = /(cue\w+)\.cue(:\d+:\d+)/.exec(places.join('\n'));
      return {
        message: first.replace(/:$/, ''),
        place: place === null ? undefined : `${place[1]}${place[2]}`,
      };
    });
}

async function exportFrom(about: Call, scripts: readonly string[]): Promise<CueVerdict> {
  const output = await call(about, ['export', '--all-errors', ...scripts, DOCUMENT]);
  if (typeof output === 'string') return { findings: [], unified: JSON.parse(output) };
  const findings = output.map((printed) => {
    const finding = readFinding(printed.message);
    if (isFault(finding.message)) throw toFault(printed);
    return finding;
  });
  const fault = await vet(about, scripts);
  if (fault !== undefined) throw fault;
  return { findings };
}

/** An invalid script says nothing about a document. */
async function vet(about: Call, scripts: readonly string[]): Promise<ScriptFault | undefined> {
  const output = await call(about, ['vet', ...scripts]);
  const first = typeof output === 'string' ? undefined : output[0];
  return first === undefined || first.message.includes('incomplete') ? undefined : toFault(first);
}

function toFault({ place = 'cueScript', message }: Printed): ScriptFault {
  return new ScriptFault(`${place}: ${message}`);
}
