import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { followRedirects } from './redirects.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { createUndiciTransport } from './undici.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const path = { token: 't' };

function transportOfTest() {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  return createUndiciTransport({ dispatcher });
}

test('sends what fetch would send, and reads what it would read', async () => {
  const server = await serve({ status: 200, json: { valid: true }, headers: { 'x-a': '1' } });
  const send = { body, requestId: 'r', headers: { 'X-Tenant': 'north' } };
  const responses: unknown[] = [];
  for (const options of [{}, { transport: transportOfTest() }]) {
    const adapter = createTechAdapter({ baseUrl: server.origin, token: 'abc', ...options });
    const response = await adapter.validate.withResponse(send);
    responses.push({ ...response, headers: response.headers.get('x-a') });
  }
  expect(responses[1]).toEqual(responses[0]);
  const [first, second] = server.received;
  expect(second).toMatchObject({ method: 'POST', url: first?.url, body: first?.body });
  for (const name of ['accept', 'authorization', 'content-type', 'x-request-id', 'x-tenant'])
    expect(second?.headers[name]).toBe(first?.headers[name]);
});

test('tries again, honours Retry-After, and follows redirects when asked to', async () => {
  const server = await serve(
    { status: 503, headers: { 'retry-after': '1' } },
    { status: 307, headers: { location: '/there?a=1#part' } },
    { status: 200, json: { status: 'RUNNING' } },
  );
  const transport = followRedirects(transportOfTest());
  const clock = createManualClock();
  const adapter = createTechAdapter({ baseUrl: server.origin, transport, clock });
  await expect(adapter.getStatus({ path })).resolves.toEqual({ status: 'RUNNING' });
  expect(clock.slept).toEqual([1_000]);
  expect(server.received.map(({ url }) => url)).toEqual([
    '/v1/provision/t/status',
    '/v1/provision/t/status',
    '/there?a=1',
  ]);
});

test('tells a connection that was never made from one that broke', async () => {
  const server = await serve((_, request) => request.socket.destroy());
  const options = { transport: transportOfTest(), retries: 0 };
  const broken = createTechAdapter({ baseUrl: server.origin, ...options }).validate({ body });
  await expect(broken).rejects.toMatchObject({ name: 'ConnectionError', mayHaveHappened: true });
  const refused = createTechAdapter({ baseUrl: 'http://127.0.0.1:1', ...options }).validate({ body });
  await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED', mayHaveHappened: false });
});

test('closes the connection when the time is up', async () => {
  const closed: Promise<void>[] = [];
  const server = await serve((_, request) => {
    closed.push(new Promise((resolve) => request.socket.once('close', () => resolve())));
  });
  const adapter = createTechAdapter({ baseUrl: server.origin, transport: transportOfTest(), timeout: 200 });
  await expect(adapter.validate({ body })).rejects.toMatchObject({ name: 'TimeoutError', code: 'CALL' });
  expect(closed).toHaveLength(1);
  await closed[0];
});
