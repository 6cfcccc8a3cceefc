import { describe, expect, test } from 'vitest';
import { catalogs } from './catalogs.ts';
import { MADE_UP_CONTRACT } from './made-up-contract.ts';
import { judgment } from './made-up-tree.ts';

async function judged(source: string, path = 'reference-servers/src/a.ts'): Promise<[string, string]> {
  return judgment(catalogs, { ...MADE_UP_CONTRACT, [path]: source });
}

describe('catalogs', () => {
  test('passes when each code is thrown or belongs to an absent capability', async () => {
    const source = "throw new Problem('TOKEN_MISSING'); throw problems.QUEUE_FULL;";
    expect(await judged(source)).toEqual(['pass', '3 errors']);
  });

  test('names the code that no server throws', async () => {
    const [verdict, text] = await judged("throw new Problem('TOKEN_MISSING');");
    expect(verdict).toBe('fail');
    expect(text).toContain('QUEUE_FULL is thrown nowhere');
    expect(text).not.toContain('TOKEN_MISSING');
  });

  test('does not count a test as a server', async () => {
    const files = {
      ...MADE_UP_CONTRACT,
      'reference-servers/src/a.ts': "throw new Problem('TOKEN_MISSING');",
      'reference-servers/src/a.test.ts': "expect(code).toBe('QUEUE_FULL');",
    };
    expect((await judgment(catalogs, files))[0]).toBe('fail');
  });

  const operations = (id: string, codes: string) =>
    `export const x = { id: '${id}', prefix: '/${id}', operations: { a: { path: '/a', errors: { 400: [${codes}] } } } };`;
  const errors = (...codes: string[]) =>
    `export const errors = {${codes.map((code) => `${code}: { message: 'the server refuses this' }`).join()}};`;

  test('ignores the codes of an API that no server implements yet', async () => {
    const files = {
      'generated/errors.js': errors('HERE', 'THERE'),
      'generated/operations/served.js': operations('served', "'HERE'"),
      'generated/operations/later.js': operations('later', "'THERE'"),
      'reference-servers/src/a.ts': "import '@tessera/contracts/operations/served';",
    };
    const [verdict, text] = await judgment(catalogs, files);
    expect(verdict).toBe('fail');
    expect(text).toContain('HERE is thrown nowhere');
    expect(text).not.toContain('THERE is thrown');
  });

  test('counts a code that is found by its part, or by an absent field, as thrown', async () => {
    const source =
      "import '@tessera/contracts/operations/served'; codeForPart(operation, 'request-invalid');";
    const files = {
      'generated/errors.js':
        "export const errors = { REFUSED: { part: 'request-invalid' }, NO_NAME: { absent: 'name' }, LOST: { part: 'other' } };",
      'generated/operations/served.js': operations('served', "'REFUSED', 'NO_NAME', 'LOST'"),
      'reference-servers/src/a.ts': source,
    };
    const [, text] = await judgment(catalogs, files);
    expect(text).toContain('LOST is thrown nowhere');
    expect(text).not.toContain('REFUSED is thrown');
    expect(text).not.toContain('NO_NAME is thrown');
  });

  test('is skipped while there are no servers', async () => {
    expect((await judgment(catalogs, MADE_UP_CONTRACT))[0]).toBe('skip');
  });
});
