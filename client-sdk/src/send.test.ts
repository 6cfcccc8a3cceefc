import { describe, expect, test } from 'vitest';
import { type Reply, serve, serveBy } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { systemClock } from './clock.ts';
import { AbortedError, ConnectionError, TimeoutError } from './errors.ts';
import type { ClientOptions, RequestEvent, ResponseEvent } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const path = { token: 't' };
const running: Reply = { status: 200, json: { status: 'RUNNING' } };
const hangUp: Reply = (_, request) => request.socket.destroy();
const hang: Reply = () => undefined;

async function adapterFor(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const server = await serve(...replies);
  const clock = createManualClock();
  return { server, clock, adapter: createTechAdapter({ baseUrl: server.origin, clock, ...options }) };
}

/** A port on which no server listens. */
async function deadOrigin(): Promise<string> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

describe('trying again', () => {
  test.each([408, 429, 502, 503, 504])('asks again after %i, with growing pauses', async (status) => {
    const { adapter, clock, server } = await adapterFor([{ status }, { status }, running]);
    await expect(adapter.getStatus({ path })).resolves.toEqual({ status: 'RUNNING' });
    expect(server.received).toHaveLength(3);
    expect(clock.slept).toEqual([150, 300]);
  });

  test('keeps the request id over all attempts', async () => {
    const { adapter, server } = await adapterFor([{ status: 503 }, running]);
    await adapter.getStatus({ path });
    expect(new Set(server.received.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
  });

  test('waits as long as Retry-After says, in seconds or as a date of the server', async () => {
    const now = Date.UTC(2030, 0);
    const date = new Date(now).toUTCString();
    const { adapter, clock } = await adapterFor([
      { status: 503, headers: { 'retry-after': '2' } },
      { status: 503, headers: { date, 'retry-after': new Date(now + 9_000).toUTCString() } },
      running,
    ]);
    await adapter.getStatus({ path });
    expect(clock.slept).toEqual([2_000, 9_000]);
  });

  test.each(['0', '-1', 'soon', new Date(0).toUTCString()])(
    'keeps its own pause when Retry-After asks for none: %s',
    async (wish) => {
      const { adapter, clock } = await adapterFor([
        { status: 503, headers: { 'retry-after': wish } },
        running,
      ]);
      await adapter.getStatus({ path });
      expect(clock.slept).toEqual([150]);
    },
  );

  test('answers with what it has when Retry-After leads past the end of the call', async () => {
    const { adapter, clock } = await adapterFor([{ status: 503, headers: { 'retry-after': '3600' } }]);
    await expect(adapter.getStatus({ path })).rejects.toMatchObject({ name: 'ApiError', status: 503 });
    expect(clock.slept).toEqual([]);
  });

  test('tells what went wrong where the runtime hides it behind a failed fetch', async () => {
    const options = { baseUrl: 'http://127.0.0.1:1', retries: 0, fetch };
    const { baseUrl } = options;
    const error = await failureOf(createTechAdapter(options).getStatus({ path }));
    expect(error).toMatchObject({ name: 'ConnectionError', code: undefined });
    expect(String(error)).toMatch(
      `getStatus got no complete answer from ${baseUrl}: Error: bad port (request `,
    );
  });

  test('asks again when the connection breaks, and reports the break when it stays', async () => {
    const { adapter, server } = await adapterFor([hangUp]);
    const error = await failureOf(adapter.getStatus({ path }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ mayHaveHappened: true });
    expect(server.received).toHaveLength(3);
  });

  test.each([500, 400, 404])('takes %i for an answer', async (status) => {
    const { adapter, server } = await adapterFor([{ status }]);
    await expect(adapter.getStatus({ path })).rejects.toMatchObject({ status });
    expect(server.received).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['broken connection', hangUp],
    ['503', { status: 503 }],
    ['429', { status: 429 }],
  ])('never repeats a POST that may have happened: %s', async (_, reply) => {
    const { adapter, server } = await adapterFor([reply]);
    await failureOf(adapter.provision({ body }));
    expect(server.received).toHaveLength(1);
  });

  test('repeats a POST that has never left', async () => {
    const baseUrl = await deadOrigin();
    const clock = createManualClock();
    const adapter = createTechAdapter({ baseUrl, clock });
    const error = await failureOf(adapter.provision({ body }));
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED', mayHaveHappened: false });
    expect(String(error)).toMatch(`provision got no complete answer from ${baseUrl}: ECONNREFUSED (request `);
    expect(clock.slept).toEqual([150, 300]);
  });

  test('repeats nothing when told so, for the client or for one call', async () => {
    const { adapter, server } = await adapterFor([{ status: 503 }], { retries: 0 });
    await failureOf(adapter.getStatus({ path }));
    expect(server.received).toHaveLength(1);
    await failureOf(adapter.getStatus({ path, retries: 1 }));
    expect(server.received).toHaveLength(3);
  });
});

describe('time', () => {
  test('repeats an attempt that took too long, and reports the time when all did', async () => {
    const { adapter, clock } = await adapterFor([hang], { attemptTimeout: 70 });
    const call = failureOf(adapter.getStatus({ path }));
    const drive = setInterval(() => clock.fire(70), 5);
    const error = await call;
    clearInterval(drive);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: 'ATTEMPT', timeout: 70 });
    expect(clock.slept).toHaveLength(2);
  });

  test('ends the whole call when its time is over, and does not try again', async () => {
    const { promise: arrival, resolve: arrived } = withResolvers<void>();
    const server = await serveBy(() => {
      arrived();
      return hang;
    });
    const clock = createManualClock();
    const adapter = createTechAdapter({ baseUrl: server.origin, clock, timeout: 5_000 });
    const call = failureOf(adapter.provision({ body }));
    await arrival;
    clock.fire(5_000);
    expect(await call).toMatchObject({
      name: 'TimeoutError',
      code: 'CALL',
      timeout: 5_000,
      mayHaveHappened: true,
    });
    expect(server.received).toHaveLength(1);
  });

  test('ends in time with the clock of the runtime too', async () => {
    const server = await serve(hang);
    const adapter = createTechAdapter({ baseUrl: server.origin, timeout: 30 });
    await expect(adapter.validate({ body })).rejects.toBeInstanceOf(TimeoutError);
  });

  test('ends in time even when fetch and the token provider ignore the signal', async () => {
    const deaf = () => new Promise<never>(() => undefined);
    const baseUrl = 'http://127.0.0.1:9';
    const slowFetch = createTechAdapter({ baseUrl, timeout: 20, fetch: deaf });
    await expect(slowFetch.validate({ body })).rejects.toMatchObject({ code: 'CALL', mayHaveHappened: true });
    const slowToken = createTechAdapter({ baseUrl, timeout: 20, token: deaf });
    await expect(slowToken.validate({ body })).rejects.toMatchObject({
      code: 'CALL',
      mayHaveHappened: false,
    });
  });
});

test('closes the connection of every attempt that is too slow', async () => {
  const open = new Set<number>();
  const { promise: allArrived, resolve: arrived } = withResolvers<void>();
  const server = await serveBy((_, count) => (_response, { socket }) => {
    open.add(count);
    socket.once('close', () => open.delete(count));
    if (count === 4) arrived();
  });
  const clock = createManualClock();
  const adapter = createTechAdapter({ baseUrl: server.origin, clock });
  const usual = failureOf(adapter.getStatus({ path }));
  const drive = setInterval(() => clock.fire(60_000), 5);
  expect(await usual).toMatchObject({ name: 'TimeoutError', code: 'ATTEMPT', timeout: 60_000 });
  clearInterval(drive);
  const next = failureOf(adapter.validate({ body }));
  await allArrived;
  clock.fire(60_000);
  expect(await next).toMatchObject({ name: 'TimeoutError', code: 'ATTEMPT', timeout: 60_000 });
  await expect.poll(() => [...open]).toEqual([]);
});

test('closes the connection when your timeout is over', async () => {
  const { promise: closed, resolve: close } = withResolvers<void>();
  const server = await serveBy(
    () =>
      (_, { socket }) =>
        socket.once('close', () => close()),
  );
  const adapter = createTechAdapter({ baseUrl: server.origin });
  await expect(adapter.validate({ body, timeout: 30 })).rejects.toMatchObject({ code: 'CALL' });
  await closed;
});

describe('aborting', () => {
  test('before: sends nothing', async () => {
    const { adapter, server } = await adapterFor([running]);
    const signal = AbortSignal.abort('changed my mind');
    const error = await failureOf(adapter.getStatus({ path, signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      cause: 'changed my mind',
      mayHaveHappened: false,
      operationId: 'getStatus',
    });
    expect(server.received).toEqual([]);
  });

  test('during: closes the connection and does not try again', async () => {
    const controller = new AbortController();
    const closed: Promise<void>[] = [];
    const server = await serveBy(() => (_, request) => {
      closed.push(new Promise((resolve) => request.socket.once('close', () => resolve())));
      controller.abort();
    });
    const adapter = createTechAdapter({ baseUrl: server.origin });
    const error = await failureOf(adapter.getStatus({ path, signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortedError', mayHaveHappened: true });
    await closed[0];
    expect(server.received).toHaveLength(1);
  });

  test('after: changes nothing', async () => {
    const { adapter } = await adapterFor([running]);
    const controller = new AbortController();
    const status = await adapter.getStatus({ path, signal: controller.signal });
    controller.abort();
    expect(status).toEqual({ status: 'RUNNING' });
  });

  test('warns of no leak when many calls share a signal', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on('warning', note);
    const controller = new AbortController();
    const { signal } = controller;
    const { adapter } = await adapterFor([hang]);
    const calls = Array.from({ length: 50 }, () => failureOf(adapter.getStatus({ path, signal })));
    const pauses = Array.from({ length: 50 }, () => systemClock.sleep(60_000, signal));
    await new Promise(setImmediate);
    controller.abort();
    expect(new Set((await Promise.all(calls)).map(String)).size).toBe(50);
    await Promise.all(pauses);
    // Nor does anything begin to wait for what is aborted already.
    await systemClock.sleep(60_000, signal);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('between two attempts: gives up at once', async () => {
    const { adapter, clock, server } = await adapterFor([{ status: 503 }]);
    const controller = new AbortController();
    clock.onSleep = () => controller.abort();
    const error = await failureOf(adapter.getStatus({ path, signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(server.received).toHaveLength(1);
  });
});

test('remembers an earlier attempt that may have happened', async () => {
  const { adapter, clock } = await adapterFor([{ status: 503 }]);
  const controller = new AbortController();
  clock.onSleep = () => controller.abort();
  const error = await failureOf(adapter.terminateProvisioning({ path, signal: controller.signal }));
  expect(error).toMatchObject({ name: 'AbortedError', mayHaveHappened: true });
});

test('sends nothing more after the timeout of the caller', async () => {
  const { promise: token, resolve: giveToken } = withResolvers<string>();
  let sent = 0;
  const adapter = createTechAdapter({
    baseUrl: 'http://host',
    timeout: 10,
    token: () => token,
    fetch: async () => {
      sent += 1;
      return new Response();
    },
  });
  await expect(adapter.validate({ body })).rejects.toMatchObject({ mayHaveHappened: false });
  giveToken('late');
  await new Promise(setImmediate);
  expect(sent).toBe(0);
});

describe('observing', () => {
  test('reports every attempt with its duration, and no secret', async () => {
    const told: (RequestEvent | ResponseEvent)[] = [];
    const note = (event: RequestEvent) => told.push(event);
    const { adapter, clock, server } = await adapterFor([{ status: 503 }, running], {
      token: 'hunter22',
      onRequest: note,
      onResponse: note,
    });
    await adapter.getStatus({ path, requestId: 'r' });
    const url = `${server.origin}/v1/provision/t/status`;
    const common = { operationId: 'getStatus', method: 'GET', url, requestId: 'r' };
    expect(told).toMatchObject([
      { ...common, attempt: 1 },
      { ...common, attempt: 1, status: 503, duration: 0, error: undefined },
      { ...common, attempt: 2 },
      { ...common, attempt: 2, status: 200 },
    ]);
    expect(JSON.stringify([told, clock.slept])).not.toContain('hunter22');
  });

  test('tells why an attempt failed', async () => {
    const errors: (string | undefined)[] = [];
    const onResponse = ({ error }: ResponseEvent) => errors.push(error?.name);
    const { adapter } = await adapterFor([hangUp], { retries: 0, onResponse });
    await failureOf(adapter.getStatus({ path }));
    expect(errors).toEqual(['ConnectionError']);
  });

  test('does not let an observer spoil a call, nor the process', async () => {
    const spoil = () => {
      throw new Error('tracing is down');
    };
    for (const observer of [spoil, async () => spoil()]) {
      const { adapter } = await adapterFor([running], { onRequest: observer, onResponse: observer });
      await expect(adapter.getStatus({ path })).resolves.toEqual({ status: 'RUNNING' });
    }
  });
});
