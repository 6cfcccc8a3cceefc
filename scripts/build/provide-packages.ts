import { join } from 'node:path';
import { performSteps } from './step.ts';
import { PACKAGES } from './steps.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Vitest calls it before the first test: builds what is out of date, as `npm run prepare` does, so that tests start the
 * built programs. They start in at most half the CPU time of their sources, and are what users start.
 */
export async function setup(): Promise<void> {
  const failure = await performSteps(ROOT, PACKAGES, { onEnd: () => undefined });
  if (failure !== undefined)
    throw new Error(`${failure.step.name} could not be built:\n${failure.output.trimEnd()}`);
}
