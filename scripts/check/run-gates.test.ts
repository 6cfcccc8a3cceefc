import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Gate, judge, skip } from './gate.ts';
import { madeUpTree } from './made-up-tree.ts';
import { describeFailures, resultTable } from './print-results.ts';
import { isFine, runGates } from './run-gates.ts';

function gate(name: string, run: Gate['run']): Gate {
  return { name, asserts: `${name} holds`, fix: `mend ${name}`, run };
}

const good = gate('good', async () => judge([]));
const bad = gate('bad', async () => judge([{ where: 'a.ts:1', message: 'is wrong' }]));
const broken = gate('broken', async () => {
  throw new Error('no such tool');
});
const empty = gate('empty', async () => skip('nothing to look at'));

describe('runGates', () => {
  test('returns results in the order of the gates, whichever finishes first', async () => {
    const results = await runGates([bad, empty, good], { root: '.' });
    expect(results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['bad', 'fail'],
      ['empty', 'skip'],
      ['good', 'pass'],
    ]);
  });

  test('reports a gate that throws as an error', async () => {
    const [result] = await runGates([broken], { root: '.' });
    expect(result?.verdict).toBe('error');
    expect(result?.findings[0]?.message).toContain('no such tool');
    expect(result !== undefined && isFine(result)).toBe(false);
  });

  test('starts a gate only when the one that it comes after has finished', async () => {
    const order: string[] = [];
    const note = (line: string) => async () => {
      order.push(line);
      return judge([]);
    };
    let release = (): void => {};
    const built = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reader = { ...gate('reader', note('read')), after: 'writer' };
    const writer = gate('writer', async () => built.then(note('written')));
    const other = gate('other', async () => note('other')().finally(release));
    const results = await runGates([reader, writer, other], { root: '.' });
    expect(order).toEqual(['other', 'written', 'read']);
    expect(results.map(({ name }) => name)).toEqual(['reader', 'writer', 'other']);
  });

  test('does not run a gate again while what it reads has the content of its last pass', async () => {
    const root = madeUpTree({ 'a/one.txt': 'good', 'b/two.txt': '' });
    let runs = 0;
    const reader = gate('reader', async () => {
      runs += 1;
      return judge(readFileSync(join(root, 'a/one.txt'), 'utf8') === 'good' ? [] : [{ message: 'is wrong' }]);
    });
    const verdictAfter = async (path: string, text: string) => {
      writeFileSync(join(root, path), text);
      const [result] = await runGates([{ ...reader, reads: ['a/'] }], { root });
      return [result?.verdict, runs];
    };
    expect(await verdictAfter('a/one.txt', 'good')).toEqual(['pass', 1]);
    expect(await verdictAfter('a/one.txt', 'good')).toEqual(['pass', 1]);
    expect(await verdictAfter('b/two.txt', 'other')).toEqual(['pass', 1]);
    expect(await verdictAfter('a/one.txt', 'bad')).toEqual(['fail', 2]);
    expect(await verdictAfter('a/one.txt', 'bad')).toEqual(['fail', 3]);
    expect(await verdictAfter('a/one.txt', 'good')).toEqual(['pass', 3]);
    await runGates([reader], { root });
    expect(runs).toBe(4);
  });

  test('starts no further gate after a failure with bail', async () => {
    const many = Array.from({ length: 20 }, (_, index) => gate(`later-${index}`, async () => judge([])));
    const results = await runGates([bad, ...many], { root: '.', bail: true });
    expect(results.length).toBeLessThan(many.length);
    expect(results[0]?.name).toBe('bad');
  });
});

describe('printing', () => {
  test('shows the place, the problem and the fix, for failures only', async () => {
    const text = describeFailures(await runGates([good, bad], { root: '.' }));
    expect(text).toBe('bad: bad holds\n  a.ts:1  is wrong\n  to fix: mend bad');
  });

  test('prints one row per gate and the reason of each skip', async () => {
    const lines = resultTable(await runGates([good, empty], { root: '.' })).split('\n');
    expect(lines[0]).toMatch(/gate\s+verdict\s+time/);
    expect(lines[2]).toMatch(/good\s+pass\s+\d+\.\d s/);
    expect(lines.at(-1)).toBe('empty: nothing to look at');
  });
});
