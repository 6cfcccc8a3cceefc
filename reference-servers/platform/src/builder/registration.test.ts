import { createBuilder } from '@tessera/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  AT,
  component,
  describeUnit,
  type OpenPlatform,
  openPlatform,
  targets,
} from '../../testing/open-platform.ts';

let open: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
});
afterAll(() => open.close());

it('a tech adapter that registers itself is listed, deploys its components, and replaces its earlier registration', async () => {
  const builder = createBuilder({ baseUrl: `${open.origin}/builder-base-path`, retries: 0 });
  const id = 'urn:dmb:itm:bucket:3';
  const registration = {
    id,
    name: 'Buckets',
    description: 'Creates buckets.',
    version: '3',
    url: open.servers,
    environment: 'development',
  };
  expect(await builder.registerTechAdapter({ body: registration })).toBe('OK');
  const path = { id, environment: 'development' };
  expect(await open.v2.getTechAdapterDeployment({ path })).toMatchObject({
    url: open.servers,
    enabled: true,
  });

  const url = `${open.servers}/tech-adapter`;
  expect(await builder.registerTechAdapter({ body: { ...registration, name: 'All buckets', url } })).toBe(
    'OK',
  );
  expect(await open.v2.getTechAdapter({ path: { id } })).toMatchObject({ name: 'All buckets', version: '3' });
  expect(await open.v2.getTechAdapterDeployment({ path })).toMatchObject({ url });

  const descriptor = describeUnit(component('bucket', [], { infrastructureTemplateId: id }));
  const plan = await open.v2.startProvisioning({
    ...AT,
    body: { descriptor, targetStatus: targets('DEPLOYED', 'bucket') },
  });
  expect(await plan.wait()).toMatchObject({ status: 'COMPLETED' });
});
