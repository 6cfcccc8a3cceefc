import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  targets,
  UNIT,
} from '../../../testing/open-platform.ts';

let open: OpenPlatform;
let isBroken = false;
let published: string[] = [];

const plugin = createMarketplace();

beforeAll(async () => {
  const marketplace = await plugin.listen({ port: 0, host: '127.0.0.1' });
  open = await openPlatform({ settings: { marketplace } });
});
afterAll(async () => {
  await open.close();
  await plugin.close();
});

function createMarketplace(): FastifyInstance {
  const app = fastify();
  app.post<{ Body: { descriptor: string } }>('/v1/insert-provisioning-results', async ({ body }, reply) => {
    if (isBroken) return reply.code(500).send({ error: 'closed' });
    published.push(body.descriptor);
    return { status: 'COMPLETED' };
  });
  return app;
}

const descriptor = describeUnit(component('table'));
const request = { descriptor, targetStatus: targets('DEPLOYED', 'table') };

describe('a unit whose components are deployed and whose marketplace entry failed', () => {
  it('is corrupt, and is repaired without deploying the components again', async () => {
    isBroken = true;
    const failed = await open.v2.startProvisioning({ ...AT, body: request });
    await expect(failed.wait()).rejects.toThrow('FAILED');
    const { status, provisioningDetails } = await open.v2.getDeploymentUnitStatus(AT);
    expect([status, provisioningDetails?.componentsStatus?.map((one) => one.status)]).toEqual([
      'CORRUPT',
      ['DEPLOYED'],
    ]);
    isBroken = false;
    published = [];
    const repair = await open.v2.startProvisioning({ ...AT, body: { ...request, preventRedeploy: true } });
    await repair.wait();
    expect(published).toHaveLength(1);
    expect((await open.v2.getDeploymentUnitStatus(AT)).status).toBe('DEPLOYED');
  });
});

describe('the status of a unit', () => {
  it('holds the descriptor without its wrapper', async () => {
    const wrapped = JSON.stringify({ dataProduct: JSON.parse(descriptor) });
    const plan = await open.v2.startProvisioning({ ...AT, body: { ...request, descriptor: wrapped } });
    await plan.wait();
    const { provisioningDetails } = await open.v2.getDeploymentUnitStatus({
      ...AT,
      query: { ...AT.query, 'include-descriptor': true },
    });
    expect(provisioningDetails?.descriptor).toMatchObject({ id: UNIT });
  });
});

describe('a request for an environment that the platform does not have', () => {
  it('returns 400 and names those that it has', async () => {
    const query = { ...AT.query, environment: 'moon' };
    for (const operation of ['startProvisioning', 'previewProvisioning'] as const) {
      const call = open.v2[operation]({ ...AT, query, body: request });
      await expect(call).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('development, production'),
        body: { inputErrorField: 'environment' },
      });
    }
  });
});
