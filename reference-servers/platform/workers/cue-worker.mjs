import { parentPort, workerData } from 'node:worker_threads';

/**
 * Evaluates CUE in a worker thread. Receives `{ id, source }` and returns `{ id, json }`, or `{ id, error }` with CUE's
 * message. When CUE needs more memory than `workerData.memoryBytes`, the response is `{ id, outOfMemory: true }` and
 * the thread ends: only that frees the memory of the interrupted program.
 */
const { memoryBytes } = workerData;

class OutOfMemory extends Error {}

// The program calls this import each time its memory has grown; limits of a worker thread do not count that memory.
const GROWN = 'runtime.resetMemoryDataView';
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (bytes, imports) => {
  const { [GROWN]: grown } = imports.go;
  let memory;
  const result = await instantiate(bytes, {
    ...imports,
    go: {
      ...imports.go,
      [GROWN]: (pointer) => {
        grown(pointer);
        if (memory !== undefined && memory.buffer.byteLength > memoryBytes) throw new OutOfMemory();
      },
    },
  });
  memory = result.instance.exports.mem;
  return result;
};

const { init } = await import('cue-wasm');
const cue = await init();
// The first evaluation prepares the libraries of the language.
cue.toJSONImpl('import "strings"\nready: strings.MinRunes(1) & "yes"');

parentPort.on('message', ({ id, source }) => {
  try {
    const { value, error } = cue.toJSONImpl(source);
    parentPort.postMessage(typeof error === 'string' ? { id, error } : { id, json: value });
  } catch (cause) {
    if (!(cause instanceof OutOfMemory)) throw cause;
    parentPort.postMessage({ id, outOfMemory: true });
    process.exit();
  }
});
parentPort.postMessage({ ready: true });
