import { startAdapter } from './adapter.ts';
import { type Bench, benchOfServers, benchOfTraffic } from './bench.ts';
import { catalogPluginMutants } from './data-catalog-plugin/mutants.ts';
import { startPlugin as startCatalogPlugin } from './data-catalog-plugin/plugin.ts';
import { FORBIDDEN } from './descriptors.ts';
import { trafficMutants } from './integrator/mutants.ts';
import { trafficWith, write } from './integrator/traffic.ts';
import { marketplaceMutants } from './marketplace-plugin/mutants.ts';
import { startPlugin as startMarketplace } from './marketplace-plugin/plugin.ts';
import { changesOf } from './mutant.ts';
import { startConsumer, SECRET as WEBHOOK_SECRET } from './notifications/consumer.ts';
import { consumerMutants } from './notifications/mutants.ts';
import { deriveMutants } from './operators/derive.ts';
import { platformMutants } from './platform/mutants.ts';
import { startPlatform } from './platform/server.ts';
import { SETTINGS } from './platform/settings.ts';
import { SECRET as HOOK_SECRET, listenForDecisions, startHook } from './remote-request-hook/hook.ts';
import { hookMutants } from './remote-request-hook/mutants.ts';
import { sharedMutants } from './shared-mutants.ts';
import { STATELESS } from './stateless/mutants.ts';
import { startServer } from './stateless/server.ts';
import { adapterMutants } from './tech-adapter/mutants.ts';

/** All mutants of all contracts. */
export const BENCHES: readonly Bench[] = [
  benchOfServers('tech-adapter', adapterMutants, (one) => startAdapter(changesOf(one)), {
    derived: await deriveMutants('tech-adapter'),
    pollBudget: 2_000,
    samples: { forbidden: [FORBIDDEN] },
  }),
  benchOfServers(
    'data-catalog-plugin',
    [...sharedMutants, ...catalogPluginMutants],
    (one) => startCatalogPlugin(changesOf(one)),
    {
      derived: await deriveMutants('data-catalog-plugin'),
      promptness: 300,
      pollBudget: 2_000,
    },
  ),
  benchOfServers('remote-request-hook', hookMutants, (one) => startHook(changesOf(one)), {
    derived: await deriveMutants('remote-request-hook'),
    headers: { authorization: HOOK_SECRET },
    promptness: 300,
    pollBudget: 800,
    perRun: listenForDecisions,
  }),
  benchOfServers('marketplace-plugin', marketplaceMutants, (one) => startMarketplace(changesOf(one)), {
    derived: await deriveMutants('marketplace-plugin'),
  }),
  benchOfServers('notifications', consumerMutants, (one) => startConsumer(changesOf(one)), {
    headers: { authorization: WEBHOOK_SECRET },
    promptness: 100,
    // A run stays inconclusive if the address accepts no notification: no source specifies that response.
    beyond: ['WH-15'],
  }),
  ...(await Promise.all(
    STATELESS.map(async ({ contract, honest, mutants }) =>
      benchOfServers(contract, mutants, (one) => startServer(one?.fault(honest()) ?? honest()), {
        derived: await deriveMutants(contract),
        promptness: 600,
        timeout: 4_000,
      }),
    ),
  )),
  benchOfServers('platform', platformMutants, (one) => startPlatform(changesOf(one)), {
    derived: await deriveMutants('platform'),
    ...SETTINGS,
  }),
  benchOfTraffic(
    'integrator',
    trafficMutants,
    (one, adapter) => write(one?.fault(trafficWith(adapter)) ?? trafficWith(adapter)),
    { ids: { environment: 'development,production' } },
  ),
];
