import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPackages } from '../check/versions.ts';
import { applyStep } from './apply-step.ts';
import { readRecipes, type Step } from './read-recipes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const recipes = readRecipes(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

/** Folders that a copy does without: installed, built, or only compared by tests of the site. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|\.cache|dist|coverage|reports|screenshots)$/;
/** What the site's build keeps of runs of the suite; making it again takes a minute. */
const KEPT = 'conformance/.cache/pages';

/** A copy of the repository that goes away with the test, with the installed packages of this one. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tessera-recipe-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.test(relative(ROOT, source)) });
  if (existsSync(join(ROOT, KEPT))) cpSync(join(ROOT, KEPT), join(copy, KEPT), { recursive: true });
  for (const { folder } of readPackages(ROOT)) {
    const installed = join(ROOT, folder, 'node_modules');
    if (existsSync(installed)) symlinkSync(installed, join(copy, folder, 'node_modules'));
  }
  // The tests of recipes start no program, and a build in a copy would make that of this repository stale.
  writeFileSync(join(copy, 'scripts/build/provide-packages.ts'), 'export function setup() {}\n');
  return copy;
}

describe('CONTRIBUTING.md', () => {
  it.each(recipes)('$title: works as it is written', async ({ steps }) => {
    const copy = copyRepository();
    for (const step of steps) await follow(step, copy);
  });
});

/** Follows one step in a copy. @throws Error with the output of a command that fails */
async function follow(step: Step, copy: string): Promise<void> {
  if (step.kind === 'run') {
    await promisify(execFile)('sh', ['-c', step.command], { cwd: copy, maxBuffer: 64 * 1024 * 1024 });
    return;
  }
  if (step.kind === 'write') expect(existsSync(join(copy, step.path)), `${step.path} exists`).toBe(false);
  applyStep(copy, step);
}
