import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CLAIMS } from './claims.ts';
import { readFigures } from './read-figures.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('finds every number of a benchmark, with the names of its rows', () => {
  const output = {
    rounds: 3,
    load: 0.5,
    startMs: 12,
    rows: [{ name: 'ours', cpu: 2, notes: 'none' }],
    sizes: [7],
  };
  expect(readFigures('bench:x', output)).toEqual([
    { script: 'bench:x', what: 'startMs', value: 12 },
    { script: 'bench:x', what: 'rows / ours / cpu', value: 2 },
    { script: 'bench:x', what: 'sizes / 1', value: 7 },
  ]);
});

test.each(CLAIMS)('$document says "$says"', ({ document, says, stated }) => {
  const text = readFileSync(`${ROOT}${document}`, 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(says);
  expect(says.replaceAll(',', '')).toContain(String(stated));
});
