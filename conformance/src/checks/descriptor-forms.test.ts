import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { startPlugin as startCatalogPlugin } from '../../mutants/data-catalog-plugin/plugin.ts';
import { startPlugin as startMarketplace } from '../../mutants/marketplace-plugin/plugin.ts';
import type { Habits } from '../../mutants/server.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { runConformance } from '../run-conformance.ts';
import { formsOf } from './descriptor-forms.ts';

useVirtualTime();

const leavesOf = (value: unknown): unknown[] =>
  typeof value !== 'object' || value === null || value instanceof Date
    ? [value]
    : Object.values(value).flatMap(leavesOf);

describe('the form of a descriptor with plain words', () => {
  it('holds texts in YAML 1.2, and values of other types in YAML 1.1', () => {
    const descriptor = 'description: a\nparts:\n  - description: b\n  - description: c\n  - description: d\n';
    const text = String(Object(formsOf({ descriptor })['words']?.sample)['descriptor']);
    const read = (version: '1.1' | '1.2') => leavesOf(parse(text, { version })).map((value) => typeof value);
    expect(read('1.2')).toEqual(['string', 'string', 'string', 'string']);
    expect(read('1.1')).toEqual(['boolean', 'boolean', 'number', 'object']);
  });

  it('does not exist without a description', () => {
    expect(formsOf({ descriptor: 'id: a\n' })['words']).toBeUndefined();
  });
});

/** Reads YAML 1.1 into a model in which a description is a text. */
const typed: Partial<Habits> = {
  refuse: ({ input }, found) =>
    /description: (no|on|\d+:\d+|\d{4}-\d\d-\d\d)$/m.test(JSON.stringify(input).replaceAll('\\n', '\n'))
      ? [...found, { field: 'descriptor', message: 'description is a text' }]
      : found,
};

describe.concurrent('a server that reads YAML 1.1 into a typed model', () => {
  it.each([
    { contract: 'tech-adapter', start: () => startAdapter(typed), only: 'TA-41' },
    { contract: 'data-catalog-plugin', start: () => startCatalogPlugin(typed), only: 'DC-31' },
    { contract: 'marketplace-plugin', start: () => startMarketplace(typed), only: 'MP-05' },
  ])('is noticed as $contract by $only', async ({ contract, start, only }) => {
    const server = await start();
    try {
      const options = { contract, ...doorOf(server), only: [only], pollBudget: 2_000, seed: 3 };
      const { checks } = await runConformance(options);
      const noticed = checks.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail');
      expect(noticed.map(({ id }) => id)).toEqual([`${only}:words`]);
    } finally {
      await server.close();
    }
  });
});
