import { describe, expect, test } from 'vitest';
import { judgment } from './made-up-tree.ts';
import { size } from './size.ts';

const PACKAGE = 'node_modules/@tessera/client';

/** A client whose factory carries so many letters that no compression takes away. */
function client(budget: number, weight: number): Record<string, string> {
  const ballast = Array.from({ length: weight }, (_, index) => (index * 7919).toString(36)).join(' ');
  return {
    'scripts/budgets.json': JSON.stringify({ clientGzipBytes: budget }),
    [`${PACKAGE}/package.json`]: JSON.stringify({
      exports: { './tech-adapter': './adapter.js', './custom-url-picker': './picker.js' },
    }),
    [`${PACKAGE}/adapter.js`]: `export const createTechAdapter = (options) => [options, '${ballast}'];`,
    [`${PACKAGE}/picker.js`]: 'export const createCustomUrlPicker = (options) => options;',
  };
}

describe('size', () => {
  test('passes within the budget and fails above it, with both numbers', async () => {
    expect((await judgment(size, client(2_000, 1)))[0]).toBe('pass');
    const [verdict, text] = await judgment(size, client(2_000, 2_000));
    expect(verdict).toBe('fail');
    expect(text).toMatch(/is \d{4,} bytes, at most 2000/);
  });

  test('is skipped without budgets', async () => {
    expect((await judgment(size, {}))[0]).toBe('skip');
  });
});
