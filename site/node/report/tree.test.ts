import { describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { loadReport, readTree } from './load-report.ts';

describe('the documentation', () => {
  const found = loadReport(readSettings([], {}));

  it('[159] has the pages of the tree, no more and no fewer', () => {
    expect(readTree().length).toBeGreaterThan(500);
    expect({ missing: found.missing, extra: found.extra }).toEqual({ missing: [], extra: [] });
  });

  it('declares every page once', () => {
    const tree = readTree();
    expect(tree.filter((route, index) => tree.indexOf(route) !== index)).toEqual([]);
    expect(() => readTree('/docs/a/\n@unknown\n')).toThrow('@unknown is neither a route nor a set');
  });

  it.each([
    ['leads to every page from another one', 'orphans'],
    ['covers every operation', 'uncovered'],
    ['speaks of every extension point and every API', 'unexplained'],
    ['leads to the checks of every contract', 'unreached'],
    ['has no page that says next to nothing', 'thin'],
    ['says nothing twice', 'repeated'],
    ['has been checked against the present contracts', 'outdated'],
  ] as const)('%s', (_, list) => {
    expect(found[list]).toEqual([]);
  });
});
