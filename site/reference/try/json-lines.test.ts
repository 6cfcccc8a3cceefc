import { describe, expect, it } from 'vitest';
import { jsonLines, lineOf } from './json-lines.ts';

const VALUE = { id: 7, 'a/b': [{ state: 'DONE' }, []], empty: {}, text: 'two\nlines', none: null };

describe('the lines of JSON', () => {
  it('are those of JSON.stringify', () => {
    for (const value of [VALUE, [], 'text', null, [1, [2]]])
      expect(jsonLines(value).map(({ text }) => text)).toEqual(JSON.stringify(value, null, 2).split('\n'));
  });

  it('are found by the pointer of their value, or of the value that lacks it', () => {
    const lines = jsonLines(VALUE);
    const found = ['/id', '/a~1b/0/state', '/a~1b/0/other', '/other', ''].map(
      (pointer) => lines[lineOf(lines, pointer)]?.text,
    );
    expect(found).toEqual(['  "id": 7,', '      "state": "DONE"', '    {', '{', '{']);
  });
});
