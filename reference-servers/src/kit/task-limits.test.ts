import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createManualClock } from '../runtime/clock.ts';
import type { KitOptions } from './serve-mount.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An adapter whose tasks take a second each. */
function serve(options: KitOptions, handlers: Partial<TechAdapterHandlers> = {}) {
  const clock = createManualClock();
  const began: string[] = [];
  const provision: TechAdapterHandlers['provision'] = () => async (task) => {
    began.push(task.token);
    await clock.sleep(1_000, task.signal);
    return { result: 'done' };
  };
  const given = { ...PLAIN, provision, unprovision: provision, terminate: true, ...handlers } as const;
  const app = createTechAdapter(given, { clock, drainTimeout: 0, ...options });
  servers.push(app);
  const send = (path: string, descriptor = 'a: 1', version = 'v1') =>
    app.inject({
      method: 'POST',
      url: `/tech-adapter/${version}/${path}`,
      payload: { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor },
    });
  const stateOf = async (token: string) =>
    (await app.inject(`/tech-adapter/v1/provision/${token}/status`)).json().status;
  return { app, clock, began, send, stateOf };
}

describe('a server with as many unfinished tasks as it accepts', () => {
  it('answers 503 with Retry-After to a further one, of any operation, and accepts it later', async () => {
    const { clock, send } = serve({ maxTasks: 2 });
    expect([(await send('provision')).statusCode, (await send('unprovision')).statusCode]).toEqual([
      202, 202,
    ]);
    const refused = await send('provision');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(refused.json()).toMatchObject({
      error: 'the server has reached its maximum number of unfinished tasks',
    });
    expect((await send('validate')).statusCode).toBe(200);
    await clock.advance(1_000);
    expect((await send('provision')).statusCode).toBe(202);
  });

  it('counts the bytes of their requests as well, and accepts a large one when it is alone', async () => {
    const { clock, send } = serve({ maxTaskBytes: 10_000 });
    const long = `a: ${'x'.repeat(6_000)}`;
    expect([(await send('provision', long)).statusCode, (await send('provision', long)).statusCode]).toEqual([
      202, 503,
    ]);
    expect((await send('provision')).statusCode).toBe(202);
    await clock.advance(1_000);
    expect((await send('provision', `a: ${'x'.repeat(20_000)}`)).statusCode).toBe(202);
  });

  it.each(['sync', 'async'] as const)(
    'has room again after work that failed or was refused (%s)',
    async (mode) => {
      const broken = (): never => {
        throw new Error('broken');
      };
      let attempt = 0;
      const provision: TechAdapterHandlers['provision'] = () => {
        attempt += 1;
        return attempt % 2 === 0 ? broken() : async () => broken();
      };
      const { send } = serve({ maxTasks: 1, mode }, { provision });
      const seen = new Set<number>();
      for (let count = 0; count < 6; count += 1) seen.add((await send('provision')).statusCode);
      expect([...seen]).toEqual([mode === 'sync' ? 200 : 202, 500]);
    },
  );

  it('says which limit means nothing', () => {
    expect(() => createTechAdapter(PLAIN, { maxTasks: 0 })).toThrow('maxTasks is a number from 1 on, not 0');
    expect(() => createTechAdapter(PLAIN, { maxRunning: Number.NaN })).toThrow(
      'maxRunning is a number from 1 on',
    );
  });
});

describe('tasks beyond those that may work at the same time', () => {
  it('wait for their turn in the order in which they came', async () => {
    const { clock, began, send, stateOf } = serve({ maxRunning: 2 });
    const tokens: string[] = [];
    for (let count = 0; count < 4; count += 1) tokens.push((await send('provision')).json());
    expect(began).toEqual(tokens.slice(0, 2));
    expect(await Promise.all(tokens.map(stateOf))).toEqual(Array(4).fill('RUNNING'));
    await clock.advance(1_000);
    expect(began).toEqual(tokens);
    await clock.advance(1_000);
    expect(await Promise.all(tokens.map(stateOf))).toEqual(Array(4).fill('COMPLETED'));
  });

  it('do not keep a validation waiting', async () => {
    const { app, began, send } = serve({ maxRunning: 1 });
    const [first] = [(await send('provision')).json(), (await send('provision')).json()];
    const token = (await send('validate', 'a: 1', 'v2')).json();
    const { status } = (await app.inject(`/tech-adapter/v2/validate/${token}/status`)).json();
    expect([status, began]).toEqual(['COMPLETED', [first]]);
  });

  it('can be stopped before they have begun', async () => {
    const { app, clock, began, send, stateOf } = serve({ maxRunning: 1 });
    const [first, second, third] = [
      (await send('provision')).json(),
      (await send('provision')).json(),
      (await send('provision')).json(),
    ];
    await app.inject({ method: 'DELETE', url: `/tech-adapter/v1/provision/${second}` });
    await clock.advance(0);
    expect(await stateOf(second)).toBe('TERMINATED');
    await clock.advance(1_000);
    expect(began).toEqual([first, third]);
  });

  it('are forgotten from the oldest finished one on when they show too much', async () => {
    const provision: TechAdapterHandlers['provision'] = () => async () => ({ result: 'x'.repeat(4_000) });
    const { send, stateOf } = serve({ maxTaskBytes: 10_000 }, { provision });
    const [first, second] = [(await send('provision')).json(), (await send('provision')).json()];
    const third = (await send('provision')).json();
    expect(await Promise.all([first, second, third].map(stateOf))).toEqual([
      undefined,
      'COMPLETED',
      'COMPLETED',
    ]);
  });
});
