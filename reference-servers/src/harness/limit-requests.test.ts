import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMadeUpContract } from '../../testing/made-up-contract.ts';
import { observe } from '../observability/observe.ts';
import { createServer } from './create-server.ts';

const contract = createMadeUpContract([{ id: 'wait', path: '/slow' }]);

/** Requests that a handler has not answered yet. */
let held: (() => void)[];
let isHolding: boolean;
let app: FastifyInstance;

beforeEach(() => {
  held = [];
  isHolding = true;
  const wait = async () => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    return { status: 200, body: 'late' };
  };
  const mounts = [{ contract, handlers: { wait } }];
  app = createServer({ mounts, maxRequests: 2 });
  observe(app, { mounts });
});
afterEach(async () => {
  for (const release of held) release();
  await app.close();
});

const isHeld = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 60_000 });

/** The status of a request that the handler answers at once. */
async function askOnce(): Promise<number> {
  isHolding = false;
  return (await app.inject('/made-up/slow')).statusCode;
}

describe('a server with as many requests as it handles', () => {
  it('returns 503 with Retry-After to a further one, still tells its health, and accepts requests again', async () => {
    const first = Promise.all([app.inject('/made-up/slow'), app.inject('/made-up/slow')]);
    await isHeld(2);
    const shed = await app.inject('/made-up/slow');
    expect([shed.statusCode, shed.headers['retry-after']]).toEqual([503, '1']);
    expect(shed.json()).toMatchObject({ error: 'the server is handling its maximum number of requests' });
    expect((await app.inject('/health')).statusCode).toBe(200);
    for (const release of held.splice(0)) release();
    expect((await first).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await askOnce()).toBe(200);
  });

  it('forgets requests whose clients have disconnected, pipelined ones included', async () => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /made-up/slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2));
    await isHeld(2);
    socket.destroy();
    await vi.waitFor(async () => expect(await askOnce()).toBe(200), { timeout: 60_000 });
  });

  it.each([0, 1.5, Number.NaN])('cannot have the limit %j', (maxRequests) => {
    expect(() => createServer({ mounts: [], maxRequests })).toThrow(
      'maxRequests is a whole number from 1 on',
    );
  });
});
