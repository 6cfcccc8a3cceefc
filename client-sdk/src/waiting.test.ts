import { describe, expect, test } from 'vitest';
import { type Reply, serve } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { AbortedError, OperationFailedError, TimeoutError } from './errors.ts';
import type { ClientOptions } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const started: Reply = { status: 202, json: 'token-1' };
const running: Reply = { status: 200, json: { status: 'RUNNING' } };
const completed: Reply = { status: 200, json: { status: 'COMPLETED', logs: [] } };

async function adapterFor(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const server = await serve(...replies);
  const clock = createManualClock();
  const adapter = createTechAdapter({ baseUrl: server.origin, clock, validate: false, ...options });
  return { adapter, clock, server };
}

describe('waiting', () => {
  test('polls at once, then ever more slowly, until a terminal state', async () => {
    const { adapter, clock, server } = await adapterFor([started, running, running, running, completed]);
    const task = await adapter.provision({ body });
    await task.wait();
    expect(server.received.slice(1).map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
    // Three quarters of 500, 750 and 1125: the chance of the test clock is always a half.
    expect(clock.slept).toEqual([375, 562.5, 843.75]);
  });

  test('never pauses longer than it may', async () => {
    const poll = { initial: 100, factor: 10, longest: 200 };
    const { adapter, clock } = await adapterFor([started, running, running, running, completed], { poll });
    await (await adapter.provision({ body })).wait();
    expect(clock.slept).toEqual([75, 150, 150]);
  });

  test('keeps its pace where a part of it is undefined, and where Retry-After asks for no pause', async () => {
    const poll = { initial: undefined, longest: undefined, factor: undefined };
    const hasty: Reply = { status: 200, json: { status: 'RUNNING' }, headers: { 'retry-after': '0' } };
    const { adapter, clock } = await adapterFor([started, hasty, running, completed], { poll });
    await (await adapter.provision({ body })).wait();
    expect(clock.slept).toEqual([375, 562.5]);
  });

  test('honors Retry-After of the start and of a poll', async () => {
    const { adapter, clock } = await adapterFor([
      { status: 202, json: 't', headers: { 'retry-after': '7' } },
      { status: 200, json: { status: 'RUNNING' }, headers: { 'retry-after': '3' } },
      completed,
    ]);
    await (await adapter.provision({ body })).wait();
    expect(clock.slept).toEqual([7_000, 3_000]);
  });

  test('keeps a state that the contract does not know yet and goes on', async () => {
    const { adapter } = await adapterFor([started, { status: 200, json: { status: 'PAUSED' } }, completed]);
    const seen: string[] = [];
    const task = await adapter.provision({ body });
    await task.wait({ onProgress: ({ status }) => seen.push(status) });
    expect(seen).toEqual(['PAUSED', 'COMPLETED']);
  });

  test('rejects with the last status and its logs when the task failed', async () => {
    const logs = [
      { timestamp: '2026-01-01T00:00:00Z', level: 'INFO', message: 'starting' },
      { timestamp: '2026-01-01T00:00:01Z', level: 'ERROR', message: 'bucket exists' },
      { timestamp: '2026-01-01T00:00:02Z', level: 'INFO', message: 'cleaned up' },
    ];
    const { adapter, server } = await adapterFor([
      started,
      { status: 200, json: { status: 'FAILED', logs } },
    ]);
    const task = await adapter.provision({ body });
    const error = await task.wait().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperationFailedError);
    expect(error).toMatchObject({
      state: 'FAILED',
      token: 'token-1',
      logs,
      lastStatus: { status: 'FAILED' },
    });
    expect(String(error)).toMatch(/provision ended as FAILED: bucket exists \(request .+\)/);
    expect(error).toMatchObject({ requestId: server.received[1]?.headers['x-request-id'] });
    expect(JSON.parse(JSON.stringify(error))).not.toHaveProperty('lastStatus');
  });

  test('keeps the log of a failed task when something else is nested too deeply to be told', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const logs = '[{"level":"ERROR","message":"bucket exists, secret=abcdef"}]';
    const text = `{"status":"FAILED","logs":${logs},"info":{"privateInfo":${deep}}}`;
    const { adapter } = await adapterFor([started, { status: 200, text }]);
    const task = await adapter.provision({ body });
    const error = await task.wait().catch((thrown: unknown) => thrown);
    const told = [{ level: 'ERROR', message: 'bucket exists, [redacted]' }];
    expect(error).toMatchObject({ name: 'OperationFailedError', state: 'FAILED', logs: told });
    expect(error).toHaveProperty('lastStatus', { status: 'FAILED', logs: told });
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('provision ended as FAILED: bucket exists'),
    );
  });

  test('takes a validation that found problems for a good end', async () => {
    const info = { publicInfo: { valid: false, error: { errors: ['no name'] } } };
    const { adapter } = await adapterFor([started, { status: 200, json: { status: 'COMPLETED', info } }]);
    const status = await (await adapter.asyncValidate({ body })).wait();
    expect(status.info?.publicInfo.valid).toBe(false);
  });

  test('gives up after its time, says so, and can be waited for again', async () => {
    const { adapter, clock } = await adapterFor([started, running, running, running, completed]);
    const task = await adapter.provision({ body });
    const error = await task.wait({ timeout: 600 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: 'WAIT', timeout: 600, operationId: 'provision' });
    expect(clock.slept).toEqual([375, 225]);
    await expect(task.wait()).resolves.toMatchObject({ status: 'COMPLETED' });
  });

  test('looks once more after the clock has jumped past the end', async () => {
    const { adapter, clock } = await adapterFor([started, running, completed]);
    clock.onSleep = () => clock.jump(3_600_000);
    const task = await adapter.provision({ body });
    await expect(task.wait({ timeout: 1_000 })).resolves.toMatchObject({ status: 'COMPLETED' });
  });

  test('stops polling when the signal is aborted during a pause, and leaves the task alone', async () => {
    const { adapter, clock, server } = await adapterFor([started, running]);
    const controller = new AbortController();
    clock.onSleep = () => controller.abort(new Error('enough'));
    const task = await adapter.provision({ body });
    const error = await task.wait({ signal: controller.signal }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: { message: 'enough' } });
    expect(server.received.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  test('asks no more once a terminal state was seen', async () => {
    const { adapter, server } = await adapterFor([started, completed]);
    const task = await adapter.provision({ body });
    await task.wait();
    await task.wait();
    await task.status();
    expect(server.received).toHaveLength(2);
  });

  test('iterates over every status, the terminal one last, without throwing for a bad end', async () => {
    const { adapter } = await adapterFor([started, running, { status: 200, json: { status: 'FAILED' } }]);
    const seen: string[] = [];
    for await (const { status } of await adapter.updateacl({
      body: { refs: [], provisionInfo: { request: '{}', result: '' } },
    })) {
      seen.push(status);
    }
    expect(seen).toEqual(['RUNNING', 'FAILED']);
  });
});

describe('an outage during a wait', () => {
  const hangUp: Reply = (_, request) => request.socket.destroy();
  const unavailable: Reply = { status: 503, json: {} };
  const once = { retries: 0 };

  test('is survived with growing pauses, and reported to a hook', async () => {
    const replies = [started, running, hangUp, unavailable, { status: 502 }, { status: 504 }, completed];
    const { adapter, clock } = await adapterFor(replies, once);
    const reported: unknown[] = [];
    const seen: string[] = [];
    const task = await adapter.provision({ body });
    const status = await task.wait({
      timeout: 60_000,
      onProgress: ({ status }) => seen.push(status),
      onOutage: (error) => reported.push(error),
    });
    expect(status).toMatchObject({ status: 'COMPLETED' });
    expect(seen).toEqual(['RUNNING', 'COMPLETED']);
    const statuses = [503, 502, 504].map((status) => ({ name: 'ApiError', status }));
    expect(reported).toMatchObject([{ name: 'ConnectionError', operationId: 'getStatus' }, ...statuses]);
    expect(clock.slept.slice(0, 3)).toEqual([375, 562.5, 843.75]);
    expect(clock.slept).toHaveLength(5);
  });

  test('is survived while iterating', async () => {
    const { adapter } = await adapterFor([started, hangUp, unavailable, running, completed], once);
    const seen: string[] = [];
    for await (const { status } of await adapter.provision({ body })) seen.push(status);
    expect(seen).toEqual(['RUNNING', 'COMPLETED']);
  });

  test('pauses as long as its Retry-After says, and not as long as an earlier one said', async () => {
    const { adapter, clock } = await adapterFor(
      [
        started,
        { status: 200, json: { status: 'RUNNING' }, headers: { 'retry-after': '3' } },
        hangUp,
        { ...unavailable, headers: { 'retry-after': '7' } },
        completed,
      ],
      once,
    );
    await (await adapter.provision({ body })).wait();
    expect(clock.slept).toEqual([3_000, 562.5, 7_000]);
  });

  test('includes a poll that takes too long', async () => {
    const { adapter, clock } = await adapterFor([started, () => clock.fire(70), completed], {
      ...once,
      attemptTimeout: 70,
    });
    const reported: unknown[] = [];
    const task = await adapter.provision({ body });
    await task.wait({ onOutage: (error) => reported.push(error) });
    expect(reported).toMatchObject([{ name: 'TimeoutError', code: 'ATTEMPT', operationId: 'getStatus' }]);
  });

  test('ends the wait only when its time is over, with the reason of the last poll', async () => {
    const { adapter, clock } = await adapterFor([started, hangUp], once);
    const task = await adapter.provision({ body });
    const error = await task.wait({ timeout: 60_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TimeoutError',
      code: 'WAIT',
      operationId: 'provision',
      message: expect.stringMatching(
        /^provision has not finished within 60000 ms: getStatus got no complete answer from /,
      ),
      cause: { name: 'ConnectionError', operationId: 'getStatus' },
    });
    expect(clock.slept.reduce((sum, pause) => sum + pause)).toBe(60_000);
  });

  test.each([400, 401, 404, 500])('is not what a %i means, so that ends the wait', async (status) => {
    const { adapter, clock } = await adapterFor([started, { status, json: { errors: ['no'] } }], once);
    const reported: unknown[] = [];
    const wait = (await adapter.provision({ body })).wait({ onOutage: (error) => reported.push(error) });
    await expect(wait).rejects.toMatchObject({ name: 'ApiError', status });
    expect([reported, clock.slept]).toEqual([[], []]);
  });

  test('does not keep an aborted wait', async () => {
    const { adapter, clock } = await adapterFor([started, hangUp], once);
    const controller = new AbortController();
    clock.onSleep = () => controller.abort();
    const wait = (await adapter.provision({ body })).wait({ signal: controller.signal });
    await expect(wait).rejects.toBeInstanceOf(AbortedError);
  });
});

test('comes back within an hour, however long a server says that it takes', async () => {
  const { adapter, clock } = await adapterFor([
    started,
    { status: 200, json: { status: 'RUNNING' }, headers: { 'retry-after': '31536000' } },
    completed,
  ]);
  await (await adapter.provision({ body })).wait();
  expect(clock.slept).toEqual([3_600_000]);
});

test('does not poll without a pause when the time to wait is no number', async () => {
  const { adapter, clock } = await adapterFor([started, running]);
  const task = await adapter.provision({ body });
  await expect(task.wait({ timeout: Number.NaN })).rejects.toThrow(
    'timeout must be a number from 0, not NaN',
  );
  expect(clock.slept).toEqual([]);
});
