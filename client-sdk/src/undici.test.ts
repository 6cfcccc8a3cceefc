import { gzipSync } from 'node:zlib';
import { Agent, getGlobalDispatcher, interceptors, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { serve, serveBy } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { followRedirects } from './redirects.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { createUndiciTransport } from './undici.ts';

const body = {
  descriptorKind: 'COMPONENT_DESCRIPTOR',
  descriptor: 'dataProduct: {} # \u00fc \u4e2d',
} as const;
const path = { token: 't' };

function transportOfTest() {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  return createUndiciTransport({ dispatcher });
}

test('sends the same request as fetch, and reads the same response', async () => {
  const headers = { 'set-cookie': 'a=1', 'x-name': Buffer.from('Zo\u00eb \u4e2d').toString('latin1') };
  const server = await serve({ status: 200, json: { valid: true }, headers });
  const send = { body, requestId: 'r', headers: { 'X-Tenant': 'north' } };
  const baseUrl = `${server.origin}/a b/\u00fc`;
  const responses: unknown[] = [];
  for (const options of [{}, { transport: transportOfTest() }]) {
    const adapter = createTechAdapter({ baseUrl, token: 'abc', ...options });
    const response = await adapter.validate.withResponse(send);
    responses.push({ ...response, headers: [...response.headers].filter(([name]) => name !== 'date') });
  }
  expect(responses[1]).toEqual(responses[0]);
  const [first, second] = server.received;
  expect(second).toMatchObject({ method: 'POST', url: first?.url, body: first?.body });
  for (const name of ['accept', 'authorization', 'content-type', 'x-request-id', 'x-tenant'])
    expect(second?.headers[name]).toBe(first?.headers[name]);
});

test('requests no compression, and decodes none, unless the dispatcher and the headers say so', async () => {
  const server = await serveBy(({ headers }) => (response) => {
    const isCompressed = headers['accept-encoding'] === 'gzip';
    const json = Buffer.from('{"status":"RUNNING"}');
    response.writeHead(200, isCompressed ? { 'content-encoding': 'gzip' } : {});
    response.end(isCompressed ? gzipSync(json) : json);
  });
  const plain = createTechAdapter({ baseUrl: server.origin, transport: transportOfTest() });
  await expect(plain.getStatus({ path })).resolves.toEqual({ status: 'RUNNING' });
  const dispatcher = new Agent().compose(interceptors.decompress());
  onTestFinished(() => dispatcher.close());
  const transport = createUndiciTransport({ dispatcher });
  const headers = { 'accept-encoding': 'gzip' };
  const packed = createTechAdapter({ baseUrl: server.origin, transport, headers });
  await expect(packed.getStatus({ path })).resolves.toEqual({ status: 'RUNNING' });
  expect(server.received.map((one) => one.headers['accept-encoding'])).toEqual(['identity', 'gzip']);
});

test('sends through the global dispatcher of undici where none is given', async () => {
  const server = await serve({ status: 200, json: { status: 'RUNNING' } });
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
  const sent: string[] = [];
  const proxy = new Agent().compose((dispatch) => (options, handler) => {
    sent.push(`${options.origin}${options.path}`);
    return dispatch(options, handler);
  });
  onTestFinished(() => proxy.close());
  const adapter = createTechAdapter({ baseUrl: server.origin, transport: createUndiciTransport() });
  setGlobalDispatcher(proxy);
  await adapter.getStatus({ path });
  expect(sent).toEqual([`${server.origin}/v1/provision/t/status`]);
});

test('tries again, honors Retry-After, and follows redirects when asked to', async () => {
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
