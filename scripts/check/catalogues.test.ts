import { describe, expect, test } from 'vitest';
import { catalogues } from './catalogues.ts';
import { MADE_UP_CONTRACT } from './made-up-contract.ts';
import { judgement } from './made-up-tree.ts';

async function judged(source: string, path = 'reference-servers/src/a.ts'): Promise<[string, string]> {
  return judgement(catalogues, { ...MADE_UP_CONTRACT, [path]: source });
}

describe('catalogues', () => {
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

  test('does not take a test for a server', async () => {
    const files = {
      ...MADE_UP_CONTRACT,
      'reference-servers/src/a.ts': "throw new Problem('TOKEN_MISSING');",
      'reference-servers/src/a.test.ts': "expect(code).toBe('QUEUE_FULL');",
    };
    expect((await judgement(catalogues, files))[0]).toBe('fail');
  });

  const operations = (id: string, codes: string) =>
    `export const x = { id: '${id}', prefix: '/${id}', operations: { a: { path: '/a', errors: { 400: [${codes}] } } } };`;
  const errors = (...codes: string[]) =>
    `export const errors = {${codes.map((code) => `${code}: { message: 'the server refuses this' }`).join()}};`;

  test('leaves out the codes of an API that no server offers yet', async () => {
    const files = {
      'generated/errors.js': errors('HERE', 'THERE'),
      'generated/operations/served.js': operations('served', "'HERE'"),
      'generated/operations/later.js': operations('later', "'THERE'"),
      'reference-servers/src/a.ts': "import '@tessera/contracts/operations/served';",
    };
    const [verdict, text] = await judgement(catalogues, files);
    expect(verdict).toBe('fail');
    expect(text).toContain('HERE is thrown nowhere');
    expect(text).not.toContain('THERE is thrown');
  });

  test('takes a code that is found by its part, or by an absent member, for thrown', async () => {
    const source =
      "import '@tessera/contracts/operations/served'; codeForPart(operation, 'request-invalid');";
    const files = {
      'generated/errors.js':
        "export const errors = { REFUSED: { part: 'request-invalid' }, NO_NAME: { absent: 'name' }, LOST: { part: 'other' } };",
      'generated/operations/served.js': operations('served', "'REFUSED', 'NO_NAME', 'LOST'"),
      'reference-servers/src/a.ts': source,
    };
    const [, text] = await judgement(catalogues, files);
    expect(text).toContain('LOST is thrown nowhere');
    expect(text).not.toContain('REFUSED is thrown');
    expect(text).not.toContain('NO_NAME is thrown');
  });

  test('is skipped while there are no servers', async () => {
    expect((await judgement(catalogues, MADE_UP_CONTRACT))[0]).toBe('skip');
  });
});
