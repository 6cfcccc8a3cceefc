import type { paths } from '@tessera/contracts/wire/tech-adapter';
import type { Middleware } from 'openapi-fetch';
import { fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { serve, serveBy } from '../testing/loopback.ts';
import { createCustomUrlPicker } from './custom-url-picker.ts';
import { createPerimeterResolver } from './perimeter-resolver.ts';
import { rawOf } from './raw.ts';
import { createRemoteRequestHook } from './remote-request-hook.ts';
import { createTechAdapter } from './tech-adapter.ts';
import type { FetchLike } from './transport.ts';

const page = { status: 200, json: { content: [], page: { offset: 0, limit: 5, count: 0 } } };

test('writes a list in a query as its contract says, and leaves out what is undefined', async () => {
  const server = await serve(page);
  const resolver = createPerimeterResolver({ baseUrl: server.origin });
  await resolver.resolveResources({ query: { environment: 'a b&c', 'resource-types': ['x', 'y,z'] } });
  await resolver.resolveResources({ query: { environment: 'a', 'resource-types': [] } });
  await resolver.resolveResources({ query: Object({ environment: 'a', limit: undefined, offset: null }) });
  expect(server.received.map(({ url }) => url)).toEqual([
    '/v1/resolve?environment=a%20b%26c&resource-types=x,y%2Cz',
    '/v1/resolve?environment=a',
    '/v1/resolve?environment=a',
  ]);
});

test('sends no body where none is given', async () => {
  const server = await serve({ status: 200, json: [] });
  const picker = createCustomUrlPicker({ baseUrl: server.origin });
  await picker.retrieveValues({ query: { offset: 0, limit: 5 } });
  expect(server.received[0]).toMatchObject({ body: '', url: '/v1/resources?offset=0&limit=5' });
  expect(server.received[0]?.headers).not.toHaveProperty('content-type');
});

test('sends a new request id where the contract wants one, and the given one otherwise', async () => {
  const accepted = { status: 202, json: { hookInfo: {} } };
  const server = await serve(accepted);
  const hook = createRemoteRequestHook({ baseUrl: server.origin });
  const body = { respondToUrl: 'http://x', fields: {} };
  await hook.requestApproval({ body });
  const { requestId } = await hook.requestApproval.withResponse({
    body,
    headers: { 'X-Request-ID': 'mine' },
  });
  const sent = server.received.map(({ headers }) => headers['x-request-id']);
  expect(sent).toEqual([expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/), 'mine']);
  expect(requestId).toBe('mine');
});

test('calls the fetch that is given with an address and its options', async () => {
  const calls: unknown[][] = [];
  const adapter = createTechAdapter({
    baseUrl: 'http://host/prefix',
    fetch: async (...args) => {
      calls.push(args);
      return Response.json({ status: 'RUNNING' });
    },
  });
  await adapter.getStatus({ path: { token: 't' } });
  expect(calls).toMatchObject([
    ['http://host/prefix/v1/provision/t/status', { method: 'GET', redirect: 'manual' }],
  ]);
});

test.each<[string, FetchLike]>([
  ['of undici', undiciFetch],
  [
    'that answers with little',
    async (url, init) => ({
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify({ status: `${init.method} ${new URL(url).pathname}` }),
    }),
  ],
])('calls a fetch %s, also for requests of openapi-fetch and where middleware looks on', async (_, fetch) => {
  const server = await serveBy(({ method, url }) => ({ status: 200, json: { status: `${method} ${url}` } }));
  const adapter = createTechAdapter({ baseUrl: server.origin, fetch, validate: false });
  const raw = rawOf<paths>(adapter);
  const want = { status: 'GET /v1/provision/t/status' };
  await expect(adapter.getStatus({ path: { token: 't' } })).resolves.toEqual(want);
  const { data } = await raw.GET('/v1/provision/{token}/status', { params: { path: { token: 't' } } });
  expect(data).toEqual(want);
  raw.use({ onRequest: () => undefined });
  await expect(adapter.getStatus({ path: { token: 't' } })).resolves.toEqual(want);
  const { status } = await adapter.terminateProvisioning.withResponse({ path: { token: 't' } });
  expect(status).toBe(200);
});

test('calls the fetch of the runtime as it is at the time of the call', async () => {
  const adapter = createTechAdapter({ baseUrl: 'http://host' });
  const original = globalThis.fetch;
  globalThis.fetch = async () => Response.json({ status: 'COMPLETED' });
  const status = await adapter.getStatus({ path: { token: 't' } }).finally(() => {
    globalThis.fetch = original;
  });
  expect(status).toEqual({ status: 'COMPLETED' });
});

test('calls the fetch of the runtime whatever its source text says', async () => {
  const urls: string[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = async (url, options) => {
    // The built-in one reads: require('internal/deps/undici/undici')
    urls.push(`${url}`);
    return original(url, options);
  };
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  const server = await serve({ status: 200, json: { status: 'RUNNING' } });
  await createTechAdapter({ baseUrl: server.origin }).getStatus({ path: { token: 't' } });
  expect(urls).toEqual([`${server.origin}/v1/provision/t/status`]);
});

test('lets middleware answer in place of the server', async () => {
  const adapter = createTechAdapter({ baseUrl: 'http://host.invalid' });
  const raw = rawOf<paths>(adapter);
  const seen: string[] = [];
  const middleware: Middleware = {
    onRequest({ request, schemaPath }) {
      seen.push(schemaPath, request.url);
      return Response.json({ status: 'RUNNING' });
    },
  };
  raw.use(middleware);
  await expect(adapter.getStatus({ path: { token: 't' } })).resolves.toEqual({ status: 'RUNNING' });
  expect(seen).toEqual(['/v1/provision/{token}/status', 'http://host.invalid/v1/provision/t/status']);
  raw.eject(middleware);
  await expect(adapter.getStatus({ path: { token: 't' }, retries: 0 })).rejects.toThrow(/no complete answer/);
});

test('accepts one response object of a custom transport for many calls', async () => {
  const answer = Object.freeze({
    status: 200,
    headers: new Headers({ 'x-a': '1' }),
    text: '{"status":"RUNNING"}',
  });
  const adapter = createTechAdapter({ baseUrl: 'http://127.0.0.1:9', transport: async () => answer });
  const [one, two] = await Promise.all(
    ['one', 'two'].map((requestId) => adapter.getStatus.withResponse({ path: { token: 't' }, requestId })),
  );
  expect([one?.requestId, two?.requestId, two?.headers.get('x-a')]).toEqual(['one', 'two', '1']);
});
