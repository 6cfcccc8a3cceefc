import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { SITE_ROOT } from '../config.ts';
import type { CodeSample } from '../markdown/render.ts';
import type { SamplePage } from './verdict.ts';

const FOLDER = path.join(SITE_ROOT, '.cache', 'samples', 'cue');
/** A script of a page that takes longer than this does not end. */
const DEADLINE = 20_000;

let worker: Worker | null = null;
/** CUE keeps global state, so its commands go one after the other. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Compiles a CUE sample; with `validate=NAME` the block of the page with that title has to satisfy it. Returns what
 * CUE says against it.
 */
export function checkCue(sample: CodeSample, page: SamplePage): Promise<string | null> {
  const { against } = sample.meta;
  const data = page.samples.filter((other) => against !== null && other.meta.title === against);
  if (against !== null && data.length === 0)
    return Promise.resolve(
      `validate=${against} names no block of this page: give one the title="${against}"`,
    );
  const folder = path.join(FOLDER, page.name.replaceAll('/', '_'), `line-${sample.line}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = [path.join(folder, 'sample.cue')];
  writeFileSync(path.join(folder, 'sample.cue'), sample.code);
  if (against !== null) {
    files.push(path.join(folder, against));
    writeFileSync(path.join(folder, against), data.map((block) => block.code).join(''));
  }
  const result = queue.then(() => vet(files));
  queue = result;
  return result.then((complaint) => complaint?.replaceAll(`${folder}/`, '') ?? null);
}

/** Ends what the checks have started. */
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
      current.removeAllListeners();
      resolve(complaint);
    };
    const timer = setTimeout(() => {
      worker = null;
      current.terminate().then(() => end(`CUE has not ended after ${DEADLINE / 1000} s`));
    }, DEADLINE);
    current.once('message', (complaint: string | null) => end(complaint));
    current.once('error', (error: Error) => {
      worker = null;
      end(error.message);
    });
    current.postMessage(files);
  });
}
