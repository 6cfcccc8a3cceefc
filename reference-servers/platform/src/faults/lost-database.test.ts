import { createCoordinatorV2 } from '@tessera/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCountingAdapter } from '../../testing/counting-adapter.ts';
import { HANGS_AFTER_MS } from '../../testing/limits.ts';
import { AT, component, describeUnit, register, TEMPLATE, targets } from '../../testing/open-platform.ts';
import { findPostgres, startPostgres } from '../../testing/postgres.ts';
import { kill, type Process, startProcess } from '../../testing/process.ts';

/** How long the tasks of the adapter take, in milliseconds: the database is gone while they run. */
const TASK_MS = 500;

async function statusOf({ origin }: Process, path: string): Promise<number> {
  return (await fetch(origin + path)).status;
}

describe.skipIf(findPostgres() === undefined)('a platform whose database is gone for a while', () => {
  it('reports not ready, ends no plan, and continues when the database is back', async () => {
    const database = await startPostgres();
    onTestFinished(() => database.stop());
    const platform = await startProcess(['--database-url', database.url]);
    onTestFinished(() => kill(platform));
    const adapter = createCountingAdapter(TASK_MS).app;
    onTestFinished(() => adapter.close());
    const v2 = createCoordinatorV2({ baseUrl: `${platform.origin}/coordinator` });
    await register(v2, TEMPLATE, await adapter.listen({ port: 0, host: '127.0.0.1' }));
    expect(await statusOf(platform, '/ready')).toBe(200);
    const plan = await v2.startProvisioning({
      ...AT,
      body: {
        descriptor: describeUnit(component('table'), component('port', ['table'])),
        targetStatus: targets('DEPLOYED', 'table', 'port'),
      },
    });

    await database.crash();
    expect([await statusOf(platform, '/health'), await statusOf(platform, '/ready')]).toEqual([200, 503]);
    const refused = await fetch(`${platform.origin}/coordinator/v2/tech-adapters`);
    expect([refused.status, await refused.text()]).toEqual([
      500,
      expect.stringContaining('COR_SYSTEM_PROBLEM'),
    ]);
    // Long enough for polls of the task to fail.
    await new Promise((resolve) => setTimeout(resolve, 2 * TASK_MS));
    await database.restart();

    expect((await plan.wait({ timeout: HANGS_AFTER_MS })).status).toBe('COMPLETED');
    expect(await statusOf(platform, '/ready')).toBe(200);
  });
});
