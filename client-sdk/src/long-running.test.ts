import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Reply, serve, serveBy } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { AbortedError, ContractError, OperationFailedError, TimeoutError } from './errors.ts';
import { createGovernance } from './governance.ts';
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

describe('starting', () => {
  test.each([
    ['a JSON string', { status: 202, json: 'tok en/1' }],
    ['bare text', { status: 202, text: 'tok en/1' }],
    [
      'bare text that is called JSON',
      { status: 202, text: 'tok en/1', headers: { 'content-type': 'application/json' } },
    ],
    ['bare text with blanks around it', { status: 202, text: ' tok en/1\n' }],
  ])('takes a token that arrives as %s', async (_, start) => {
    const { adapter, server } = await adapterFor([start, completed]);
    const task = await adapter.provision({ body });
    expect(task.token).toBe('tok en/1');
    await task.wait();
    expect(server.received[1]?.url).toBe('/v1/provision/tok%20en%2F1/status');
  });

  test.each(['12345678901234567890', '007', '1e5'])(
    'does not read the bare token %s as a number',
    async (text) => {
      const headers = { 'content-type': 'application/json' };
      const { adapter } = await adapterFor([{ status: 202, text, headers }]);
      expect((await adapter.provision({ body })).token).toBe(text);
    },
  );

  test.each(['', '""', 'null', '{"token":"a"}', '["a"]', '<html>', '"cut'])(
    'rejects %j where a token is due',
    async (text) => {
      const { adapter } = await adapterFor([{ status: 202, text }]);
      await expect(adapter.provision({ body })).rejects.toBeInstanceOf(ContractError);
    },
  );

  test('gives a handle that has ended when the server did the work at once', async () => {
    const { adapter, server } = await adapterFor([completed]);
    const task = await adapter.provision({ body });
    expect(task.token).toBeUndefined();
    await expect(task.wait()).resolves.toEqual({ status: 'COMPLETED', logs: [] });
    await expect(task.status()).resolves.toEqual(task.last);
    await expect(task.cancel()).resolves.toEqual({ accepted: true, status: task.last });
    expect(server.received).toHaveLength(1);
  });

  test('lets work that failed at once fail in wait, not in the call', async () => {
    const { adapter } = await adapterFor([{ status: 200, json: { status: 'FAILED', result: 'no space' } }]);
    const task = await adapter.unprovision({ body });
    await expect(task.wait()).rejects.toThrow(/unprovision ended as FAILED: no space/);
  });

  test('rejects an answer that still runs and brings no token', async () => {
    const { adapter } = await adapterFor([running]);
    await expect(adapter.provision({ body })).rejects.toMatchObject({
      name: 'ContractError',
      pointer: '/status',
    });
  });
});

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

  test('honours Retry-After of the start and of a poll', async () => {
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

test('keeps the end that somebody has seen, when an older status arrives after it', async () => {
  const late: ServerResponse[] = [];
  const server = await serveBy(({ method }, count) => {
    if (method === 'POST') return { status: 202, json: 'token-1' };
    return count === 2 ? (response) => late.push(response) : { status: 200, json: { status: 'COMPLETED' } };
  });
  const task = await createTechAdapter({ baseUrl: server.origin }).provision({ body });
  const first = task.status();
  await expect.poll(() => late.length).toBe(1);
  await task.status();
  late[0]?.end('{"status":"RUNNING"}');
  await expect(first).resolves.toEqual({ status: 'COMPLETED' });
  expect(task.last).toEqual({ status: 'COMPLETED' });
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

describe('cancelling', () => {
  test('is offered only where the contract has it', async () => {
    const { adapter } = await adapterFor([started]);
    expect(await adapter.provision({ body })).toHaveProperty('cancel');
    expect(await adapter.asyncValidate({ body })).not.toHaveProperty('cancel');
  });

  test('sends what the contract links to and reports the state', async () => {
    const { adapter, server } = await adapterFor([
      started,
      { status: 200, json: { status: 'TERMINATING' } },
      { status: 200, json: { status: 'TERMINATED' } },
    ]);
    const task = await adapter.provision({ body });
    await expect(task.cancel()).resolves.toEqual({ accepted: true, status: { status: 'TERMINATING' } });
    expect(server.received[1]).toMatchObject({ method: 'DELETE', url: '/v1/provision/token-1' });
    await expect(task.wait()).rejects.toMatchObject({ state: 'TERMINATED' });
  });

  test('takes a terminal state in the answer for the end, and asks no more', async () => {
    const { adapter, server } = await adapterFor([started, { status: 200, json: { status: 'TERMINATED' } }]);
    const task = await adapter.provision({ body });
    await task.cancel();
    expect(task.last).toEqual({ status: 'TERMINATED' });
    await expect(task.wait()).rejects.toMatchObject({ state: 'TERMINATED' });
    expect(server.received).toHaveLength(2);
  });

  test('accepts an answer without body', async () => {
    const { adapter } = await adapterFor([started, { status: 202 }]);
    const task = await adapter.provision({ body });
    await expect(task.cancel()).resolves.toEqual({ accepted: true, status: undefined });
  });

  test('tells when the server does not offer it', async () => {
    const { adapter } = await adapterFor([started, { status: 501, json: { error: 'not here' } }]);
    const result = await (await adapter.provision({ body })).cancel();
    expect(result).toMatchObject({
      accepted: false,
      error: { status: 501, code: 'TERMINATION_UNSUPPORTED' },
    });
  });

  test('rejects when cancelling itself went wrong', async () => {
    const { adapter } = await adapterFor([started, { status: 500, json: { error: 'broken' } }]);
    const task = await adapter.provision({ body });
    await expect(task.cancel()).rejects.toMatchObject({ name: 'ApiError', status: 500 });
  });
});

describe('resuming', () => {
  test('goes on from the token, or from stored JSON, without starting anything', async () => {
    const { adapter, server } = await adapterFor([started, completed]);
    const stored = JSON.stringify(await adapter.provision({ body }));
    await adapter.provision.resume(JSON.parse(stored)).wait();
    await adapter.provision.resume('token-1').wait();
    expect(server.received.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  test('keeps the status of a task that ended at once', async () => {
    const { adapter, server } = await adapterFor([completed]);
    const stored = JSON.stringify(await adapter.provision({ body }));
    await expect(adapter.provision.resume(JSON.parse(stored)).wait()).resolves.toMatchObject({ logs: [] });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['of another operation', { api: 'tech-adapter', operation: 'unprovision', token: 't' }],
    ['of another API', { api: 'coordinator', operation: 'provision', token: 't' }],
    ['without a token', { api: 'tech-adapter', operation: 'provision', token: '' }],
  ])('refuses a task %s', async (_, saved) => {
    const { adapter } = await adapterFor([completed]);
    expect(() => adapter.provision.resume(saved.token === '' ? '' : saved)).toThrow(TypeError);
  });
});

test('waits for a report whose id stands inside the answer, and takes findings for a good end', async () => {
  const server = await serve(
    { status: 202, json: { reportId: 'r/1' } },
    { status: 200, json: { status: 'pending' } },
    { status: 200, json: { status: 'completedWithError' } },
  );
  const governance = createGovernance({
    baseUrl: server.origin,
    clock: createManualClock(),
    validate: false,
  });
  const evaluation = { id: 'urn:x', environment: 'dev', resourceType: 'dataproduct', descriptor: 'id: x' };
  const report = await (await governance.evaluate({ body: evaluation })).wait();
  expect(report.status).toBe('completedWithError');
  expect(server.received[1]?.url).toContain('r%2F1');
});

test('a poll that fails for a moment does not end the wait', async () => {
  const clock = createManualClock();
  const server = await serveBy(({ method }, count) => {
    if (method === 'POST') return started;
    return count === 2 ? { status: 503, text: 'busy' } : completed;
  });
  const adapter = createTechAdapter({ baseUrl: server.origin, clock });
  await expect((await adapter.provision({ body })).wait()).resolves.toMatchObject({ status: 'COMPLETED' });
});
