import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createServer } from '../src/server.ts';

const app = createServer();
after(() => app.close());

const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `{{prefix}}${path}`, payload });

test('values fit what was typed', async () => {
  const answer = await post('/v1/resources?offset=0&limit=5&filter=lin', {});
  assert.deepEqual(
    answer.json().map(({ value }: { value: string }) => value),
    ['Berlin', 'Dublin'],
  );
});

test('a page has at least five values', async () => {
  assert.equal((await post('/v1/resources?offset=0&limit=4', {})).statusCode, 400);
  assert.equal((await post('/v1/resources?offset=5&limit=5', {})).json().length, 5);
});

test('a choice that is no longer offered is reported', async () => {
  assert.equal(
    (await post('/v1/resources/validate', { selectedObjects: [{ id: 'city-1' }] })).statusCode,
    200,
  );
  const gone = await post('/v1/resources/validate', { selectedObjects: [{ id: 'atlantis' }] });
  assert.equal(gone.statusCode, 400);
  assert.match(gone.body, /atlantis/);
});
