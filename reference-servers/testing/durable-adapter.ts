import { setTimeout } from 'node:timers/promises';
import { createFileStore, createTechAdapter, listen } from '../src/kit.ts';
import { PLAIN } from './plain-handlers.ts';

// An adapter that keeps its tasks in a folder, for tests that kill it: `durable-adapter.ts FOLDER`.

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('say which folder to keep the tasks in');

const STEPS = 5;
const STEP_MS = 5;

const app = createTechAdapter(
  {
    ...PLAIN,
    provision: () => async (task) => {
      for (let step = 1; step <= STEPS; step += 1) {
        await setTimeout(STEP_MS, undefined, { signal: task.signal });
        task.say('INFO', `Step ${step}`);
      }
      return { result: 'provisioned' };
    },
  },
  { store: createFileStore(folder) },
);
console.log(await listen(app, { port: 0 }));
