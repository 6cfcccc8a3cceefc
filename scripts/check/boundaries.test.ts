import { describe, expect, test } from 'vitest';
import { boundaries } from './boundaries.ts';
import { madeUpTree } from './made-up-tree.ts';

async function messages(files: Record<string, string>): Promise<string[]> {
  const outcome = await boundaries.run(madeUpTree(files));
  return outcome.findings.map(({ where, message }) => `${where} ${message}`);
}

describe('boundaries', () => {
  const allowed = [
    { file: 'client-sdk/src/a.ts', text: "import { x } from '@tessera/contracts/errors';" },
    { file: 'client-sdk/src/raw.ts', text: "import createClient from 'openapi-fetch';" },
    { file: 'client-sdk/src/a.test.ts', text: "import { x } from 'node:http';" },
    { file: 'scripts/generate/emit/wire-worker.ts', text: "import x from 'openapi-typescript';" },
    { file: 'reference-servers/src/harness/a.ts', text: "import { x } from '../runtime/b.ts';" },
    { file: 'reference-servers/src/extension-points/a.ts', text: "import { x } from '../harness/b.ts';" },
    { file: 'reference-servers/src/extension-points/a.ts', text: "import { x } from '../kit/b.ts';" },
    { file: 'reference-servers/src/kit/a.ts', text: "import { x } from '../runtime/b.ts';" },
    {
      file: 'reference-servers/templates/a/src/a.ts',
      text: "import { x } from '@tessera/reference-servers/kit';",
    },
    { file: 'reference-servers/src/main.ts', text: "import { x } from './extension-points/b.ts';" },
    { file: 'conformance/src/a.test.ts', text: "import { x } from '@tessera/reference-servers';" },
    { file: 'conformance/src/a.ts', text: "import { x } from '@tessera/cli';" },
    { file: 'reference-servers/src/main.ts', text: "import { x } from '@tessera/cli';" },
    { file: 'scripts/a.ts', text: "import { x } from './cli/src/b.ts';" },
    { file: 'client-sdk/src/b.test.ts', text: "import { x } from '../../scripts/test-cases.js';" },
    { file: 'conformance/mutants/a.ts', text: "import { x } from '../../scripts/test-cases.js';" },
    { file: 'conformance/bin/a.js', text: "import '../dist/cli.js';" },
    { file: 'site/node/a.ts', text: "import { x } from '@tessera/contracts/errors';" },
    { file: 'site/app/a.ts', text: "import type { X } from '@tessera/contracts/errors';" },
    { file: 'site/app/b.ts', text: "import { type X } from '@tessera/contracts/errors';" },
    { file: 'site/theme/a.tsx', text: "import { x } from '../shared/constants.ts';" },
    { file: 'site/console/a.ts', text: "import { x } from '@tessera/client/builder';" },
    { file: 'site/console/b.ts', text: "import { x } from '../theme/a.tsx';" },
    { file: 'site/console/c.ts', text: "import type { X } from '@tessera/platform/routes';" },
  ];
  test.each(allowed)('allows $text in $file', async ({ file, text }) => {
    expect(await messages({ [file]: text })).toEqual([]);
  });

  const forbidden = [
    {
      file: 'conformance/src/a.ts',
      text: "import { x } from '../../scripts/test-cases.js';",
      says: 'another room',
    },
    {
      file: 'site/console/a.ts',
      text: "import { x } from '@tessera/platform/routes';",
      says: 'types only',
    },
    {
      file: 'reference-servers/src/kit/a.ts',
      text: "import { x } from '../extension-points/b.ts';",
      says: 'may import',
    },
    {
      file: 'reference-servers/templates/a/src/a.ts',
      text: "import { x } from '@tessera/reference-servers';",
      says: 'its own package',
    },
    {
      file: 'reference-servers/templates/a/src/a.ts',
      text: "import { x } from '@tessera/contracts/errors';",
      says: 'may not import',
    },
    { file: 'client-sdk/src/a.ts', text: "import x from 'node:fs';", says: 'browser' },
    {
      file: 'client-sdk/src/a.ts',
      text: "import x from 'openapi-fetch';",
      says: 'only client-sdk/src/raw.ts',
    },
    { file: 'client-sdk/src/a.ts', text: "import x from '@tessera/contracts/wire/a';", says: 'raw.ts' },
    { file: 'client-sdk/src/a.ts', text: "import x from '../../generated/errors.js';", says: 'another room' },
    { file: 'client-sdk/src/a.ts', text: "import x from './index.ts';", says: 'through the door' },
    { file: 'scripts/a.ts', text: "import x from 'openapi-typescript';", says: 'wire-worker.ts' },
    { file: 'scripts/a.ts', text: "import x from '@tessera/client';", says: 'may not import' },
    { file: 'scripts/a.ts', text: "import x from '../site/b.ts';", says: 'another room' },
    { file: 'scripts/cli/src/a.ts', text: "import x from '../../flags.ts';", says: 'may import' },
    { file: 'reference-servers/src/kit/a.ts', text: "import x from '@tessera/cli';", says: 'may not import' },
    { file: 'scripts/cli/src/a.ts', text: "import x from '@tessera/conformance';", says: 'may not import' },
    {
      file: 'reference-servers/src/harness/a.ts',
      text: "export * from '../extension-points/a.ts';",
      says: 'only',
    },
    {
      file: 'reference-servers/src/runtime/a.ts',
      text: "import x from '@tessera/client';",
      says: 'may not import',
    },
    {
      file: 'conformance/src/a.ts',
      text: "import x from '@tessera/reference-servers';",
      says: 'may not import',
    },
    { file: 'conformance/src/a.test.ts', text: "import x from '@tessera/client';", says: 'may not import' },
    { file: 'conformance/src/a.ts', text: "const x = await import('../dist/b.js');", says: 'build output' },
    { file: 'conformance/bin/a.js', text: "import '../../site/dist/cli.js';", says: 'build output' },
    { file: 'site/app/a.ts', text: "import { x } from '@tessera/contracts/errors';", says: 'types only' },
    { file: 'site/app/a.ts', text: "import { x } from '../node/a.ts';", says: 'only' },
    { file: 'site/theme/a.tsx', text: "import { x } from 'path';", says: 'browser' },
    { file: 'site/console/a.ts', text: "import { x } from '../node/a.ts';", says: 'only' },
    { file: 'site/console/a.ts', text: "import { x } from '@tessera/platform';", says: 'may not' },
  ];
  test.each(forbidden)('rejects $text in $file', async ({ file, text, says }) => {
    const found = await messages({ [file]: `\n${text}` });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${file}:2`);
    expect(found[0]).toContain(says);
  });

  test('rejects modules that import each other in a cycle', async () => {
    const found = await messages({
      'site/node/a.ts': "import { b } from './b.ts';",
      'site/node/b.ts': "import { c } from './c.ts';",
      'site/node/c.ts': "import { a } from './a.ts';",
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('site/node/a.ts -> site/node/b.ts -> site/node/c.ts -> site/node/a.ts');
  });

  test('allows a cycle of type imports', async () => {
    const found = await messages({
      'site/node/a.ts': "import type { B } from './b.ts';",
      'site/node/b.ts': "import { a } from './a.ts';",
    });
    expect(found).toEqual([]);
  });
});
