import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

const resolve = (query: string) => app.inject(`{{prefix}}/v1/resolve?${query}`);

test('resources of an environment come in pages', async () => {
  const first = await resolve('environment=development&limit=4');
  assert.equal(first.json().content.length, 4, first.body);
  const last = await resolve('environment=development&offset=4&limit=4');
  assert.deepEqual(last.json().page, { offset: 4, limit: 4, count: 2 });
});

test('types and ids are looked for', async () => {
  const tables = await resolve('environment=production&resource-types=table');
  assert.equal(tables.json().content.length, 3, tables.body);
  assert.equal((await resolve('environment=production&id=nothing')).statusCode, 404);
});
