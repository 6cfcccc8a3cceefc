import { describe, expect, it } from 'vitest';
import { allApis } from '../../node/contract-docs/catalog.ts';
import { tokenize } from '../../node/markdown/highlight.ts';
import { requestSamples } from '../samples/request-samples.ts';
import { sampleRequest } from '../samples/sample-request.ts';
import { colorCode } from './color-code.ts';

/** What each class colors. */
function colored(code: string, language: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { className, text } of colorCode(code, language)) {
    if (className !== null) found[className] = [...(found[className] ?? []), text];
  }
  return found;
}

/** The class of every letter; a hyphen for none. */
function classes(runs: readonly { className: string | null; text: string }[]): string {
  return runs.map(({ className, text }) => text.replaceAll(/[^\n]/g, className ?? '-')).join('');
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
    ['python', 'if not ok:\n    raise SystemExit("if")', ['if', 'not', 'raise']],
    ['python', 'from pathlib import Path\nwhile a.json()["b"] in c:', ['from', 'import', 'while', 'in']],
    [
      'java',
      'public static void main(String[] args) throws Exception {',
      ['public', 'static', 'void', 'throws'],
    ],
    ['java', 'import java.net.URI;\nvar json = new ObjectMapper();', ['import', 'var', 'new']],
    ['typescript', "import { a } from 'b';\nconst c = await a();", ['import', 'from', 'const', 'await']],
  ])('tell the keywords of %s from the rest of %j', (language, code, keywords) => {
    expect(colored(code, language)['k']).toEqual(keywords);
  });

  it('are those of code in guides', () => {
    const samples = allApis().flatMap(({ api }) =>
      api.operations.flatMap((operation) => requestSamples(sampleRequest(operation, api))),
    );
    expect(samples.length).toBeGreaterThan(100);
    for (const { value, code } of samples) {
      const language = value === 'curl' ? 'bash' : value;
      const guide = tokenize(code, language).map(classes).join('\n');
      const own = classes(colorCode(code, language));
      const other = [...own].findIndex((one, at) => /[kfpn]/.test(one) && one !== guide[at]);
      expect(code.slice(other).slice(0, other < 0 ? 0 : 40), code).toBe('');
    }
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
