import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCoordinatorV2 } from '@tessera/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createInstantAdapter } from '../../testing/instant-adapter.ts';
import { HANGS_AFTER_MS } from '../../testing/limits.ts';
import { component, describeUnit, register, TEMPLATE } from '../../testing/open-platform.ts';
import { findPostgres, startPostgres } from '../../testing/postgres.ts';
import { kill, startProcess } from '../../testing/process.ts';

/** Size of the file system of the database. */
const SIZE = '160m';

/** A descriptor that does not compress well, so that each plan takes room. */
const BULK = Array.from({ length: 20_000 }, (_, index) => (index * 2_654_435_761) % 4_294_967_296).join(' ');

const MOST_PLANS = 500;

/** A small file system; undefined where this user may not mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

const disk = findPostgres() === undefined ? undefined : mountDisk();

describe.skipIf(disk === undefined)('a platform whose database has no space left', () => {
  it('fails requests without ending, and ends every accepted plan when there is space again', async () => {
    const folder = disk ?? '';
    onTestFinished(() => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    });
    const database = await startPostgres(folder);
    onTestFinished(() => database.stop());
    const platform = await startProcess(['--database-url', database.url]);
    onTestFinished(() => kill(platform));
    const adapter = createInstantAdapter();
    onTestFinished(() => adapter.close());
    const v2 = createCoordinatorV2({ baseUrl: `${platform.origin}/coordinator`, retries: 0 });
    await register(v2, TEMPLATE, await adapter.listen({ port: 0, host: '127.0.0.1' }));
    const filler = join(folder, 'filler');
    fill(filler);

    const accepted: Awaited<ReturnType<typeof v2.startValidation>>[] = [];
    let refusal: unknown;
    while (refusal === undefined && accepted.length < MOST_PLANS) {
      const descriptor = describeUnit(component('table', [], { description: BULK }));
      await v2.startValidation({ body: { descriptor } }).then(
        (plan) => accepted.push(plan),
        (cause: unknown) => {
          refusal = cause;
        },
      );
    }
    expect(refusal).toMatchObject({ status: 500 });
    expect((await fetch(`${platform.origin}/health`)).status).toBe(200);

    rmSync(filler);
    for (const plan of accepted) {
      const { status } = await plan.wait({ timeout: HANGS_AFTER_MS });
      expect(status).toBe('COMPLETED');
    }
    const after = await v2.startValidation({ body: { descriptor: describeUnit(component('table')) } });
    expect((await after.wait({ timeout: HANGS_AFTER_MS })).status).toBe('COMPLETED');
  });
});

/** Writes until there is no space left. */
function fill(file: string): void {
  const block = Buffer.alloc(1024 * 1024);
  for (;;) {
    try {
      appendFileSync(file, block);
    } catch {
      return;
    }
  }
}
