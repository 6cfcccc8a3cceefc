import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANGS_AFTER_MS } from '../../testing/limits.ts';
import { type Exchange, type Outbound, openOutbound } from './outbound.ts';

let outbound: Outbound;
let server: FastifyInstance;
let origin: string;
let open = 0;
let most = 0;
const waiting: (() => void)[] = [];
const exchanges: Exchange[] = [];

beforeAll(async () => {
  outbound = openOutbound({ callsPerServer: 3, now: () => new Date(0) });
  server = fastify();
  server.get('/held', async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise<void>((resolve) => waiting.push(resolve));
    open -= 1;
    return {};
  });
  server.get('/moved', (_request, reply) => reply.redirect('http://169.254.169.254/latest/meta-data'));
  server.get('/long', async () => ({ text: 'x'.repeat(70_000) }));
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});

function get(url: string, using = outbound) {
  const send = using.transport(async (exchange) => {
    exchanges.push(exchange);
  });
  const request = { method: 'GET', url, path: '/', headers: {}, body: undefined, maxResponseBytes: 1e6 };
  return send(request, AbortSignal.timeout(HANGS_AFTER_MS));
}

describe('calls to other servers', () => {
  it('reach one server at most N at a time; the others wait', async () => {
    const calls = Array.from({ length: 8 }, () => get(`${origin}/held`));
    for (let answered = 0; answered < calls.length; answered += 1) {
      await expect.poll(() => waiting.length, { interval: 5 }).toBe(Math.min(3, calls.length - answered));
      waiting.shift()?.();
    }
    await Promise.all(calls);
    expect(most).toBe(3);
  });

  it('do not follow redirects', async () => {
    expect((await get(`${origin}/moved`)).status).toBe(302);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'file:///etc/passwd',
    'http://user:password@127.0.0.1/',
  ])('never go to %s', async (url) => {
    expect(outbound.findProblem(url)).toBeDefined();
    await expect(get(url)).rejects.toThrow('the address');
    expect(exchanges.at(-1)).toMatchObject({
      status: undefined,
      error: expect.stringContaining('the address'),
    });
  });

  it('go to allowed hosts only, where there is a list', async () => {
    const strict = openOutbound({
      callsPerServer: 1,
      now: () => new Date(0),
      allowedHosts: () => ['adapter.example.com'],
    });
    await expect(get(`${origin}/long`, strict)).rejects.toThrow('leads to 127.0.0.1');
    expect(strict.findProblem('https://adapter.example.com/x')).toBeUndefined();
    await strict.close();
  });

  it('are kept with bodies that are cut and marked', async () => {
    await get(`${origin}/long`);
    const kept = exchanges.at(-1);
    expect(kept?.cut).toEqual(['response']);
    expect(kept?.responseBody).toHaveLength(64 * 1024);
  });

  it('leave a server alone for a while that fails five times in a row, and say so', async () => {
    const url = 'http://127.0.0.1:9/';
    for (let failures = 0; failures < 5; failures += 1)
      await expect(get(url)).rejects.toThrow('ECONNREFUSED');
    await expect(get(url)).rejects.toThrow(
      'http://127.0.0.1:9 failed 5 times in a row (connect ECONNREFUSED 127.0.0.1:9); it is called again after 10 s',
    );
    expect((await get(`${origin}/moved`)).status).toBe(302);
  });
});
