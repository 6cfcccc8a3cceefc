import { describe, expect, test } from 'vitest';
import { judgment } from './made-up-tree.ts';
import { promises } from './promises.ts';

const TEST_FILE = "it('keeps its state', () => {});\nit.each([1])('answers %s', () => {});\n";

/** The verdict on a document with one table. */
const judged = (...rows: readonly string[]) =>
  judgment(promises, {
    'client/state.test.ts': TEST_FILE,
    'RELIABILITY.md': ['# Reliability', '', '| Promise | Test |', '|---|---|', ...rows, ''].join('\n'),
  });

describe('promises', () => {
  test('accepts rows that name tests by file and title', async () => {
    const both = '| Both | `client/state.test.ts` "keeps its state", "answers %s" |';
    expect(await judged('| State is kept | `client/state.test.ts` "keeps its state" |', both)).toEqual([
      'pass',
      '',
    ]);
  });

  test.each([
    ['a row without a test', '| State is kept | |', 'RELIABILITY.md:5 "State is kept" names no test'],
    ['a file without a title', '| Kept | `client/state.test.ts` |', 'RELIABILITY.md:5 "Kept" names no test'],
    [
      'a missing file',
      '| Kept | `client/gone.test.ts` "keeps its state" |',
      'no such file: client/gone.test.ts',
    ],
    ['another title', '| Kept | `client/state.test.ts` "keeps" |', 'has no test with the title "keeps"'],
  ])('refuses %s', async (_, row, message) => {
    const [verdict, text] = await judged(row);
    expect(verdict).toBe('fail');
    expect(text).toContain(message);
  });

  test('requires no test where a table has no column for it', async () => {
    const text = '| Not promised | Why |\n|---|---|\n| Speed | It depends on the machine |\n';
    expect(await judgment(promises, { 'SECURITY.md': text })).toEqual(['pass', '']);
  });

  test('passes where the documents do not exist', async () => {
    expect(await judgment(promises, {})).toEqual(['pass', '']);
  });
});
