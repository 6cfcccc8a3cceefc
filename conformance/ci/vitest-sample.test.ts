import { afterAll, describe, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { conformanceTests } from '../src/index.ts';

// In your project: start your adapter here, and import from '@tessera/conformance'.
const adapter = await startAdapter();
const tests = await conformanceTests({ contract: 'tech-adapter', url: adapter.url });

describe('our adapter keeps to the contract', () => {
  afterAll(() => adapter.close());
  for (const { title, run } of tests) it(title, run);
});
