import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { madeUpTree } from './made-up-tree.ts';
import { measure, type Numbers, ratchet } from './ratchet.ts';

const ZERO: Numbers = {
  longestFile: 0,
  longestFunction: 0,
  any: 0,
  casts: 0,
  unexplainedCasts: 0,
  castsInTests: 0,
  nonNull: 0,
  suppressions: 0,
};

function count(text: string, path = 'client-sdk/src/a.ts'): Partial<Numbers> {
  const { longestFile: _, longestFunction: __, ...rest } = measure(madeUpTree({ [path]: text })).numbers;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value > 0));
}

function treeWith(limits: Partial<Numbers>, text: string): string {
  return madeUpTree({
    'scripts/ratchet.json': JSON.stringify({ ...ZERO, longestFile: 10, ...limits }),
    'client-sdk/src/a.ts': text,
  });
}

describe('ratchet', () => {
  const counted = [
    { text: 'const a: any = 1;', want: { any: 1 } },
    { text: 'const a = b as string;', want: { casts: 1, unexplainedCasts: 1 } },
    { text: 'const a = b as string; // parsed above', want: { casts: 1 } },
    { text: 'const a = <string>b;', want: { casts: 1, unexplainedCasts: 1 } },
    { text: 'const a = [1] as const;', want: {} },
    { text: 'import { b as c } from "b"; c();', want: {} },
    { text: 'const a = b!.c;', want: { nonNull: 1 } },
    { text: 'const a = !b;', want: {} },
    { text: '// biome-ignore lint: because\nconst a = 1;', want: { suppressions: 1 } },
    { text: '// @ts-expect-error because\nconst a = 1;', want: { suppressions: 1 } },
    { text: 'const a = "as any // @ts-ignore";', want: {} },
  ];
  test.each(counted)('counts $want in $text', ({ text, want }) => {
    expect(count(text)).toEqual(want);
  });

  test('counts casts of tests separately, and allows type tests to expect errors', () => {
    expect(count('const a = b as string; // ok\nc!.d;', 'client-sdk/src/a.test.ts')).toEqual({
      castsInTests: 1,
    });
    expect(count('// @ts-expect-error not a string\nf(1);', 'client-sdk/src/a.test-d.ts')).toEqual({});
  });

  test('fails when a number is exceeded, and names the places', async () => {
    const outcome = await ratchet.run(treeWith({}, 'const a: any = 1;\n'));
    expect(outcome.verdict).toBe('fail');
    expect(outcome.findings.map(({ where }) => where)).toContain('client-sdk/src/a.ts:1');
  });

  test('fails when a function is longer than the longest one allowed, except in tests', async () => {
    const long = 'const a = 1;\nexport function f(): void {\n  a();\n}\n';
    const { verdict, findings } = await ratchet.run(treeWith({ longestFunction: 2 }, long));
    expect(verdict).toBe('fail');
    expect(findings.map(({ where }) => where)).toContain('client-sdk/src/a.ts:2');
    expect((await ratchet.run(treeWith({ longestFunction: 3 }, long))).verdict).toBe('pass');
    expect(measure(madeUpTree({ 'client-sdk/src/a.test.ts': long })).numbers.longestFunction).toBe(0);
  });

  test('fails when a file is longer than the longest one allowed', async () => {
    const outcome = await ratchet.run(treeWith({ longestFile: 2 }, 'a;\nb;\nc;\n'));
    expect(outcome.findings[0]?.message).toContain('longestFile is 3, at most 2');
  });

  test('passes and reports which number can be lowered', async () => {
    const outcome = await ratchet.run(treeWith({ any: 3 }, 'const a: any = 1;\n'));
    expect(outcome.verdict).toBe('pass');
    expect(outcome.notes.join()).toContain('any is down to 1 from 3');
  });

  test('fails when the file lacks a number or has an unknown one', async () => {
    const root = madeUpTree({ 'scripts/ratchet.json': '{ "any": 0, "tears": 1 }' });
    const messages = (await ratchet.run(root)).findings.map(({ message }) => message);
    expect(messages).toContain('has no number for casts');
    expect(messages).toContain('counts nothing called tears');
  });

  test('writes lower numbers and never a higher one', () => {
    const root = treeWith({ any: 0, casts: 5 }, 'const a: any = b as string; // ok\n');
    ratchet.write?.(root);
    const written: Numbers = JSON.parse(readFileSync(join(root, 'scripts/ratchet.json'), 'utf8'));
    expect(written).toMatchObject({ any: 0, casts: 1, longestFile: 1 });
  });
});
