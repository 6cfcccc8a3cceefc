import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createMadeUpContract, parameter } from '../../testing/made-up-contract.ts';
import { createServer } from '../harness/create-server.ts';
import { validatorsOf } from '../harness/validators.ts';
import { OBSERVED_PATHS, observe } from '../observability/observe.ts';
import { createManualClock } from '../runtime/clock.ts';
import { randomIds } from '../runtime/ids.ts';
import { createStub } from '../stub/create-stub.ts';
import { contractNames, openContract } from '../stub/open-contract.ts';
import { createStubTasks } from '../stub/stub-tasks.ts';
import type { FaultOptions } from './fault-options.ts';
import { FAULT_HEADER, injectFaults } from './inject-faults.ts';

const contract = createMadeUpContract(
  [
    { id: 'readOrder', path: '/orders/{token}', parameters: [parameter('token', 'path')] },
    { id: 'listOrders', path: '/orders' },
  ],
  { 'readOrder.path': { type: 'object', properties: { token: { type: 'string' } } } },
);
const handlers = {
  readOrder: () => ({ status: 200, body: { name: 'an order', lines: [1, 2, 3] } }),
  listOrders: () => ({ status: 200, body: 7 }),
};

describe('a server that goes wrong on purpose', () => {
  const running: FastifyInstance[] = [];
  afterEach(async () => {
    for (const app of running.splice(0)) await app.close();
  });

  function serve(options: FaultOptions, clock = createManualClock()) {
    const mounts = [{ contract, handlers }];
    const app = createServer({ mounts });
    running.push(app);
    observe(app, { mounts });
    injectFaults(app, mounts, options, clock);
    const ask = async (url = '/orders/1', headers = {}) => {
      const answer = await app.inject({ url: `/made-up${url}`, headers });
      return { status: answer.statusCode, fault: answer.headers[FAULT_HEADER], text: answer.body, answer };
    };
    return { app, clock, ask };
  }

  it('does nothing unless it is asked to', async () => {
    const { ask } = serve({});
    expect(await ask()).toMatchObject({ status: 200, fault: undefined });
  });

  it('answers late by a time that the seed decides', async () => {
    const times = async (seed: number) => {
      const late: number[] = [];
      const clock = { now: () => new Date(0), sleep: async (ms: number) => void late.push(ms) };
      const { ask } = serve({ latencyMs: [100, 200], seed }, Object.assign(createManualClock(), clock));
      const headers: unknown[] = [];
      for (let index = 0; index < 20; index += 1) headers.push((await ask()).fault);
      expect(headers).toEqual(late.map((ms) => `latency=${ms}`));
      return late;
    };
    const first = await times(1);
    expect(await times(1)).toEqual(first);
    expect(await times(2)).not.toEqual(first);
    expect(first.every((ms) => ms >= 100 && ms <= 200)).toBe(true);
    expect(new Set(first).size).toBeGreaterThan(5);
  });

  it('fails for a part of the requests, the same part for the same seed', async () => {
    const statuses = async (seed: number) => {
      const { ask } = serve({ failRate: 0.3, seed });
      const seen: number[] = [];
      for (let index = 0; index < 200; index += 1) seen.push((await ask()).status);
      return seen;
    };
    const first = await statuses(7);
    expect(await statuses(7)).toEqual(first);
    expect(await statuses(8)).not.toEqual(first);
    const failed = first.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(40);
    expect(failed).toBeLessThan(80);
  });

  it('decides for each operation apart from what is asked of the others', async () => {
    const seen = async (others: boolean) => {
      const { ask } = serve({ failRate: 0.5 });
      const statuses: number[] = [];
      for (let index = 0; index < 20; index += 1) {
        if (others) await ask('/orders');
        statuses.push((await ask()).status);
      }
      return statuses;
    };
    expect(await seen(true)).toEqual(await seen(false));
  });

  it('fails in the configured operations with the configured status, and in no others', async () => {
    const { app, ask } = serve({ fail: [{ operation: 'made-up#readOrder', status: 503 }], failRate: 0 });
    const { status, fault, answer } = await ask();
    expect([status, fault, answer.json().error]).toEqual([
      503,
      'status=503',
      expect.stringContaining('asked for'),
    ]);
    expect((await ask('/orders')).status).toBe(200);
    expect((await app.inject(OBSERVED_PATHS.health)).statusCode).toBe(200);
  });

  it('breaks answers off in the middle', async () => {
    const { ask } = serve({ malformed: ['readOrder', 'listOrders'] });
    for (const url of ['/orders/1', '/orders']) {
      const { status, fault, text, answer } = await ask(url);
      expect([status, fault]).toEqual([200, 'malformed']);
      expect(() => JSON.parse(text)).toThrow();
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('leaves the id of a request as it is', async () => {
    const { ask } = serve({ failRate: 1 });
    expect((await ask('/orders/1', { 'x-request-id': 'mine' })).answer.headers['x-request-id']).toBe('mine');
  });

  it('never answers in the operations that hang, and still shuts down', async () => {
    const { app } = serve({ hang: ['readOrder'] });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const arrived = new Promise((resolve) => app.server.once('request', resolve));
    socket.write('GET /made-up/orders/1 HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await arrived;
    expect((await app.inject('/made-up/orders')).statusCode).toBe(200);
    const ended = once(socket, 'close');
    await app.close();
    await ended;
    expect(text).toBe('');
  });

  it('knows its operations in any case, as handlers are spelled otherwise', () => {
    expect(() => serve({ hang: ['ReadOrder'], malformed: ['made-up#LISTORDERS'] })).not.toThrow();
  });

  it('knows its operations by name', () => {
    expect(() => serve({ hang: ['readOrder', 'dream'], malformed: ['other#readOrder'] })).toThrow(
      'there is no operation dream, other#readOrder; there are listOrders, readOrder',
    );
  });
});

describe.each(contractNames)('a stub of %s that fails', (id) => {
  it('keeps the shape that each operation declares for the status', async () => {
    const source = await openContract(id);
    const { operations, prefix } = source.contract.table;
    const validators = validatorsOf(source.contract.schemas);
    const entries = Object.values(operations);
    const statuses = new Set(entries.flatMap(({ responses }) => Object.keys(responses).map(Number)));
    for (const status of [...statuses].filter((one) => one >= 400)) {
      const failing = entries.filter(({ responses }) => Object.hasOwn(responses, status));
      const tasks = createStubTasks({ clock: createManualClock(), ids: randomIds, taskMs: 1 });
      const mount = createStub(source, { tasks });
      const app = createServer({ mounts: [mount] });
      injectFaults(app, [mount], { fail: failing.map((entry) => ({ operation: entry.id, status })) });
      for (const entry of failing) {
        const method =
          (['DELETE', 'PATCH', 'POST', 'PUT'] as const).find((one) => one === entry.method) ?? 'GET';
        const answer = await app.inject({ method, url: prefix + entry.path.replaceAll(/\{[^}]*\}/g, 'x') });
        expect([entry.id, answer.statusCode]).toEqual([entry.id, status]);
        const schema = entry.responses[status]?.schema;
        const failures = schema === undefined ? [] : validators.checkResponse(schema, answer.json());
        expect(failures, `${entry.id} ${status} ${answer.body}`).toEqual([]);
      }
      await app.close();
    }
  });
});
