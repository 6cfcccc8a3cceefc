import { Worker } from 'node:worker_threads';

/** The result of evaluating CUE: a JSON document, or CUE's error about the source. */
export type CueAnswer =
  | { readonly json: string; readonly error?: never }
  | { readonly json?: never; readonly error: string };

/** Limits of one evaluation. */
export interface CueLimits {
  readonly ms: number;
  readonly memoryBytes: number;
}

/** Evaluates CUE in a worker thread, one source after the other. */
export interface CueThread {
  /**
   * Rejects when the limits are exceeded; waiting evaluations are not affected. After `close` it never settles: the
   * waiting step has no result until it is repeated after the next start.
   */
  evaluate(source: string): Promise<CueAnswer>;
  close(): Promise<void>;
}

/** Outside `src`, because a thread cannot start from TypeScript. */
const SCRIPT = new URL('../../../workers/cue-worker.mjs', import.meta.url);

/** Memory for JavaScript beside that of the program, in MiB. */
const HEAP_MB = 256;

/** A worker that is ready for its next source. */
interface Running {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

/** Makes a thread; it starts with the first source, and again after it had to be stopped. */
export function createCueThread({ ms, memoryBytes }: CueLimits): CueThread {
  let running: Running | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Running {
    const worker = new Worker(SCRIPT, {
      workerData: { memoryBytes },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // The process's options, such as a loader for TypeScript, do not apply to this thread.
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const ready = new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the CUE thread ended before it was ready')));
    });
    worker.once('exit', () => {
      if (running?.worker === worker) running = undefined;
    });
    return { worker, ready };
  }

  async function run(source: string): Promise<CueAnswer> {
    if (isClosed) return new Promise(() => {});
    running ??= start();
    const { worker, ready } = running;
    worker.ref();
    await ready;
    try {
      return await ask(worker, source, ms);
    } catch (cause) {
      if (isClosed) return await new Promise<never>(() => {});
      throw cause;
    } finally {
      worker.unref();
    }
  }

  return {
    evaluate(source) {
      const answer = queue.then(() => run(source));
      queue = answer.catch(() => {});
      return answer;
    },
    async close() {
      isClosed = true;
      await running?.worker.terminate();
    },
  };
}

/** Sends one source and waits for its answer; ends the worker when it takes too long. */
function ask(worker: Worker, source: string, ms: number): Promise<CueAnswer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      worker.off('message', answered);
      worker.off('error', failed);
      worker.off('exit', ended);
      settle();
    };
    const answered = ({
      json,
      error,
      outOfMemory,
    }: {
      json?: string;
      error?: string;
      outOfMemory?: boolean;
    }): void =>
      end(() => {
        if (outOfMemory === true) {
          // The worker exits by itself; the next source starts a new one.
          void worker
            .terminate()
            .then(() => reject(new Error('the script needs more memory than it may have')));
        } else if (json !== undefined) resolve({ json });
        else resolve({ error: error ?? '' });
      });
    const failed = (cause: Error): void =>
      end(() => reject(new Error(`CUE could not evaluate the script: ${cause.message}`, { cause })));
    const ended = (): void => end(() => reject(new Error('CUE ended while it evaluated the script')));
    const timer = setTimeout(
      () =>
        end(() => {
          void worker
            .terminate()
            .then(() => reject(new Error(`the script was stopped, because it had not ended after ${ms} ms`)));
        }),
      ms,
    );
    worker.on('message', answered);
    worker.once('error', failed);
    worker.once('exit', ended);
    worker.postMessage({ source });
  });
}
