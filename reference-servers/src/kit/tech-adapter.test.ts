import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { Problem } from '../harness/problem.ts';
import { createManualClock } from '../runtime/clock.ts';
import { createMemoryTaskStore } from '../runtime/task-store.ts';
import type { KitOptions } from './serve-mount.ts';
import { TaskFailed } from './task.ts';
import { createTechAdapter, type TechAdapterHandlers } from './tech-adapter.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const BODY = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' };

function serve(handlers: Partial<TechAdapterHandlers> = {}, options: KitOptions = {}) {
  const clock = createManualClock();
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => lines.push(line) } };
  const app = createTechAdapter({ ...PLAIN, ...handlers }, { clock, logger, drainTimeout: 0, ...options });
  servers.push(app);
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const answer = await app.inject({ method, url: `/tech-adapter${path}`, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  const provision = () => send('POST', '/v1/provision', BODY);
  const poll = (token: string) => send('GET', `/v1/provision/${token}/status`);
  return { app, clock, send, provision, poll, logged: () => lines.map((line) => JSON.parse(line)) };
}

describe('a handler that answers at once', () => {
  it('is answered 200, with the state that is a good end', async () => {
    expect(await serve().provision()).toEqual({
      status: 200,
      body: { status: 'COMPLETED', result: 'provisioned', logs: [] },
    });
    expect(await serve().send('POST', '/v1/validate', BODY)).toEqual({ status: 200, body: { valid: true } });
  });

  it('refuses by an entry of the error catalog', async () => {
    const provision = () => {
      throw new Problem('DESCRIPTOR_INVALID', { finding: 'it has no owner' });
    };
    expect(await serve({ provision }).provision()).toMatchObject({
      status: 400,
      body: { errors: ['it has no owner'] },
    });
  });

  it('is a 500 and one line of the log with the JSON pointer when it breaks its own contract', async () => {
    const validate = () => JSON.parse('{ "valid": "yes" }');
    for (const development of [false, true]) {
      const { send, logged } = serve({ validate }, { development });
      expect((await send('POST', '/v1/validate', BODY)).status).toBe(500);
      expect(logged()).toHaveLength(1);
      expect(logged()[0]).toMatchObject({ pointer: '/valid', operation: 'validate' });
      expect(logged()[0].difference).toEqual(
        development ? { expected: { keyword: 'type', type: 'boolean' }, actual: 'yes' } : undefined,
      );
    }
  });

  it('is a 500 when it takes too long, and learns of it', async () => {
    let aborted: unknown;
    const { send, clock, logged } = serve(
      {
        validate: ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              aborted = signal.reason;
              reject(signal.reason);
            });
          }),
      },
      { answerTimeout: 100 },
    );
    const answer = send('POST', '/v1/validate', BODY);
    for (let waited = 0; aborted === undefined && waited < 100; waited += 1) await clock.advance(100);
    expect((await answer).status).toBe(500);
    expect(String(aborted)).toContain('validate did not answer within 100 ms');
    expect(logged()).toHaveLength(1);
  });
});

describe('a handler that answers with work', () => {
  it('is answered with a token, and polls show what there is so far', async () => {
    const { provision, poll, clock } = serve({
      provision: () => async (task) => {
        task.say('INFO', 'Creating the table', 'Applying');
        task.report({ result: 'half' });
        await clock.sleep(100, task.signal);
        return { result: 'all', info: { publicInfo: {}, privateInfo: {} } };
      },
    });
    const { status, body: token } = await provision();
    expect(status).toBe(202);
    const logs = [
      expect.objectContaining({ level: 'INFO', message: 'Creating the table', phase: 'Applying' }),
    ];
    expect((await poll(token)).body).toEqual({ status: 'RUNNING', result: 'half', logs });
    await clock.advance(100);
    const info = { publicInfo: {}, privateInfo: {} };
    expect((await poll(token)).body).toEqual({ status: 'COMPLETED', result: 'all', info, logs });
  });

  it('fails with a specific message, or with a general one without internal details', async () => {
    for (const [thrown, sentence, lines] of [
      [new TaskFailed('There is no space left.', { phase: 'Applying' }), 'There is no space left.', 0],
      [new Problem('DESCRIPTOR_INVALID', { finding: 'it has no owner' }), 'it has no owner', 0],
      [new Error('password 1234'), 'The work failed unexpectedly.', 1],
    ] as const) {
      const { provision, poll, logged } = serve({
        provision: () => async () => {
          throw thrown;
        },
      });
      const { body } = await poll((await provision()).body);
      expect(body).toMatchObject({ status: 'FAILED', result: sentence, logs: [{ level: 'ERROR' }] });
      expect(logged()).toHaveLength(lines);
    }
  });

  it('fails, with one line of the log, when what it shows breaks the contract', async () => {
    const wrong = () => JSON.parse('{ "info": { "publicInfo": {} } }');
    for (const early of [false, true]) {
      const { provision, poll, logged } = serve({
        provision: () => async (task) => {
          if (early) task.report(wrong());
          return wrong();
        },
      });
      const { body } = await poll((await provision()).body);
      expect([body.status, body.info]).toEqual(['FAILED', undefined]);
      expect(logged().map(({ pointer }) => pointer)).toEqual(['/info']);
    }
  });

  it('fails when it takes longer than it may', async () => {
    const { provision, poll, clock } = serve(
      {
        provision:
          () =>
          async ({ signal }) => {
            await clock.sleep(1000, signal);
            return {};
          },
      },
      { taskTimeout: 500 },
    );
    const { body: token } = await provision();
    await clock.advance(500);
    expect((await poll(token)).body).toMatchObject({
      status: 'FAILED',
      result: 'The work was not done within 500 ms.',
    });
  });

  it('is waited for when its operation is synchronous', async () => {
    const work = async () => ({ result: 'waited for' });
    const { provision, send } = serve(
      { provision: () => work, unprovision: () => work },
      { mode: { provision: 'sync' } },
    );
    expect(await provision()).toMatchObject({ status: 200, body: { result: 'waited for' } });
    expect((await send('POST', '/v1/unprovision', BODY)).status).toBe(202);
  });

  it('ends as FAILED with 200 when it fails while it is waited for', async () => {
    const provision = () => async () => {
      throw new TaskFailed('There is no space left.');
    };
    expect(await serve({ provision }, { mode: 'sync' }).provision()).toMatchObject({
      status: 200,
      body: { status: 'FAILED', result: 'There is no space left.' },
    });
  });
});

describe('an optional handler', () => {
  it('is answered 501 when nothing can be terminated', async () => {
    expect((await serve().send('DELETE', '/v1/provision/x')).status).toBe(501);
  });

  it('stops a task by its signal, and is notified', async () => {
    const told: unknown[] = [];
    for (const terminate of [true, (task: object) => told.push(task)] as const) {
      const { provision, send, poll, clock } = serve({
        terminate,
        provision:
          () =>
          async ({ signal }) => {
            await clock.sleep(100, signal);
            return {};
          },
      });
      const { body: token } = await provision();
      expect(await send('DELETE', `/v1/provision/${token}`)).toEqual({ status: 202, body: undefined });
      expect((await poll(token)).body).toMatchObject({
        status: 'TERMINATED',
        result: 'The task was stopped on request.',
      });
      expect((await send('DELETE', `/v1/provision/${token}`)).body.status).toBe('TERMINATED');
    }
    expect(told).toEqual([{ token: expect.any(String), operation: 'provision' }]);
  });

  it('that fails is written down, and the task is stopped all the same', async () => {
    const { provision, send, logged } = serve({
      terminate: () => {
        throw new Error('broken');
      },
      provision: () => () => new Promise(() => undefined),
    });
    const { body: token } = await provision();
    expect((await send('DELETE', `/v1/provision/${token}`)).status).toBe(202);
    expect(logged()).toMatchObject([{ token, msg: 'terminate failed' }]);
  });

  it('is not needed for validation as a task, unless it is switched off', async () => {
    const { send } = serve();
    const { status, body: token } = await send('POST', '/v2/validate', BODY);
    expect(status).toBe(202);
    expect((await send('GET', `/v2/validate/${token}/status`)).body).toEqual({
      status: 'COMPLETED',
      info: { publicInfo: { valid: true } },
    });
    const without = serve({}, { without: ['asynchronous-validation'] });
    expect((await without.send('POST', '/v2/validate', BODY)).status).toBe(500);
  });
});

describe('a server that is closed', () => {
  const work = (wake: Promise<unknown>) => () => async () => {
    await wake;
    return { result: 'finished' };
  };

  it('lets running tasks finish', async () => {
    const store = createMemoryTaskStore();
    let finish = (_: unknown) => {};
    const wake = new Promise((resolve) => {
      finish = resolve;
    });
    const { app, provision } = serve({ provision: work(wake) }, { store, drainTimeout: 1000 });
    const { body: token } = await provision();
    const closed = app.close();
    finish(undefined);
    await closed;
    expect(store.get(token)).toMatchObject({ state: 'COMPLETED', output: { result: 'finished' } });
  });

  it('may take as long as its tasks may, which is longer than plugins have by default', () => {
    expect(serve().app.initialConfig.pluginTimeout).toBe(0);
  });

  it('says that tasks are lost which only its memory knew', async () => {
    const { app, provision, logged } = serve({ provision: work(new Promise(() => undefined)) });
    const { body: token } = await provision();
    await app.close();
    const msg = 'running tasks are lost: they were kept in memory';
    expect(logged()).toMatchObject([{ level: 40, tokens: [token], msg }]);
  });

  it('hands over what takes too long to the next one with the same store', async () => {
    const store = createMemoryTaskStore();
    const asked: unknown[] = [];
    const never = new Promise(() => undefined);
    const first = serve({ provision: work(never) }, { store });
    const { body: token } = await first.provision();
    await first.app.close();
    const told = 'running tasks stay in the store for the next server';
    expect(first.logged()).toMatchObject([{ level: 40, tokens: [token], msg: told }]);

    const provision: TechAdapterHandlers['provision'] = ({ body }) => {
      asked.push(body);
      return work(Promise.resolve())();
    };
    const second = serve({ provision }, { store });
    await second.app.ready();
    expect((await second.poll(token)).body).toMatchObject({ status: 'COMPLETED', result: 'finished' });
    expect(asked).toEqual([expect.objectContaining(BODY)]);
  });
});

describe('every server of the kit', () => {
  it('says how it is, and shows its contract', async () => {
    const { app, send } = serve();
    const status = async (url: string) => (await app.inject(url)).statusCode;
    expect([await status('/health'), await status('/ready'), await status('/metrics')]).toEqual([
      200, 200, 200,
    ]);
    expect((await send('GET', '/openapi.json')).body.info.title).toBe('Tech Adapter API');
    const busy = serve({}, { isReady: () => false });
    expect((await busy.app.inject('/ready')).statusCode).toBe(503);
  });

  it('refuses what is too large in the shape of the contract', async () => {
    const { provision } = serve({}, { bodyLimit: 10 });
    expect(await provision()).toMatchObject({ status: 413, body: { errors: [expect.any(String)] } });
  });
});

describe('a server that goes wrong on purpose', () => {
  it('does what its faults say, and says so', async () => {
    const faults = { fail: [{ operation: 'provision', status: 503 }], malformed: ['validate'] };
    const { app, send } = serve({}, { faults });
    const failed = await app.inject({ method: 'POST', url: '/tech-adapter/v1/provision', payload: BODY });
    expect([failed.statusCode, failed.headers['tessera-fault']]).toEqual([503, 'status=503']);
    const broken = await app.inject({ method: 'POST', url: '/tech-adapter/v1/validate', payload: BODY });
    expect(() => JSON.parse(broken.body)).toThrow(SyntaxError);
    expect((await send('POST', '/v1/unprovision', BODY)).status).toBe(200);
  });

  it('does the same to the same requests', async () => {
    const statuses = async (seed: number) => {
      const { provision } = serve({}, { faults: { failRate: 0.5, seed } });
      const found = [];
      for (let count = 0; count < 20; count += 1) found.push((await provision()).status);
      return found;
    };
    const first = await statuses(7);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await statuses(7)).toEqual(first);
    expect(await statuses(8)).not.toEqual(first);
  });

  it('is late by the clock of the server', async () => {
    const { clock, provision } = serve({}, { faults: { latencyMs: [200, 200] } });
    let status = 0;
    const answered = provision().then((answer) => {
      status = answer.status;
    });
    await setImmediate();
    await clock.advance(199);
    expect(status).toBe(0);
    await expect.poll(() => clock.advance(200).then(() => status)).toBe(200);
    await answered;
  });

  it('is not made when there is no such operation', () => {
    expect(() => serve({}, { faults: { hang: ['nonsense'] } })).toThrow(
      /there is no operation nonsense; there are .*provision/,
    );
  });
});
