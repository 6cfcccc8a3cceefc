import {
  type CoordinatorV1,
  type CoordinatorV2,
  createCoordinatorV1,
  createCoordinatorV2,
} from '@tessera/client';
import { coordinatorV2 } from '@tessera/contracts/operations/coordinator-v2';
import { dataCatalogPlugin } from '@tessera/contracts/operations/data-catalog-plugin';
import { marketplacePlugin } from '@tessera/contracts/operations/marketplace-plugin';
import { techAdapter } from '@tessera/contracts/operations/tech-adapter';
import {
  createDataCatalogPlugin,
  createMarketplacePlugin,
  createTechAdapter,
} from '@tessera/reference-servers';
import { createServer } from '@tessera/reference-servers/harness';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { registerTemplate } from '../coordinator/registry/register-template.ts';
import { createPlatform, type Platform } from '../create-platform.ts';
import { toYaml } from '../descriptor/enrich.ts';
import type { UnitDescriptor } from '../descriptor/read-unit.ts';
import { exportHar } from '../routes/har.ts';
import { registerStandIn } from '../seed.ts';
import { followPlan } from './follow-plan.ts';
import { givenUnit, provisioningOf } from './given-unit.ts';
import { JourneyFailed } from './journey-failed.ts';
import { describeJudgment, judgeTraffic } from './judge-traffic.ts';

/** Flags of the command `try`, as the argument parser names them. */
export interface TryFlags {
  readonly adapter: string;
  readonly descriptor?: string;
  readonly environment?: string;
  readonly identity: readonly string[];
  readonly recording?: string;
}

interface Journey {
  readonly platform: Platform;
  readonly v1: CoordinatorV1;
  readonly v2: CoordinatorV2;
  readonly unit: UnitDescriptor;
  readonly environment: string;
}

/**
 * Drives an adapter as the platform would: deploys, deploys a change, sets access, undeploys with the data, and then
 * lists the clauses that the adapter violated.
 * @throws UsageError for an invalid descriptor
 * @throws JourneyFailed when the address does not respond, a step failed, or the adapter violated a clause
 */
export async function tryAdapter(flags: TryFlags): Promise<void> {
  const { unit, environment } = await givenUnit(flags);
  await expectAnswer(flags.adapter);
  const standIns = createServer({
    mounts: [
      createTechAdapter({ taskMs: 50 }),
      createDataCatalogPlugin({ taskMs: 50 }),
      createMarketplacePlugin(),
    ],
  });
  const origin = await standIns.listen({ port: 0, host: '127.0.0.1' });
  const platform = await createPlatform({
    settings: {
      environments: [environment],
      dataCatalog: origin + dataCatalogPlugin.prefix,
      marketplace: origin + marketplacePlugin.prefix,
    },
    onError: (message) => console.error(message),
  });
  const api = createServer({ mounts: platform.mounts });
  try {
    const baseUrl = (await api.listen({ port: 0, host: '127.0.0.1' })) + coordinatorV2.prefix;
    const v1 = createCoordinatorV1({ baseUrl });
    const journey = { platform, v1, v2: createCoordinatorV2({ baseUrl }), unit, environment };
    await register(journey, flags.adapter, origin);
    const hasSucceeded = await travel(journey, flags.identity);
    const isConformant = await judge(journey, flags);
    if (!hasSucceeded || !isConformant) throw new JourneyFailed('the adapter did not pass');
    console.log('\nEverything went well.');
  } finally {
    await close(api, platform, standIns);
  }
}

/** Any response is enough: its content is checked later. */
async function expectAnswer(adapter: string): Promise<void> {
  try {
    const { body } = await request(adapter, { signal: AbortSignal.timeout(REACH_MS) });
    await body.dump();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    console.error(`nothing answers at ${adapter} (${reason}): start the adapter, then try again`);
    throw new JourneyFailed('nothing answers at the address of the adapter');
  }
}

/** How long an adapter may take to respond at all, in milliseconds. */
const REACH_MS = 10_000;

async function close(api: FastifyInstance, platform: Platform, standIns: FastifyInstance): Promise<void> {
  await api.close();
  await platform.close();
  await standIns.close();
}

/** The adapter serves the templates of the components; the reference adapter serves that of the unit. */
async function register(
  { platform, unit, environment }: Journey,
  url: string,
  origin: string,
): Promise<void> {
  const templates = new Set(
    unit.components.flatMap(({ infrastructureTemplateId }) => infrastructureTemplateId ?? []),
  );
  for (const id of templates) {
    const segments = id.split(':');
    const name = segments.at(-2) ?? id;
    await registerTemplate(platform.context, { id, name, version: segments.at(-1) ?? '', url, environment });
  }
  const own = unit.infrastructureTemplateId;
  if (own !== undefined) await registerStandIn(platform.context, origin, [own]);
  console.log(`${url} serves ${[...templates].join(', ') || 'no template'} in ${environment}`);
}

/** The steps of the journey; false when one of them failed. Deployed units are undeployed in any case. */
async function travel(journey: Journey, identities: readonly string[]): Promise<boolean> {
  const { unit } = journey;
  const changed = { ...unit.fields, description: `${unit.fields['description'] ?? ''} (changed)`.trim() };
  let isGood = await provision(journey, 'Deploy', toYaml(unit.fields), 'DEPLOYED');
  if (isGood) isGood = await provision(journey, 'Deploy a change', toYaml(changed), 'DEPLOYED');
  if (isGood) isGood = await setAccess(journey, identities);
  const isGone = await provision(journey, 'Undeploy with data', toYaml(changed), 'NOT_DEPLOYED');
  return isGood && isGone;
}

async function provision(
  journey: Journey,
  title: string,
  descriptor: string,
  targetStatus: 'DEPLOYED' | 'NOT_DEPLOYED',
): Promise<boolean> {
  const { v1, v2, unit, environment } = journey;
  const task = await v2.startProvisioning({
    path: { 'deployment-unit-id': unit.id },
    query: { environment, unsafe: true },
    body: provisioningOf(unit, descriptor, targetStatus),
  });
  console.log(`\n${title}`);
  return (await followPlan(v1, task.token ?? '')).status === 'COMPLETED';
}

async function setAccess(journey: Journey, identities: readonly string[]): Promise<boolean> {
  const { v1, unit, environment } = journey;
  const port = unit.components.find(({ fields }) => String(fields['kind']).toLowerCase() === 'outputport');
  if (port === undefined) {
    console.log('\nSet access: skipped, the descriptor has no output port');
    return true;
  }
  const body = {
    dataProductUrn: unit.id,
    outputPortUrn: port.id,
    outputPortId: 1,
    requestId: 'try-1',
    identities: [...identities],
    environment,
  };
  const task = await v1.updateAcl({ body });
  console.log('\nSet access');
  return (await followPlan(v1, task.token ?? '')).status === 'COMPLETED';
}

/** Passes the traffic with the adapter to the conformance suite; true when it violated no clause. */
async function judge({ platform }: Journey, { adapter, recording }: TryFlags): Promise<boolean> {
  const har = onlyTo(adapter, await exportHar(platform.context.db, {}));
  const judgment = await judgeTraffic({ contract: techAdapter.id, har, recording });
  console.log(describeJudgment(judgment));
  return judgment.isConformant;
}

/** The exchanges with one server. */
function onlyTo(url: string, har: object): object {
  const { log }: { log?: { entries?: readonly { request: { url: string } }[] } } = har;
  const { href } = new URL(url);
  const entries = (log?.entries ?? []).filter(({ request }) =>
    request.url.startsWith(href.replace(/\/$/, '')),
  );
  return { log: { ...log, entries } };
}
