import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlatform } from 'node:http';
import { after, test } from 'node:test';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

const ask = (respondToUrl: string, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '{{prefix}}/approval-requests',
    headers,
    payload: { respondToUrl, fields: { purpose: 'reporting' } },
  });

const ID = { 'x-request-id': '3f8a1c52-7d09-4f6e-9b5a-0c2d1e4f6a78' };

test('a request is taken over, and its decision is sent', async () => {
  const platform = createPlatform().listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const address = platform.address();
  assert.ok(typeof address === 'object' && address !== null);
  const asked = await ask(`http://127.0.0.1:${address.port}/decision`, ID);
  assert.equal(asked.statusCode, 202, asked.body);
  const [request, response] = await once(platform, 'request');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  assert.equal(JSON.parse(Buffer.concat(chunks).toString()).status, 'OK');
  response.end();
  platform.close();
});

test('nothing is sent to other hosts, and every request has an id', async () => {
  assert.equal((await ask('http://169.254.169.254/', ID)).statusCode, 400);
  assert.equal((await ask('http://localhost/decision', {})).statusCode, 400);
});
