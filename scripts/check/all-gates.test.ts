import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ALL_GATES } from './all-gates.ts';
import { listFiles } from './source-tree.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the list of gates', () => {
  const files = new Set(listFiles(ROOT));
  test.each(ALL_GATES.map(({ name }) => name))('%s has a file of its name and a test beside it', (name) => {
    expect(files).toContain(`scripts/check/${name}.ts`);
    expect(files).toContain(`scripts/check/${name}.test.ts`);
  });

  test('is the table of the README, in the same order', () => {
    const section = readFileSync(`${ROOT}/README.md`, 'utf8').split('## The gates')[1] ?? '';
    const rows = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(ALL_GATES.map(({ name }) => name));
  });

  test('contains every gate in the folder', () => {
    const written = [...files].filter(
      (file) => /^scripts\/check\/.*\.ts$/.test(file) && !file.includes('.test.'),
    );
    const gates = written.filter((file) =>
      /^export const \w+: Gate = /m.test(readFileSync(`${ROOT}/${file}`, 'utf8')),
    );
    expect(gates.map((file) => file.replace(/^.*\/|\.ts$/g, '')).sort()).toEqual(
      ALL_GATES.map(({ name }) => name).sort(),
    );
  });
});
