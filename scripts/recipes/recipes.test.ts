import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRecipes } from './read-recipes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('CONTRIBUTING.md has a recipe for what is added most often', () => {
  const recipes = readRecipes(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  const titles = ['Add a contract', 'Add a check', 'Add a page', 'Add an x-dp- key'];
  expect(recipes.map(({ title }) => title)).toEqual(titles);
  for (const { steps } of recipes) expect(steps.at(-1)?.kind).toBe('run');
});
