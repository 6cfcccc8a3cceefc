import { describe, expect, it } from 'vitest';
import { colorCode } from './color-code.ts';

/** What each class colors. */
function colored(code: string, language: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { className, text } of colorCode(code, language)) {
    if (className !== null) found[className] = [...(found[className] ?? []), text];
  }
  return found;
}

describe('colors of an example', () => {
  it('tell names, strings and other values of JSON apart', () => {
    const code = '{ "a": "x: \\"1\\"", "b": [-1.5e3, true, null, "true"] }';
    expect(colored(code, 'json')).toEqual({
      p: ['"a"', '"b"'],
      s: ['"x: \\"1\\""', '"true"'],
      n: ['-1.5e3', 'true', 'null'],
    });
  });

  it('tell names, strings, other values and comments of YAML apart', () => {
    const code = [
      '# all',
      'id: urn:dmb:dp',
      'list:',
      '  - name: x # why',
      '    size: 12',
      '  - true',
      'text: |',
    ].join('\n');
    expect(colored(code, 'yaml')).toMatchObject({
      p: ['id', 'list', 'name', 'size', 'text'],
      n: ['12', 'true'],
      c: ['# all'],
    });
    expect(colored(code, 'yaml')['s']?.[0]).toBe('urn:dmb:dp');
  });

  it.each([
    ['{"a": [1, "é\\n"]}\n', 'json'],
    ['a: b\n\n- c: {d: 1}\n', 'yaml'],
    ['<not code>', 'nothing'],
    ['', 'json'],
  ])('keep every letter of %j', (code, language) => {
    expect(
      colorCode(code, language)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code);
  });
});
