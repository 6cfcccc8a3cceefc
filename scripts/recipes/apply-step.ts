import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyHunks, type FileStep } from './read-recipes.ts';

/** Writes or changes the file of a step in a folder. @throws Error when a change does not fit the file */
export function applyStep(folder: string, step: FileStep): void {
  const file = join(folder, step.path);
  mkdirSync(dirname(file), { recursive: true });
  const text =
    step.kind === 'write' ? step.text : applyHunks(step.path, readFileSync(file, 'utf8'), step.hunks);
  writeFileSync(file, text);
}
