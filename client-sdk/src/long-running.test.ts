import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Reply, serve, serveBy } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createCoordinatorV1 } from './coordinator-v1.ts';
import { ContractError } from './errors.ts';
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

test('keeps the terminal state that was seen, when an older status arrives after it', async () => {
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

describe('canceling', () => {
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

  test.each<[string, Reply]>([
    [
      '404 of a framework',
      { status: 404, json: { message: 'Route DELETE:/v1/provision/token-1 not found' } },
    ],
    ['404 page', { status: 404, text: '<html>' }],
    ['405', { status: 405 }],
    ['501 without a body', { status: 501 }],
  ])('reports a server that does not have the operation: %s', async (_, reply) => {
    const { adapter } = await adapterFor([started, reply]);
    const result = await (await adapter.provision({ body })).cancel();
    expect(result).toMatchObject({ accepted: false, error: { name: 'ApiError' } });
  });

  test('rejects where the contract lists a 404 as that of an unknown task', async () => {
    const json = { errors: ['no such plan'] };
    const { origin } = await serve({ status: 404, json });
    const coordinator = createCoordinatorV1({ baseUrl: origin, validate: false });
    const canceled = coordinator.deploy.resume('plan-1').cancel();
    await expect(canceled).rejects.toMatchObject({ status: 404, code: 'COR_PLAN_NOT_FOUND' });
  });

  test('is accepted by a success that says so in a text', async () => {
    const { adapter } = await adapterFor([started, { status: 200, text: 'OK' }]);
    const task = await adapter.provision({ body });
    await expect(task.cancel()).resolves.toEqual({ accepted: true, status: undefined });
  });

  test('rejects when canceling itself went wrong', async () => {
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

test('reads JSON that is labeled as text, from the start of a task to its end', async () => {
  const texts = ['"token-1"', '{"status":"RUNNING"}', '{"status":"TERMINATING"}', '{"status":"COMPLETED"}'];
  const [start, ...others] = texts.map((text, index) => ({ status: index ? 200 : 202, text }));
  const { adapter } = await adapterFor([start ?? started, ...others]);
  const task = await adapter.provision({ body });
  expect(task.token).toBe('token-1');
  await expect(task.status()).resolves.toEqual({ status: 'RUNNING' });
  await expect(task.cancel()).resolves.toEqual({ accepted: true, status: { status: 'TERMINATING' } });
  await expect(task.wait()).resolves.toEqual({ status: 'COMPLETED' });
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
