import { describe, expect, test } from 'vitest';
import { literals } from './literals.ts';
import { MADE_UP_CONTRACT } from './made-up-contract.ts';
import { judgment } from './made-up-tree.ts';

const FILE = 'conformance/src/a.ts';

describe('literals', () => {
  const good = [
    "const a = '/resources';",
    "const a = '/v2/provision';",
    "const a = 'RUNNING';",
    "type A = 'RUNNING' | 'FAILED';",
    "const a = ['RUNNING', 'COMPLETED', 'FAILED', 'PAUSED'];",
    "throw new Problem('TOKEN_MISSING');",
    `const a = \`\${b} \${c}\`;`,
    "import a from '/adapter';",
  ];
  test.each(good)('accepts %s', async (text) => {
    expect(await judgment(literals, { ...MADE_UP_CONTRACT, [FILE]: text })).toEqual(['pass', '']);
  });

  const bad = [
    { text: "const a = '/v1/provision/{token}/status';", says: 'the path /v1/provision/{token}/status' },
    { text: `const a = \`/v1/provision/\${token}/status\`;`, says: 'the path' },
    { text: `const a = \`\${base}/v1/provision/\${token}/status?x=\${x}\`;`, says: 'the path' },
    { text: "const a = 'http://localhost/adapter/resources';", says: 'the path /adapter/resources' },
    { text: "const a = '/adapter';", says: 'the prefix /adapter' },
    { text: `const a = \`the token \${b} is not known here\`;`, says: 'the text of TOKEN_MISSING' },
    { text: "const a = 'Too many tasks are waiting.';", says: 'the text of QUEUE_FULL' },
    { text: "const a = ['TOKEN_MISSING', 'QUEUE_FULL', 'NOT_SUPPORTED'];", says: 'a list of error codes' },
    { text: "type A = 'FAILED' | 'RUNNING' | 'COMPLETED';", says: 'the enumeration State' },
    { text: "const a = ['RUNNING', 'COMPLETED', 'FAILED'];", says: 'the enumeration State' },
  ];
  test.each(bad)('rejects $text', async ({ text, says }) => {
    const [verdict, printed] = await judgment(literals, { ...MADE_UP_CONTRACT, [FILE]: text });
    expect(verdict).toBe('fail');
    expect(printed).toContain(`${FILE}:1 ${says}`);
  });

  test('allows literals in tests', async () => {
    const files = { ...MADE_UP_CONTRACT, 'conformance/src/a.test.ts': "const a = '/adapter';" };
    expect(await judgment(literals, files)).toEqual(['pass', '']);
  });

  test('allows literals in mutants and variants', async () => {
    const files = { ...MADE_UP_CONTRACT, 'conformance/mutants/a.ts': "const a = '/adapter';" };
    expect(await judgment(literals, files)).toEqual(['pass', '']);
  });

  test('allows a type to select codes, but no value to list them', async () => {
    const codes = ['TOKEN_MISSING', 'QUEUE_FULL', 'NOT_SUPPORTED'].map((code) => `'${code}'`);
    const selection = { ...MADE_UP_CONTRACT, [FILE]: `type Some = Problem<${codes.join(' | ')}>;` };
    expect(await judgment(literals, selection)).toEqual(['pass', '']);
    const list = { ...MADE_UP_CONTRACT, [FILE]: `const all = [${codes.join(', ')}];` };
    expect((await judgment(literals, list))[0]).toBe('fail');
  });

  test('is skipped before there are tables', async () => {
    expect((await judgment(literals, { [FILE]: "const a = '/adapter';" }))[0]).toBe('skip');
  });
});
