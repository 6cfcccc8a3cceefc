import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPackages } from './check/versions.ts';
import { NODE_LINES } from './prove-install/nodes.ts';

const ROOT = resolve(import.meta.dirname, '..');

test('the README names every Node.js that the packages are tried with', () => {
  const [oldest, ...alive] = NODE_LINES;
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(readme).toContain(`Node.js ${alive.join(' and ')} are supported`);
  expect(readme).toContain(`${oldest} still works`);
});

test('every published package requires the oldest of them', () => {
  const published = readPackages(ROOT).filter(({ json }) => json.private !== true);
  for (const { where, json } of published)
    expect({ where, ...json }).toMatchObject({ engines: { node: `>=${NODE_LINES[0]}` } });
});
