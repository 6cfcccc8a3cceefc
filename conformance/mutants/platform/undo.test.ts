import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { expect, it, vi } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { kindOf, type Memory, remember } from './memory.ts';
import { startPlatform } from './server.ts';

/** The state of a platform that operations can remove or restore. */
function standing({ things, entities, units, level, models }: Memory) {
  return {
    adapters: [...kindOf(things, 'adapters').keys()],
    agents: [...kindOf(things, 'agents').keys()],
    inForce: [...entities.values()].filter(({ status }) => status !== 'deleted').length,
    deployed: [...units.values()].filter(({ states }) => [...states.values()].includes('DEPLOYED')).length,
    models: [...models.keys()],
    level,
  };
}

const BEFORE = standing(remember(0));

/** A request without side effects. */
const HARMLESS = `${coordinatorV1.prefix}${coordinatorV1.operations.getLogLevel.path}`;

it.each([
  ['in peace', Number.POSITIVE_INFINITY],
  ['when it is told to stop early', 60],
  ['when it is told to stop later', 500],
  ['when it is told to stop near the end', 900],
])(
  'a run that may write leaves a platform as it was, %s',
  async (_when, last) => {
    const platform = await startPlatform();
    const stop = new AbortController();
    let seen = 0;
    const report = await runConformance({
      contract: 'platform',
      url: platform.url,
      readOnly: false,
      seed: 7,
      signal: stop.signal,
      onExchange: () => {
        seen += 1;
        if (seen === last) stop.abort();
      },
    });
    expect(report.run.interrupted).toBe(Number.isFinite(last));
    // A plan removes its units when it has finished, which the platform notices at the next request.
    await vi.waitFor(
      async () => {
        await fetch(new URL(HARMLESS, platform.url));
        expect(standing(platform.memory)).toEqual(BEFORE);
      },
      { timeout: 30_000, interval: 100 },
    );
    await platform.close();
  },
  120_000,
);

it('a run leaves an adapter where it is that a body of the caller has stored anew', async () => {
  const platform = await startPlatform();
  const [id = ''] = BEFORE.adapters;
  await runConformance({
    contract: 'platform',
    url: platform.url,
    readOnly: false,
    seed: 7,
    only: ['P-01'],
    bodies: { 'coordinator-v2.upsertTechAdapter': { id, version: '2.0.0', name: 'Stored anew' } },
  });
  expect([...kindOf(platform.memory.things, 'adapters').keys()].sort()).toEqual(BEFORE.adapters.sort());
  await platform.close();
}, 60_000);
