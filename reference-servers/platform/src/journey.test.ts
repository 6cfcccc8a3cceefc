import { createCoordinatorV1, createCoordinatorV2 } from '@tessera/client';
import {
  createDataCatalogPlugin,
  createMarketplacePlugin,
  createTechAdapter,
} from '@tessera/reference-servers';
import { createServer } from '@tessera/reference-servers/harness';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from './create-platform.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const UNIT = 'urn:dmb:dp:logistics:shipments:1';
const TEMPLATE = 'urn:dmb:itm:warehouse:0';
const component = (name: string, dependsOn: string[] = []) => ({
  id: `urn:dmb:cmp:logistics:shipments:1:${name}`,
  kind: 'storage',
  name,
  infrastructureTemplateId: TEMPLATE,
  dependsOn: dependsOn.map((one) => `urn:dmb:cmp:logistics:shipments:1:${one}`),
  specific: {},
});
const descriptor = (...components: object[]) =>
  JSON.stringify({
    id: UNIT,
    kind: 'dataproduct',
    name: 'Shipments',
    domain: 'logistics',
    version: '1.0.0',
    environment: 'development',
    components,
  });

async function listen(app: FastifyInstance): Promise<string> {
  open.push(app);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function start(): Promise<{ platform: Platform; origin: string }> {
  const servers = await listen(
    createServer({
      mounts: [
        createTechAdapter({ taskMs: 5 }),
        createDataCatalogPlugin({ taskMs: 5 }),
        createMarketplacePlugin({}),
      ],
    }),
  );
  const platform = await createPlatform({
    settings: {
      pollMs: 10,
      dataCatalog: `${servers}/data-catalog-plugin`,
      marketplace: `${servers}/marketplace-plugin`,
    },
    onError: (message) => console.error(message),
  });
  open.push(platform);
  const origin = await listen(createServer({ mounts: platform.mounts }));
  const coordinator = createCoordinatorV2({ baseUrl: `${origin}/coordinator` });
  await coordinator.upsertTechAdapter({ body: { id: TEMPLATE, version: '0', name: 'Warehouse' } });
  await coordinator.putTechAdapterDeployment({
    path: { id: TEMPLATE, environment: 'development' },
    body: { url: `${servers}/tech-adapter` },
  });
  return { platform, origin };
}

describe('a platform', () => {
  it('deploys a unit through its tech adapter, the data catalog and the marketplace, and undeploys it', async () => {
    const { origin } = await start();
    const v2 = createCoordinatorV2({ baseUrl: `${origin}/coordinator`, poll: { initial: 20 } });
    const v1 = createCoordinatorV1({ baseUrl: `${origin}/coordinator` });
    const text = descriptor(component('table'), component('view', ['table']));
    const query = { environment: 'development', unsafe: true };
    const path = { 'deployment-unit-id': UNIT };
    const targets = (targetStatus: 'DEPLOYED' | 'NOT_DEPLOYED') =>
      ['table', 'view'].map((name) => ({ componentId: component(name).id, targetStatus }));
    const plan = await v2.startProvisioning({
      path,
      query,
      body: { descriptor: text, targetStatus: targets('DEPLOYED') },
    });
    await plan.wait();
    const view = await v1.getProvisioningPlan({ path: { token: plan.token ?? '' } });
    expect(view.dag).toMatchObject({ action: 'MARKETPLACE_UPDATE', status: 'COMPLETED' });
    const status = await v2.getDeploymentUnitStatus({ path, query });
    expect(status.status).toBe('DEPLOYED');
    const info = status.provisioningDetails?.provisioningInfo ?? {};
    expect(Object.keys(info)).toEqual(targets('DEPLOYED').map(({ componentId }) => componentId));

    const removal = await v2.startProvisioning({
      path,
      query,
      body: { descriptor: text, targetStatus: targets('NOT_DEPLOYED'), removeData: true },
    });
    await removal.wait();
    expect((await v2.getDeploymentUnitStatus({ path, query })).status).toBe('NOT_DEPLOYED');
    const logs = await v1.getPlanLogs({ path: { provisioning_plan_id: removal.token ?? '' }, query: {} });
    expect(logs.at(-1)?.message).toBe('the plan ended: COMPLETED');
  });
});
