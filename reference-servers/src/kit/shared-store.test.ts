import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createManualClock } from '../runtime/clock.ts';
import { createMemoryTaskStore, type TaskStore } from '../runtime/task-store.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const CLAIM_EVERY = 10_000;

/** A store of several servers, which lets go of tasks when the server that runs them releases them. */
function createSharedStore(): TaskStore {
  const memory = createMemoryTaskStore();
  let isFree = false;
  return {
    ...memory,
    claimEvery: CLAIM_EVERY,
    claim: (kinds) => (isFree ? memory.claim(kinds) : []),
    release: () => {
      isFree = true;
    },
  };
}

function serve(store: TaskStore, provision: TechAdapterHandlers['provision']) {
  const clock = createManualClock();
  const lines: string[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } };
  const handlers = { ...PLAIN, provision, terminate: true as const };
  const app = createTechAdapter(handlers, { store, clock, logger, drainTimeout: 0 });
  servers.push(app);
  const start = async (headers: Record<string, string> = {}): Promise<string> => {
    const payload = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' };
    const answer = await app.inject({ method: 'POST', url: '/tech-adapter/v1/provision', payload, headers });
    expect(answer.statusCode).toBe(202);
    return answer.json();
  };
  const poll = async (token: string) =>
    (await app.inject(`/tech-adapter/v1/provision/${token}/status`)).json();
  const stop = (token: string) =>
    app.inject({ method: 'DELETE', url: `/tech-adapter/v1/provision/${token}` });
  return { app, clock, start, poll, stop, logged: () => lines.map((line) => JSON.parse(line)) };
}

const never: TechAdapterHandlers['provision'] = () => () => new Promise(() => undefined);
const atOnce: TechAdapterHandlers['provision'] = () => () => ({ result: 'done' });

describe('servers with a common store', () => {
  it('answer polls of each other, and continue what one of them leaves', async () => {
    const store = createSharedStore();
    const [first, second] = [serve(store, never), serve(store, atOnce)];
    await second.app.ready();
    const token = await first.start();
    expect((await second.poll(token)).status).toBe('RUNNING');
    await second.clock.advance(CLAIM_EVERY);
    expect((await second.poll(token)).status).toBe('RUNNING');
    await first.app.close();
    await second.clock.advance(CLAIM_EVERY);
    expect(await second.poll(token)).toMatchObject({ status: 'COMPLETED', result: 'done' });
    expect(second.logged()).toContainEqual(
      expect.objectContaining({ tokens: [token], msg: 'continuing tasks of another process' }),
    );
  });

  it('stop only their own tasks: the request to stop another one gets 503, and may be sent again', async () => {
    const store = createSharedStore();
    const [first, second] = [serve(store, never), serve(store, never)];
    const token = await first.start();
    const misdirected = await second.stop(token);
    expect([misdirected.statusCode, misdirected.headers['retry-after']]).toEqual([503, '1']);
    expect(misdirected.json()).toMatchObject({ error: 'the task runs on another server' });
    expect((await second.poll(token)).status).toBe('RUNNING');
    expect((await first.stop(token)).statusCode).toBe(202);
    expect((await second.poll(token)).status).toBe('TERMINATING');
  });
});

describe('a task that another process continues', () => {
  it('has the request id and the trace of the request that started it', async () => {
    const store = createMemoryTaskStore();
    const first = serve(store, never);
    const trace = {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'a=b',
    };
    const token = await first.start({ ...trace, 'x-request-id': 'deploy-7' });
    await first.app.close();
    const seen: unknown[] = [];
    const second = serve(store, (_request, { requestId, headers, log }) => {
      const { traceparent, tracestate } = headers;
      seen.push({ requestId, traceparent, tracestate });
      log.info('continuing the table');
      return () => ({ result: 'done' });
    });
    await second.app.ready();
    expect(await second.poll(token)).toMatchObject({ status: 'COMPLETED' });
    expect(seen).toEqual([{ requestId: 'deploy-7', ...trace }]);
    expect(second.logged()).toContainEqual(
      expect.objectContaining({ reqId: 'deploy-7', msg: 'continuing the table' }),
    );
  });
});

describe('a store that cannot be read', () => {
  it('keeps the server from starting, with the reason', async () => {
    const claim = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    const { app } = serve({ ...createMemoryTaskStore(), claim }, atOnce);
    servers.length = 0;
    await expect(app.ready()).rejects.toThrow('the tasks of the store cannot be read: ECONNREFUSED');
  });
});
