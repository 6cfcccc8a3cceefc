import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CodeSample } from '../markdown/render.ts';
import type { Problem } from '../problems.ts';
import { HANGS_AFTER } from './run-samples.ts';
import { problemAt, type SamplePage } from './verdict.ts';

const SCRIPT = 'sample.cue';

let worker: Worker | null = null;
/** CUE has global state, so its commands run one after the other. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Compiles a CUE sample in a folder; with `validate=NAME` the block of the page with that title must satisfy it.
 * Returns CUE's errors, at the line of the page.
 */
export async function checkCue(sample: CodeSample, page: SamplePage, root: string): Promise<Problem | null> {
  const { against } = sample.meta;
  const data = page.samples.filter((other) => against !== null && other.meta.title === against);
  if (against !== null && data.length === 0)
    return problemAt(
      page,
      sample.line,
      `validate=${against} names no block of this page: give one the title="${against}"`,
    );
  const folder = path.join(root, page.name.replaceAll('/', '_'), `line-${sample.line}`);
  mkdirSync(folder, { recursive: true });
  const files = [path.join(folder, SCRIPT)];
  writeFileSync(path.join(folder, SCRIPT), sample.code);
  if (against !== null) {
    files.push(path.join(folder, against));
    writeFileSync(path.join(folder, against), data.map((block) => block.code).join(''));
  }
  const result = queue.then(() => vet(files));
  queue = result;
  const complaint = await result;
  if (complaint === null) return null;
  const [, line = '0'] = /sample\.cue:(\d+)/.exec(complaint) ?? [];
  return problemAt(page, sample.line + Number(line), complaint.replaceAll(/\S*\/(?=[^/\s]*:\d+:\d+)/g, ''));
}

/** Ends the worker of the checks. */
export async function closeCue(): Promise<void> {
  await queue;
  await worker?.terminate();
  worker = null;
}

function vet(files: readonly string[]): Promise<string | null> {
  worker ??= new Worker(new URL('cue-worker.mjs', import.meta.url), { stdout: true, stderr: true });
  const current = worker;
  return new Promise((resolve) => {
    const end = (complaint: string | null): void => {
      clearTimeout(timer);
      current.removeAllListeners('message');
      current.removeAllListeners('error');
      resolve(complaint);
    };
    const timer = setTimeout(() => {
      worker = null;
      current.terminate().then(() => end(`CUE has not ended after ${HANGS_AFTER / 1000} s`));
    }, HANGS_AFTER);
    current.once('message', (complaint: string | null) => end(complaint));
    current.once('error', (error: Error) => {
      worker = null;
      end(error.message);
    });
    current.postMessage(files);
  });
}
