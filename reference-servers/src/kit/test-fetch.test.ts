import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createTestFetch } from './test-fetch.ts';

function fetchFrom(): typeof fetch {
  const app = fastify();
  onTestFinished(() => app.close());
  app.put('/echo', (request, reply) =>
    reply
      .code(201)
      .header('set-cookie', ['a=1', 'b=2'])
      .send({ query: request.query, headers: request.headers, body: request.body }),
  );
  app.get('/nothing', (_request, reply) => reply.code(204).send());
  return createTestFetch(app);
}

it('a test fetch sends the method, the query, the headers and the body, and returns the response', async () => {
  const answer = await fetchFrom()('http://any.example/echo?a=1&a=2', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-request-id': 'one' },
    body: JSON.stringify({ name: 'Zoë' }),
  });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([201, ['a=1', 'b=2']]);
  expect(await answer.json()).toMatchObject({
    query: { a: ['1', '2'] },
    headers: { 'x-request-id': 'one' },
    body: { name: 'Zoë' },
  });
});

it('a test fetch returns responses without a body', async () => {
  const answer = await fetchFrom()(new Request('http://any.example/nothing'));
  expect([answer.status, answer.body]).toEqual([204, null]);
});

it('a test fetch rejects when it is aborted, and a method that no contract has', async () => {
  const signal = AbortSignal.abort(new Error('stopped by the test'));
  await expect(fetchFrom()('http://any.example/nothing', { signal })).rejects.toThrow('stopped by the test');
  await expect(fetchFrom()('http://any.example/nothing', { method: 'OPTIONS' })).rejects.toThrow(
    /no operation with OPTIONS/,
  );
});
