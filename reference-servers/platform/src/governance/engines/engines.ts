import type { Context } from '../../context.ts';
import { type Cue, cueEngine, cueInThread } from './cue.ts';
import { cueInBinary } from './cue-binary.ts';
import { createCueThread } from './cue-thread.ts';
import type { Engines } from './engine.ts';
import { agentEngine, remoteEngine } from './remote.ts';

/** The engines of governance, and a function that closes them. */
export interface OpenEngines {
  readonly engines: Engines;
  readonly cue: Cue;
  close(): Promise<void>;
}

/** Opens the engines of governance. */
export function openEngines(context: Context): OpenEngines {
  const { cueBinary, cueMs, cueMemoryBytes } = context.settings;
  const thread = createCueThread({ ms: cueMs, memoryBytes: cueMemoryBytes });
  const cue = cueBinary === undefined ? cueInThread(thread) : cueInBinary(cueBinary, cueMs);
  return {
    cue,
    engines: {
      cue: cueEngine(context, cue),
      remote: remoteEngine(context),
      governanceAgent: agentEngine(context),
      none: async () => {
        throw new Error('the engine none evaluates nothing: results are pushed');
      },
    },
    close: () => thread.close(),
  };
}
