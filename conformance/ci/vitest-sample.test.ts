import { afterAll, describe, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { conformanceTests } from '../src/index.ts';

// In your project: start your adapter here, and import from '@tessera/conformance'.
const adapter = await startAdapter();
const tests = await conformanceTests({
  contract: 'tech-adapter',
  url: adapter.url,
  // Milliseconds: a build machine may be busy.
  promptness: 60_000,
});

describe('our adapter conforms to the contract', () => {
  afterAll(() => adapter.close());
  for (const { title, run } of tests) it(title, run);
});
