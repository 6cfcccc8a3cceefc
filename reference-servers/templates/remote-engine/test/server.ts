import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

const evaluate = (content: string, resourceType = 'outputport') =>
  app.inject({
    method: 'POST',
    url: '{{prefix}}/v1/evaluate',
    payload: { content, resourceType, resourceId: 'orders' },
  });

test('a resource complies, or the reasons are reported', async () => {
  const good = await evaluate('id: orders\nname: Orders\ndescription: All orders\n');
  assert.equal(good.json().satisfiesPolicy, true, good.body);
  const bad = await evaluate('id: orders\nname: Orders\n');
  assert.deepEqual([bad.json().satisfiesPolicy, bad.json().errors], [false, ['orders has no description']]);
});

test('a resource that cannot be evaluated is an error', async () => {
  assert.equal((await evaluate('not: [yaml')).statusCode, 400);
  assert.equal((await evaluate('id: orders', 'teapot')).statusCode, 400);
});
