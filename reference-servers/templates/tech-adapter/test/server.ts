import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestPlatform } from '@tessera/reference-servers/kit';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

// Calls the adapter as the platform does, and polls its tasks to their end.
const platform = createTestPlatform(app);

const descriptor = `
componentIdToProvision: urn:dmb:cmp:sales:orders:1:orders-table
dataProduct:
  id: urn:dmb:dp:sales:orders:1
  name: Orders
  fullyQualifiedName: Orders
  domain: sales
  version: 1.0.0
  kind: dataproduct
  environment: development
  dataProductOwner: user:jane.doe_example.com
  components:
    - id: urn:dmb:cmp:sales:orders:1:orders-table
      name: Orders table
      fullyQualifiedName: Orders table
      version: 1.0.0
      kind: storage
      infrastructureTemplateId: urn:dmb:itm:table:0
      specific: {}
`;

test('a valid descriptor is accepted, and the problems of an invalid one are reported', async () => {
  assert.deepEqual(await platform.validate(descriptor), { valid: true });
  assert.equal((await platform.validate('not: [yaml')).valid, false);
});

test('a component is provisioned, gets access, and is removed', async () => {
  const provisioned = await platform.provision(descriptor);
  assert.equal(provisioned.status, 'COMPLETED', provisioned.result);
  const access = await platform.updateAcl(descriptor, ['user:jane.doe_example.com']);
  assert.equal(access.status, 'COMPLETED', access.result);
  const removed = await platform.unprovision(descriptor, { removeData: true });
  assert.equal(removed.status, 'COMPLETED', removed.result);
});

test('a product request changes no component', async () => {
  await platform.provision(descriptor);
  const [, product = ''] = descriptor.split('dataProduct:\n');
  const request = {
    descriptor: product.replaceAll(/^ {2}/gm, ''),
    descriptorKind: 'DATAPRODUCT_DESCRIPTOR',
  } as const;
  assert.equal((await platform.provision(request)).status, 'COMPLETED');
  assert.equal((await platform.unprovision(request)).status, 'COMPLETED');
  const removed = await platform.unprovision(descriptor);
  assert.match(JSON.stringify(removed.logs), /is removed/);
});

test('a component that is not valid any more is removed', async () => {
  const invalid = descriptor.replaceAll('version: 1.0.0', 'version: one');
  assert.equal((await platform.validate(invalid)).valid, false);
  assert.equal((await platform.unprovision(invalid)).status, 'COMPLETED');
});

test('a descriptor that cannot be read is rejected', async () => {
  await assert.rejects(platform.provision('not: [yaml'), { status: 400 });
});

test('reverse provisioning returns the changes', async () => {
  const request = { useCaseTemplateId: 'urn:dmb:utm:table:0', environment: 'development', catalogInfo: {} };
  const status = await platform.reverseProvision(request);
  assert.equal(status.status, 'COMPLETED');
  assert.deepEqual(status.updates, {});
});
