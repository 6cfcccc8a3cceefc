import { describe, expect, it } from 'vitest';
import { jsonFault } from './json-fault.ts';

describe('the first fault of a text that is not JSON', () => {
  it.each([
    ['{"a": [1, -2.5e3, true, null, "x\\n\\u00e9"], "b": {}}', null],
    ['[]', null],
    ['{\n  "a": 1,\n}', { line: 3, expected: 'a name in double quotes' }],
    ['{\n  "a": 1\n  "b": 2\n}', { line: 3, expected: '"," or "}"' }],
    ['[\n  1,\n  2', { line: 3, expected: '"," or "]"' }],
    ['{\n  a: 1\n}', { line: 2, expected: 'a name in double quotes' }],
    ['{\n  "a" 1\n}', { line: 2, expected: '":"' }],
    ['{\n  "a":\n    \'text\'\n}', { line: 3, expected: 'a value' }],
    ['{"a": 01}', { line: 1, expected: 'a value' }],
    ['[1,\n]', { line: 2, expected: 'a value' }],
    ['"text"\n\nmore', { line: 3, expected: 'the end' }],
    ['"two\nlines"', { line: 1, expected: 'a value' }],
    ['', { line: 1, expected: 'a value' }],
  ])('%j', (text, fault) => {
    expect(jsonFault(text)).toEqual(fault);
  });
});
