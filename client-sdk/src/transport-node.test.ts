import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { followRedirects } from './redirects.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { createUndiciTransport } from './undici.ts';

const body = {
  descriptorKind: 'COMPONENT_DESCRIPTOR',
  descriptor: 'dataProduct: {} # \u00fc \u4e2d',
} as const;
const path = { token: 't' };
const running = { status: 'RUNNING' };

test('sends what fetch would send, and reads what it would read', async () => {
  const headers = { 'set-cookie': 'a=1', 'x-name': Buffer.from('Zo\u00eb \u4e2d').toString('latin1') };
  const server = await serve({ status: 200, json: { valid: true }, headers });
  const send = { body, requestId: 'r', headers: { 'X-Tenant': 'north' } };
  const baseUrl = `${server.origin}/a b/\u00fc`;
  const transports = [{ fetch }, {}, { transport: createUndiciTransport() }];
  const answers: unknown[] = [];
  for (const options of transports) {
    const adapter = createTechAdapter({ baseUrl, token: 'abc', ...options });
    const answer = await adapter.validate.withResponse(send);
    answers.push({ ...answer, headers: [...answer.headers].filter(([name]) => name !== 'date') });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  // What only a browser's server goes by.
  const ofBrowsers = { 'accept-language': undefined, 'sec-fetch-mode': undefined };
  const [byFetch, ...others] = server.received.map((one) => ({
    ...one,
    headers: { ...one.headers, 'accept-encoding': codingsIn(one.headers['accept-encoding']), ...ofBrowsers },
  }));
  expect(others).toEqual([byFetch, byFetch]);
});

/** `fetch` names brotli to https alone. */
function codingsIn(header: string | string[] | undefined) {
  return `${header}`.split(', ').filter((coding) => coding !== 'br');
}

const JSON_TEXT = JSON.stringify(running);

test.each<[string, Buffer]>([
  ['gzip', gzipSync(JSON_TEXT)],
  ['X-GZIP', gzipSync(JSON_TEXT)],
  ['br', brotliCompressSync(JSON_TEXT)],
  ['deflate', deflateSync(JSON_TEXT)],
  ['deflate', deflateRawSync(JSON_TEXT)],
  ['deflate, gzip', gzipSync(deflateSync(JSON_TEXT))],
  ['identity', Buffer.from(JSON_TEXT)],
])('undoes what a server says it has done: %s', async (coding, bytes) => {
  const server = await serve((response) => {
    response.writeHead(200, { 'content-encoding': coding });
    response.write(bytes.subarray(0, 5), () => setTimeout(() => response.end(bytes.subarray(5)), 10));
  });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  await expect(adapter.getStatus({ path })).resolves.toEqual(running);
});

test('tells of an answer that is not what its coding makes', async () => {
  const headers = { 'content-encoding': 'gzip' };
  const server = await serve({ status: 200, json: running, headers });
  const adapter = createTechAdapter({ baseUrl: server.origin, retries: 0 });
  await expect(adapter.getStatus({ path })).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('Z_DATA_ERROR'),
  });
});

test('takes an answer without a body for one, whatever its coding', async () => {
  const server = await serve({ status: 204, headers: { 'content-encoding': 'gzip' } });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  const { status } = await adapter.terminateProvisioning.withResponse({ path });
  expect(status).toBe(204);
});

test('sends through the dispatcher that was set for fetch, redirects too', async () => {
  const server = await serve(
    { status: 307, headers: { location: '/there' } },
    { status: 200, json: running },
  );
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
  const sent: string[] = [];
  const proxy = new Agent().compose((dispatch) => (options, handler) => {
    sent.push(`${options.origin}${options.path}`);
    return dispatch(options, handler);
  });
  setGlobalDispatcher(proxy);
  const adapter = createTechAdapter({ baseUrl: server.origin, transport: followRedirects() });
  await expect(adapter.getStatus({ path })).resolves.toEqual(running);
  expect(sent).toEqual([`${server.origin}/v1/provision/t/status`, `${server.origin}/there`]);
});

test('keeps connections for the next calls', async () => {
  const ports = new Set<unknown>();
  const server = await serve((response, { socket }) => {
    ports.add(socket.remotePort);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON_TEXT);
  });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  for (let index = 0; index < 5; index += 1) await adapter.getStatus({ path });
  // A call that follows at once finds the last connection still closing its exchange, with fetch too.
  expect(ports.size).toBeLessThan(3);
});
