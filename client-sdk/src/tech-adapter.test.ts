import type { paths } from '@tessera/contracts/wire/tech-adapter';
import { expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { rawOf } from './raw.ts';
import { createTechAdapter } from './tech-adapter.ts';

const descriptor = 'dataProduct: {}';
const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor } as const;

test('sends an operation as the contract writes it and answers with the body', async () => {
  const server = await serve({ status: 200, json: { valid: true } });
  const adapter = createTechAdapter({ baseUrl: `${server.origin}/tech-adapter/` });

  await expect(adapter.validate({ body })).resolves.toEqual({ valid: true });
  expect(server.received).toMatchObject([
    { method: 'POST', url: '/tech-adapter/v1/validate', headers: { 'content-type': 'application/json' } },
  ]);
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(body);
});

test('puts path parameters into the path, encoded', async () => {
  const server = await serve({ status: 200, json: { status: 'RUNNING' } });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  await adapter.getStatus({ path: { token: 'a/b c?d' } });
  expect(server.received[0]?.url).toBe('/v1/provision/a%2Fb%20c%3Fd/status');
});

test.each(['', '.', '..'])('refuses the token %j, which would lead to another operation', async (token) => {
  const server = await serve({ status: 200, json: {} });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  await expect(adapter.getStatus({ path: { token } })).rejects.toThrow(TypeError);
  expect(server.received).toEqual([]);
});

test('can answer with status and headers as well', async () => {
  const server = await serve({ status: 202, headers: { 'x-contract-version': '2.6' } });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  const response = await adapter.terminateProvisioning.withResponse({ path: { token: 't' } });
  expect(response).toMatchObject({ status: 202, body: undefined });
  expect(response.headers.get('x-contract-version')).toBe('2.6');
  expect(response.requestId).toBe(server.received[0]?.headers['x-request-id']);
});

test.each([
  'localhost:4400',
  '/tech-adapter',
  'ftp://localhost',
  'http://user:hunter22@localhost',
  'http://localhost?api_key=hunter22',
])('refuses the base address %s without repeating it', (baseUrl) => {
  expect(() => createTechAdapter({ baseUrl })).toThrow(TypeError);
  expect(() => createTechAdapter({ baseUrl })).toThrow(/^(?!.*hunter22)/);
});

test('keeps the openapi-fetch client and its middleware within reach', async () => {
  const server = await serve({ status: 200, json: { valid: true } });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  const raw = rawOf<paths>(adapter);
  raw.use({
    onRequest({ request }) {
      request.headers.set('x-added', 'yes');
      return request;
    },
  });
  await adapter.validate({ body });
  const { data } = await raw.POST('/v1/validate', { body });
  expect(data).toEqual({ valid: true });
  expect(server.received.map(({ headers }) => headers['x-added'])).toEqual(['yes', 'yes']);
  expect(server.received.map(({ body: sent }) => JSON.parse(sent))).toEqual([body, body]);
});
