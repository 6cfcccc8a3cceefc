import { expect, test } from 'vitest';
import { type Reply, serve } from '../testing/loopback.ts';
import { followRedirects } from './redirects.ts';
import { createTechAdapter } from './tech-adapter.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const path = { token: 't' };
const secrets = { token: 'hunter22', headers: { 'x-api-key': 'hunter33' } };
const transport = followRedirects();
const running: Reply = { status: 200, json: { status: 'RUNNING' } };

function to(location: string, status = 307): Reply {
  return { status, headers: { location } };
}

test('follows no redirect unless asked to, and tells where it leads', async () => {
  const other = await serve(running);
  const home = await serve(to(`${other.origin.replace('//', '//user:hunter55@')}/v1/x?api_key=hunter44`));
  const call = createTechAdapter({ baseUrl: home.origin, ...secrets }).getStatus({ path });
  await expect(call).rejects.toThrow(`getStatus answered 307: moved to ${other.origin}/v1/x, check baseUrl`);
  await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 307 });
  expect([other.received, home.received.length]).toEqual([[], 1]);
});

test('follows a redirect within the origin with its method, body and credentials', async () => {
  const server = await serve(to('/v1/validate/?again=1'), { status: 200, json: { valid: true } });
  const adapter = createTechAdapter({ baseUrl: server.origin, transport, ...secrets });
  await expect(adapter.validate({ body })).resolves.toEqual({ valid: true });
  const [first, second] = server.received;
  expect(second).toMatchObject({ method: 'POST', url: '/v1/validate/?again=1', body: first?.body });
  expect(second?.headers).toMatchObject({ authorization: 'Bearer hunter22', 'x-api-key': 'hunter33' });
});

test('forwards no credentials to another origin, nor back again', async () => {
  const other = await serve((response, request) => {
    response.writeHead(307, { location: `${request.headers['x-request-id']}` }).end();
  });
  const home = await serve(to(`${other.origin}/hop`), running);
  const adapter = createTechAdapter({
    baseUrl: home.origin,
    transport,
    ...secrets,
    newRequestId: () => `${home.origin}/end`,
  });
  await adapter.getStatus({ path });
  const visits = [...other.received, ...home.received.slice(1)];
  expect(visits.map(({ url }) => url)).toEqual(['/hop', '/end']);
  for (const { headers } of visits)
    expect(JSON.stringify(headers)).not.toMatch(/hunter|x-api-key|authorization/i);
});

test.each([301, 302])(
  'does not turn a POST into a GET for a %i, and tells where it leads',
  async (status) => {
    const server = await serve(to('https://example.org/new/v1/provision?api_key=hunter44', status));
    const adapter = createTechAdapter({ baseUrl: server.origin, transport });
    const call = adapter.provision({ body });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status });
    await expect(call).rejects.toThrow(/moved to https:\/\/example\.org\/new\/v1\/provision, check baseUrl/);
    await expect(call).rejects.not.toThrow(/hunter44/);
  },
);

test('sends no body to another origin, and tells where to send it', async () => {
  const other = await serve({ status: 200, json: { valid: true } });
  const home = await serve(to(`${other.origin}/v1/validate`));
  const call = createTechAdapter({ baseUrl: home.origin, transport }).validate({ body });
  await expect(call).rejects.toThrow(`moved to ${other.origin}/v1/validate, check baseUrl`);
  expect(other.received).toEqual([]);
});

test('reads the result that a 303 points to', async () => {
  const server = await serve(to('/result', 303), { status: 200, json: { valid: true } });
  const adapter = createTechAdapter({ baseUrl: server.origin, transport });
  await adapter.validate({ body });
  expect(server.received[1]).toMatchObject({ method: 'GET', url: '/result', body: '' });
  expect(server.received[1]?.headers).not.toHaveProperty('content-type');
});

test('follows no redirect to an address with a password, and does not tell it', async () => {
  const other = await serve(running);
  const home = await serve(to(other.origin.replace('//', '//user:hunter55@')));
  const call = createTechAdapter({ baseUrl: home.origin, transport }).getStatus({ path });
  await expect(call).rejects.toThrow(`getStatus answered 307: moved to ${other.origin}, check baseUrl`);
  expect(other.received).toEqual([]);
});

test('gives up after five redirects', async () => {
  const server = await serve(to('/round'));
  const adapter = createTechAdapter({ baseUrl: server.origin, transport });
  await expect(adapter.getStatus({ path })).rejects.toThrow(/getStatus answered 307: moved to \/round/);
  expect(server.received).toHaveLength(6);
});

test('takes an answer without a place to go for what it is', async () => {
  for (const status of [300, 304]) {
    const server = await serve({ status });
    const call = createTechAdapter({ baseUrl: server.origin }).getStatus({ path, requestId: 'r' });
    await expect(call).rejects.toThrow(`getStatus answered ${status}: no reason (request r)`);
  }
});

test('tells when the browser hides where a redirect leads', async () => {
  const opaque = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  });
  const adapter = createTechAdapter({ baseUrl: 'http://127.0.0.1', fetch: async () => opaque });
  await expect(adapter.getStatus({ path })).rejects.toThrow(/moved to a hidden place, check baseUrl/);
});
