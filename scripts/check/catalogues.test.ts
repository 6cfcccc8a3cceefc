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

  test('is skipped while there are no servers', async () => {
    expect((await judgement(catalogues, MADE_UP_CONTRACT))[0]).toBe('skip');
  });
});
