import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readYamlMapping } from './descriptor-text.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

function usedHeap(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('a descriptor that is kept', () => {
  it('takes about as much memory as its text, also when a quoted text fills it', () => {
    const length = 1_000_000;
    const text = `note: "${'a'.repeat(length)}"`;
    const before = usedHeap();
    const kept = Array.from({ length: 5 }, () => readYamlMapping(text, 'descriptor'));
    const grown = usedHeap() - before;
    expect(kept.map(({ note }) => String(note).length)).toEqual(Array(5).fill(length));
    expect(grown / (5 * length)).toBeLessThan(4);
  });

  it('keeps every value of its text, long or short', () => {
    const long = 'ä"\n'.repeat(1_000);
    const text = `a: ${JSON.stringify(long)}\nb: [${JSON.stringify(long)}, 1, null, true]\nc: { d: short }`;
    expect(readYamlMapping(text, 'descriptor')).toEqual({
      a: long,
      b: [long, 1, null, true],
      c: { d: 'short' },
    });
  });
});

describe('a descriptor in YAML', () => {
  it('is read as YAML 1.2', () => {
    const text =
      'a: [on, off, yes, no, y, n]\nb: [012, 0o12, 0x1f]\nc: [1:30, 2025-06-02, 12e03]\nd: [~, true]';
    expect(readYamlMapping(text, 'descriptor')).toEqual({
      a: ['on', 'off', 'yes', 'no', 'y', 'n'],
      b: [12, 10, 31],
      c: ['1:30', '2025-06-02', 12_000],
      d: [null, true],
    });
  });
});
