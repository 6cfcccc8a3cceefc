import { expect, it } from 'vitest';
import { runConformance } from '../src/run-conformance.ts';
import { nameIn } from '../src/suite/clean-up.ts';
import { startAdapter } from './adapter.ts';
import { doorOf } from './bench.ts';
import { startPlugin as startCatalogPlugin } from './data-catalog-plugin/plugin.ts';
import { failed } from './habits.ts';
import { startPlugin as startMarketplace } from './marketplace-plugin/plugin.ts';
import { startPlatform } from './platform/server.ts';
import { type Body, isBody } from './reply.ts';
import type { Habits } from './server.ts';
import { useVirtualTime } from './use-virtual-time.ts';

useVirtualTime();

const nameOf = (input: unknown): string =>
  nameIn({ descriptor: isBody(input) ? String(input['descriptor']) : '' });

/** Keeps in `there` the names of what tasks have created and not removed. */
const keeping = (there: Set<string>): Partial<Habits> => ({
  finish(end: Body, { operation, input }) {
    if (end['status'] !== 'COMPLETED') return end;
    if (operation === 'provision') there.add(nameOf(input));
    if (operation === 'unprovision') there.delete(nameOf(input));
    return end;
  },
});

/** The same for requests without tasks. */
const showing = (there: Set<string>): Partial<Habits> => ({
  answer(reply, { operation, input }) {
    if (reply.status >= 300) return reply;
    if (operation === 'insertProvisioningResults') there.add(nameOf(input));
    if (operation === 'delete') there.delete(nameOf(input));
    return reply;
  },
});

const CONTRACTS = [
  ['tech-adapter', startAdapter, keeping],
  ['data-catalog-plugin', startCatalogPlugin, keeping],
  ['marketplace-plugin', startMarketplace, showing],
] as const;

/** Requests after which a run is interrupted. */
const INTERRUPTED = [20, 130, Number.POSITIVE_INFINITY];

it.each(CONTRACTS.flatMap((one) => INTERRUPTED.map((last) => [...one, last] as const)))(
  'a run of %s leaves nothing behind',
  async (contract, start, habits, last) => {
    const there = new Set<string>();
    const seen = new Set<string>();
    const server = await start(habits(there));
    const stop = new AbortController();
    let requests = 0;
    const { notes } = await runConformance({
      contract,
      ...doorOf(server),
      seed: 7,
      signal: stop.signal,
      onExchange: () => {
        requests += 1;
        for (const one of there) seen.add(one);
        if (requests === last) stop.abort();
      },
    });
    await server.close();
    if (last === Number.POSITIVE_INFINITY) expect(seen.size).toBeGreaterThan(0);
    expect([...there]).toEqual([]);
    expect(notes.filter((note) => note.startsWith('Created by this run'))).toEqual([]);
  },
);

it('a run reports the components that the adapter did not remove', async () => {
  const there = new Set<string>();
  const adapter = await startAdapter({
    finish: (end, job) =>
      job.operation === 'unprovision' ? failed('no rights') : (keeping(there).finish?.(end, job) ?? end),
  });
  const { notes } = await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), seed: 7 });
  await adapter.close();
  const note = notes.find((one) => one.startsWith('Created by this run and not removed: ')) ?? '';
  const components = [...there].filter((name) => name.includes(':cmp:'));
  expect(components.length).toBeGreaterThan(0);
  for (const name of components) expect(note).toContain(name);
});

it('a run reports the resource types that no operation of the platform removes', async () => {
  const platform = await startPlatform();
  const { notes } = await runConformance({
    contract: 'platform',
    ...doorOf(platform),
    readOnly: false,
    seed: 7,
    only: ['P-25'],
  });
  await platform.close();
  expect(notes.join()).toMatch(/Created by this run and not removed: .+ \(governance\.upsertResourceType\)/);
});
