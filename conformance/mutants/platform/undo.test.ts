import { coordinatorV1 } from '@tessera/contracts/operations/coordinator-v1';
import { expect, it } from 'vitest';
import { runConformance } from '../../src/run-conformance.ts';
import { createHttpClient } from '../../src/suite/http.ts';
import { doorOf } from '../bench.ts';
import { type Body, pause } from '../reply.ts';
import { useVirtualTime } from '../use-virtual-time.ts';
import { agentInMemory } from '../virtual-time.ts';
import { kindOf, type Memory, remember } from './memory.ts';
import { startPlatform } from './server.ts';

useVirtualTime();

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

/** A run invents resource types: no deployed resource has one of them. */
function isForTheRun({ resourceType }: Body): boolean {
  return /^unknown-[a-z]+$/.test(String(resourceType));
}

/** A request without side effects. */
const HARMLESS = `${coordinatorV1.prefix}${coordinatorV1.operations.getLogLevel.path}`;

/** All plans have finished after this time, in milliseconds. */
const LONGEST_PLAN = 30_000;

it.each([
  ['without interruption', Number.POSITIVE_INFINITY],
  ['interrupted early', 60],
  ['interrupted later', 500],
  ['interrupted near the end', 900],
])('a run with --write restores the platform, %s', async (_when, last) => {
  const applying = new Set<unknown>();
  const platform = await startPlatform({
    answer: (reply, { operation }, { entities }) => {
      for (const one of entities.values())
        if (!isForTheRun(one)) applying.add(`${operation}: ${one['name']}`);
      return reply;
    },
  });
  const client = createHttpClient({ base: platform.url, headers: {}, timeout: 1_000, ...agentInMemory() });
  const stop = new AbortController();
  let seen = 0;
  const report = await runConformance({
    contract: 'platform',
    ...doorOf(platform),
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
  await pause(LONGEST_PLAN);
  await client.send({ method: 'GET', path: HARMLESS, headers: {} });
  expect(standing(platform.memory)).toEqual(BEFORE);
  // The policies of a run never apply to a deployment, so they block no other team.
  expect([...applying]).toEqual([]);
  await platform.close();
});

it('a run does not remove an existing adapter that a body of the caller replaces', async () => {
  const platform = await startPlatform();
  const [id = ''] = BEFORE.adapters;
  await runConformance({
    contract: 'platform',
    ...doorOf(platform),
    readOnly: false,
    seed: 7,
    only: ['P-01'],
    bodies: { 'coordinator-v2.upsertTechAdapter': { id, version: '2.0.0', name: 'Stored anew' } },
  });
  expect([...kindOf(platform.memory.things, 'adapters').keys()].sort()).toEqual(BEFORE.adapters.sort());
  await platform.close();
});
