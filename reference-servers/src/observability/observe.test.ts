import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMadeUpContract, jsonBody, parameter } from '../../testing/made-up-contract.ts';
import { createServer } from '../harness/create-server.ts';
import type { Mount } from '../harness/mount.ts';
import { createLogger, type LogLevel } from './logger.ts';
import { OBSERVED_PATHS, type ObserveOptions, observe } from './observe.ts';

const contract = createMadeUpContract(
  [
    { id: 'readOrder', path: '/orders/{token}', parameters: [parameter('token', 'path')] },
    {
      id: 'startOrder',
      path: '/orders',
      method: 'POST',
      body: jsonBody('Anything'),
      longRunning: {
        startStatus: '202',
        token: '',
        poll: { operation: 'readOrder', parameter: 'token' },
        state: '/status',
        lifecycle: 'Order',
        states: [],
        terminal: [],
        succeeded: [],
      },
    },
    { id: 'fail', path: '/fail' },
    { id: 'wait', path: '/slow' },
    { id: 'follow', path: '/followed' },
  ],
  { 'readOrder.path': { type: 'object', properties: { token: { type: 'string' } } } },
);

let release = (): void => {};

const handlers = {
  wait: async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { status: 200, body: 'late' };
  },
  follow: ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  readOrder: ({ path }: { path: object }) => ({ status: 200, body: path }),
  startOrder: () => ({ status: 200, body: 'started' }),
  fail: (_request: unknown, { log }: { log: { warn(about: object, text: string): void } }) => {
    log.warn({ headers: { authorization: 'Bearer hunter2' }, password: 'hunter2', token: 't' }, 'trying');
    throw new Error('broken');
  },
};

/** As long as a busy machine may take. */
const eventually = (claim: () => unknown) => vi.waitFor(claim, { timeout: 300_000 });

describe('a server that is observed', () => {
  const running: FastifyInstance[] = [];
  afterEach(async () => {
    for (const app of running.splice(0)) await app.close();
  });

  function serve(
    options: Partial<ObserveOptions> = {},
    mount: Partial<Mount> = {},
    level: LogLevel = 'info',
  ) {
    const lines: string[] = [];
    const mounts = [{ contract, handlers, ...mount }];
    const app = createServer({ mounts, logger: createLogger(level, { write: (line) => lines.push(line) }) });
    running.push(app);
    const { stop } = observe(app, { mounts, ...options });
    const entries = () => lines.map((line) => JSON.parse(line));
    const metric = async (start: string) =>
      (await app.inject(OBSERVED_PATHS.metrics)).body.split('\n').filter((line) => line.startsWith(start));
    return { app, stop, entries, metric };
  }

  it('says that it lives and that it is ready', async () => {
    const { app } = serve();
    expect((await app.inject('/health')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/ready')).json()).toEqual({ status: 'ready' });
  });

  it('is not ready while what it depends on is not, and lives all the same', async () => {
    let up = false;
    const { app } = serve({ isReady: () => up });
    expect((await app.inject('/ready')).statusCode).toBe(503);
    expect((await app.inject('/health')).statusCode).toBe(200);
    up = true;
    expect((await app.inject('/ready')).statusCode).toBe(200);
  });

  it('counts answers by operation and status', async () => {
    const { app, metric } = serve();
    await app.inject('/made-up/orders/1');
    await app.inject('/made-up/orders/2');
    await app.inject('/made-up/fail');
    expect(await metric('tessera_requests_total{api="made-up"')).toEqual([
      'tessera_requests_total{api="made-up",operation="readOrder",status="200"} 2',
      'tessera_requests_total{api="made-up",operation="fail",status="500"} 1',
    ]);
    expect(
      await metric('tessera_request_duration_seconds_count{api="made-up",operation="readOrder"'),
    ).toEqual([expect.stringMatching(/ 2$/)]);
    expect(await metric('tessera_requests_open')).toEqual(['tessera_requests_open 1']);
  });

  it.each([
    ['while its answer is worked on', 'GET /made-up/slow HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['while a handler heeds its signal', 'GET /made-up/followed HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    [
      'in the middle of its body',
      'POST /made-up/orders HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('takes a client that goes away %s for neither open nor answered nor a problem', async (_when, text) => {
    const { app, entries, metric } = serve();
    const arrived = new Promise<void>((resolve) => app.addHook('onRequest', async () => resolve()));
    const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(origin.port), origin.hostname);
    socket.write(text);
    await arrived;
    socket.destroy();
    await eventually(() =>
      expect(entries()).toContainEqual(expect.objectContaining({ msg: 'the client went away', level: 30 })),
    );
    release();
    expect(await metric('tessera_requests_open')).toEqual(['tessera_requests_open 1']);
    expect(await metric('tessera_requests_total{api="made-up"')).toEqual([]);
    expect(entries().filter(({ level }) => level > 30)).toEqual([]);
  });

  it('takes no request for open that waited behind another one when its connection ended', async () => {
    const { app, entries, metric } = serve();
    const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(origin.port), origin.hostname);
    const lines = ['slow', 'orders/1', 'slow', 'orders/2'].map(
      (path) => `GET /made-up/${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    );
    socket.write(lines.join(''));
    const opened = async () => (await metric('tessera_requests_open'))[0];
    await eventually(async () => expect(await opened()).toBe('tessera_requests_open 5'));
    socket.destroy();
    await eventually(async () => expect(await opened()).toBe('tessera_requests_open 1'));
    expect(entries().filter(({ level }) => level > 30)).toEqual([]);
  });

  it('counts each of several requests on one connection once', async () => {
    const { app, metric } = serve();
    const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(origin.port), origin.hostname);
    const paths = Array.from({ length: 30 }, (_, index) => `orders/${index}`);
    const last = 'connection: close\r\n';
    const lines = paths.map(
      (path, index) => `GET /made-up/${path} HTTP/1.1\r\nhost: localhost\r\n${index === 29 ? last : ''}\r\n`,
    );
    socket.write(lines.join(''));
    socket.resume();
    await once(socket, 'close');
    expect(await metric('tessera_requests_total{api="made-up"')).toEqual([
      'tessera_requests_total{api="made-up",operation="readOrder",status="200"} 30',
    ]);
    expect(await metric('tessera_requests_open')).toEqual(['tessera_requests_open 1']);
  });

  it('has no more labels however many addresses are tried', async () => {
    const { app, metric } = serve();
    for (let index = 0; index < 50; index += 1) {
      await app.inject(`/made-up/nothing-${index}?x=${index}`);
      await app.inject({ method: 'DELETE', url: `/made-up/orders/${index}` });
    }
    expect(await metric('tessera_requests_total{')).toEqual([
      'tessera_requests_total{api="none",operation="none",status="404"} 50',
      'tessera_requests_total{api="none",operation="none",status="405"} 50',
    ]);
  });

  it('counts the tasks that run', async () => {
    const { metric } = serve({}, { running: () => 3 });
    expect(await metric('tessera_tasks_running')).toEqual(['tessera_tasks_running 3']);
  });

  it('measures the process when asked to', async () => {
    const { metric } = serve({ processMetrics: true });
    expect(await metric('process_resident_memory_bytes')).toHaveLength(1);
    expect(await serve().metric('process_')).toEqual([]);
  });

  it('logs one entry an answer, without what was sent', async () => {
    const { app, entries } = serve();
    await app.inject('/made-up/orders/secret-token?key=secret');
    expect(entries()).toEqual([
      expect.objectContaining({ msg: 'answered', operation: 'readOrder', method: 'GET', status: 200 }),
    ]);
    expect(JSON.stringify(entries())).not.toContain('secret');
  });

  it('strikes secrets out of what handlers log', async () => {
    const { app, entries } = serve();
    await app.inject('/made-up/fail');
    const [first] = entries();
    expect(first).toMatchObject({ headers: { authorization: '[secret]' }, password: '[secret]', token: 't' });
    expect(JSON.stringify(entries())).not.toContain('hunter2');
  });

  it('logs as much as its level says', async () => {
    const { app, entries } = serve({}, {}, 'error');
    await app.inject('/made-up/orders/1');
    await app.inject('/made-up/fail');
    expect(entries().map(({ msg }) => msg)).toEqual(['an unexpected problem stopped the request']);
  });

  it.each([
    ['order-7.a:b', /^order-7\.a:b$/],
    ['two words', /^req-\w{8}-1$/],
    ['x'.repeat(129), /^req-\w{8}-1$/],
    ['<script>', /^req-\w{8}-1$/],
  ])('takes over the request id %s as %s, in the answer and the log', async (given, want) => {
    const { app, entries } = serve();
    const answer = await app.inject({ url: '/made-up/fail', headers: { 'x-request-id': given } });
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(want);
    expect(answer.body).toContain(`Its log entry is ${id}`);
    expect(entries().every(({ reqId }) => reqId === id)).toBe(true);
  });

  it('gives no request the id of a request to another server', async () => {
    const ask = async () => (await serve().app.inject('/made-up/orders/1')).headers['x-request-id'];
    expect(await ask()).not.toBe(await ask());
  });

  it('starts no new tasks once it stops, and still answers questions', async () => {
    let endDrain = () => {};
    const drained = new Promise<void>((resolve) => {
      endDrain = resolve;
    });
    const { app, stop } = serve();
    app.addHook('preClose', () => drained);
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const stopped = stop();
    expect((await fetch(`${origin}/ready`)).status).toBe(503);
    const json = { 'content-type': 'application/json' };
    const start = await fetch(`${origin}/made-up/orders`, { method: 'POST', body: '{}', headers: json });
    expect([start.status, start.headers.get('retry-after'), await start.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ error: 'the server is shutting down and accepts no new tasks' }),
    ]);
    expect((await fetch(`${origin}/made-up/orders/1`)).status).toBe(200);
    endDrain();
    await stopped;
  });

  it('keeps no connection open that was answered while it closed', async () => {
    // The final step, which closes every connection, is never reached.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { app, stop } = serve();
      const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /made-up/slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      const ended = once(socket, 'close');
      await once(app.server, 'request');
      const stopped = stop();
      await vi.waitUntil(() => !app.server.listening, { timeout: 300_000 });
      release();
      await stopped;
      await ended;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    } finally {
      vi.useRealTimers();
    }
  });

  it('names the methods of its pages to who comes with another', async () => {
    const { app } = serve();
    for (const url of Object.values(OBSERVED_PATHS)) {
      const answer = await app.inject({ method: 'POST', url, payload: '{broken' });
      expect([url, answer.statusCode, answer.headers['allow']]).toEqual([url, 405, 'GET, HEAD']);
    }
  });

  it('refuses a contract that has an operation in the same place', () => {
    const taken = createMadeUpContract([{ id: 'readHealth', path: OBSERVED_PATHS.health }]);
    const mount = { contract: taken, handlers: { readHealth: handlers.readOrder } };
    expect(() => serve({}, { ...mount, prefix: '/' })).toThrow(
      'made-up has readHealth at /health: serve it under another prefix',
    );
    expect(() => serve({}, mount)).not.toThrow();
  });
});
