import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileStep, readSteps } from '../recipes/read-recipes.ts';
import { ROOT } from './prove-project.ts';

const CONTENT = join(ROOT, 'site/content');
const OF_THE_PROJECT = /^(?:app|tests)\//;

/** The contract whose project the pages change. */
export const PAGE_CONTRACT = 'tech-adapter';
/** The file of a page with a descriptor that the changed project can deploy. */
export const DESCRIPTOR = 'descriptor.yaml';

/** A page of the site whose blocks change files of the Python project. */
export interface PageChanges {
  readonly page: string;
  readonly steps: readonly FileStep[];
}

/** The pages that write or change a file of the Python project, each with its steps. */
export function pagesWithChanges(): PageChanges[] {
  return pages().flatMap((page) => {
    const steps = readSteps(readFileSync(join(CONTENT, page), 'utf8')).filter(
      (step): step is FileStep =>
        step.kind !== 'run' && (OF_THE_PROJECT.test(step.path) || step.path === DESCRIPTOR),
    );
    const isPython = steps.some((step) => /^app\/.*\.py$/.test(step.path));
    return isPython ? [{ page, steps }] : [];
  });
}

/** The blocks in Python of all pages. */
export function pythonBlocks(): { readonly page: string; readonly text: string }[] {
  return pages().flatMap((page) =>
    [...readFileSync(join(CONTENT, page), 'utf8').matchAll(/^```python[^\n]*\n(.*?)^```$/gms)].map(
      ([, text = '']) => ({ page, text }),
    ),
  );
}

function pages(): string[] {
  return readdirSync(CONTENT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
}
