import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { fetch as undiciFetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { serve } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { ClientOptions } from './options.ts';
import { rawOf } from './raw.ts';
import { createTechAdapter } from './tech-adapter.ts';
import { createUndiciTransport } from './undici.ts';

const path = { token: 't' };
const TEXT = '{"status":"RUNNING","result":"\u00fc\u4e2d"}';
const BYTES = Buffer.byteLength(TEXT);

type Options = Partial<ClientOptions>;
const WAYS: [string, Options][] = [
  ['fetch', {}],
  ['a fetch without streams', { fetch: async (...args) => withoutStream(await fetch(...args)) }],
  ['the fetch of undici', { fetch: undiciFetch }],
  ['the transport for undici', { transport: createUndiciTransport() }],
];

function withoutStream(response: Response) {
  return { status: response.status, headers: response.headers, text: () => response.text() };
}

/** Sends blanks as fast as they are read, until the connection is closed. */
function sendWithoutEnd(response: ServerResponse, status: number): Promise<void> {
  const chunk = Buffer.alloc(65_536, ' ');
  const write = () => response.write(chunk, (error) => error || setImmediate(write));
  response.writeHead(status, { 'content-type': 'application/json' });
  write();
  return new Promise((closed) => response.once('close', closed));
}

describe.each(WAYS)('a response by %s', (_, options) => {
  test('is read up to the limit, which counts bytes', async () => {
    const server = await serve({ status: 200, text: TEXT });
    const adapter = createTechAdapter({ baseUrl: server.origin, validate: false, ...options });
    const status = await adapter.getStatus({ path, maxResponseBytes: BYTES });
    expect(status).toEqual(JSON.parse(TEXT));
  });

  test('is an error beyond the limit, and is not asked for again', async () => {
    const server = await serve({ status: 200, text: TEXT + ' '.repeat(BYTES) });
    const clock = createManualClock();
    const adapter = createTechAdapter({
      ...{ baseUrl: server.origin, clock, validate: false, maxResponseBytes: BYTES },
      ...options,
    });
    await expect(adapter.getStatus({ path, requestId: 'r' })).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'TOO_LARGE',
      message: `getStatus got no complete answer from ${server.origin}: RangeError: over ${BYTES} bytes, see maxResponseBytes (request r)`,
    });
    expect(server.received).toHaveLength(1);
    await expect(adapter.provision.resume('t').wait({ timeout: 1_000 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(clock.slept).toEqual([]);
  });
});

const STREAMING: [string, Options, boolean][] = [
  ['fetch', {}, false],
  ['fetch with middleware', {}, true],
  ['the transport for undici', { transport: createUndiciTransport() }, false],
];

describe.each(STREAMING)('an endless response by %s', (_, options, hasMiddleware) => {
  test.each([200, 500])('is given up soon, and its connection is closed: %i', async (status) => {
    const closed: Promise<void>[] = [];
    const server = await serve((response) => closed.push(sendWithoutEnd(response, status)));
    const adapter = createTechAdapter({ baseUrl: server.origin, maxResponseBytes: 1_000_000, ...options });
    if (hasMiddleware) rawOf(adapter).use({ onRequest: () => undefined });
    await expect(adapter.getStatus({ path })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(closed).toHaveLength(1);
    await closed[0];
  });
});

test('what a compressed response unpacks to counts, too', async () => {
  const bytes = gzipSync(Buffer.alloc(2_000_000, ' '));
  const server = await serve((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bytes.length }).end(bytes),
  );
  const adapter = createTechAdapter({ baseUrl: server.origin, maxResponseBytes: 1_000_000 });
  await expect(adapter.getStatus({ path })).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

test('a limit is set without being asked for', async () => {
  const server = await serve({ status: 200, text: ' '.repeat(2 ** 25 + 1) });
  const adapter = createTechAdapter({ baseUrl: server.origin });
  await expect(adapter.getStatus({ path })).rejects.toThrow(/over 33554432 bytes/);
});
