import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

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

const post = (path: string, text: string) =>
  app.inject({
    method: 'POST',
    url: `{{prefix}}${path}`,
    payload: { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: text },
  });

/** Polls a task until it has ended. */
async function endOf(token: string) {
  for (;;) {
    const answer = await app.inject(`{{prefix}}/v1/provision/${token}/status`);
    if (answer.json().status !== 'RUNNING') return answer;
    await setTimeout(20);
  }
}

test('a valid descriptor is accepted, and the problems of an invalid one are reported', async () => {
  assert.deepEqual((await post('/v1/validate', descriptor)).json(), { valid: true });
  assert.equal((await post('/v1/validate', 'not: [yaml')).json().valid, false);
});

test('provisioning runs as a task', async () => {
  const started = await post('/v1/provision', descriptor);
  assert.equal(started.statusCode, 202, started.body);
  const ended = await endOf(started.json());
  assert.equal(ended.json().status, 'COMPLETED', ended.body);
});
