import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

const descriptor = 'id: urn:dmb:dp:sales:orders:1\nname: Orders\nenvironment: development\n';
const post = (path: string, text: string) =>
  app.inject({ method: 'POST', url: `{{prefix}}${path}`, payload: { descriptor: text } });

test('a deployed data product is shown, and can be deleted more than once', async () => {
  const shown = await post('/v1/insert-provisioning-results', descriptor);
  assert.equal(shown.json().info.privateInfo.marketplaceInfo.value, 'Orders', shown.body);
  assert.equal((await post('/v1/delete', descriptor)).statusCode, 200);
  assert.equal((await post('/v1/delete', descriptor)).statusCode, 200);
});

test('a descriptor that cannot be read is refused', async () => {
  assert.equal((await post('/v1/insert-provisioning-results', 'not: [yaml')).statusCode, 400);
});

test('access is answered without a body', async () => {
  const payload = { requestId: 'r-1', outputPortId: 7, refs: ['user:jane.doe_example.com'] };
  const answer = await app.inject({ method: 'PATCH', url: '{{prefix}}/v1/update-acl', payload });
  assert.deepEqual([answer.statusCode, answer.body], [204, '']);
});
