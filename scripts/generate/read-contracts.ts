import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../flags.ts';
import { buildModel } from './build-model.ts';
import { loadSpecs, type Specs } from './load.ts';
import type { Model } from './model.ts';
import { verifyModel } from './verify.ts';

/** The specs under `root`, and their model unless a file cannot be read. All problems are in `specs.problems`. */
export function readContracts(root: string): { specs: Specs; model: Model | undefined } {
  const specs = loadSpecs(root);
  if (!specs.problems.isEmpty) return { specs, model: undefined };
  const model = buildModel(specs);
  // The checks would report a broken reference a second time.
  if (!specs.problems.has('reference')) verifyModel(model, specs);
  return { specs, model };
}

/** The absolute path of `--root`; a {@link UsageError} unless it holds contracts. */
export function rootWithSpecs(folder: string): string {
  const root = resolve(folder);
  if (!existsSync(join(root, 'specs')))
    throw new UsageError(`--root ${folder}: there is no folder specs/ in it`);
  return root;
}
