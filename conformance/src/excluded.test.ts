import { expect, it } from 'vitest';
import { startAdapter } from '../mutants/adapter.ts';
import { doorOf } from '../mutants/bench.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { runConformance } from './run-conformance.ts';

useVirtualTime();

it('an excluded operation is never called', async () => {
  const adapter = await startAdapter();
  const exclude = ['terminateProvisioning', 'unprovision'];
  const report = await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), exclude });
  await adapter.close();
  const paths = report.exchanges.map(({ request }) => `${request.method} ${request.path.split('?')[0]}`);
  expect(paths.filter((path) => /unprovision|^DELETE \/v1\/provision\/[^/]+$/.test(path))).toEqual([]);
  expect(paths).toContain('POST /v1/provision');
  expect(report.exitCode).toBe(2);
  expect(report.counts.fail + report.counts['harness-error']).toBe(0);
  expect(report.notes).toContain('Not called, as requested: terminateProvisioning, unprovision.');
});
