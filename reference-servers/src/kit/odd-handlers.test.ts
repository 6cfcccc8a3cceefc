import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../runtime/clock.ts';
import { createMemoryTaskStore, type TaskRecord } from '../runtime/task-store.ts';
import { CLEAN_UP_TIME } from '../runtime/time-limit.ts';
import type { AnyRequest } from './bind-handlers.ts';
import type { KitOptions } from './serve-mount.ts';
import type { Task } from './task.ts';
import { createTechAdapter } from './tech-adapter.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An adapter with the same `handler` everywhere, which may violate its types. */
function serve(handler: (request: Pick<AnyRequest, 'signal'>) => unknown, options: KitOptions = {}) {
  const clock = createManualClock();
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => lines.push(line) } };
  const names = ['validate', 'provision', 'unprovision', 'updateAcl', 'reverseProvision'];
  const handlers = Object.fromEntries(names.map((name) => [name, handler]));
  const app = Reflect.apply(createTechAdapter, undefined, [
    { ...handlers, terminate: true },
    { clock, logger, drainTimeout: 0, development: true, ...options },
  ]);
  servers.push(app);
  const post = (path: string) =>
    app.inject({
      method: 'POST',
      url: `/tech-adapter/v1/${path}`,
      payload: { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' },
    });
  const poll = async (token: string) =>
    (await app.inject(`/tech-adapter/v1/provision/${token}/status`)).json();
  return { app, clock, post, poll, logged: () => lines.map((line) => JSON.parse(line)) };
}

function fails(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

const CIRCULAR: { valid: boolean; self?: unknown } = { valid: true };
CIRCULAR.self = CIRCULAR;

/** Looks like an error that the framework throws before it calls a handler. */
const framework = Object.assign(new Error('secret'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 });

/** Has the required members, but not where JSON serialization looks for them. */
class Verdict {
  get valid(): boolean {
    return true;
  }
}

const unreadable = Object.defineProperty(new Error('x'), 'message', { get: fails(new Error('secret')) });

describe('a handler that does what no handler should', () => {
  it.each<[string, () => unknown, string]>([
    ['throws a text', fails('secret'), 'an unexpected problem stopped the request'],
    ['throws nothing', fails(null), 'an unexpected problem stopped the request'],
    ['throws an error that is frozen', fails(Object.freeze(new Error('secret'))), 'an unexpected problem'],
    ['throws an error that cannot be read', fails(unreadable), 'an unexpected problem stopped the request'],
    ['throws what looks like the framework', fails(framework), 'an unexpected problem stopped the request'],
    [
      'rejects with what looks like the framework',
      () => Promise.reject(framework),
      'an unexpected problem stopped the request',
    ],
    ['rejects with nothing', () => Promise.reject(), 'an unexpected problem stopped the request'],
    ['answers with nothing', () => undefined, 'the answer 200 breaks the contract: the body must be object'],
    [
      'answers with members that JSON leaves out',
      () => new Verdict(),
      'breaks the contract: valid is required',
    ],
    ['answers with what holds itself', () => CIRCULAR, 'an unexpected problem stopped the request'],
    ['answers with a BigInt', () => ({ valid: 10n }), 'breaks the contract: valid must be boolean'],
    ['answers with work', () => () => ({}), 'breaks the contract: the body must be object'],
  ])('is a 500 in the shape of the contract, and one line of the log: %s', async (_name, handler, line) => {
    const { post, logged } = serve(handler);
    const answer = await post('validate');
    expect([answer.statusCode, answer.json().error]).toEqual([
      500,
      'the service could not handle the request',
    ]);
    expect(answer.body).not.toMatch(/secret/);
    expect(logged()).toMatchObject([
      { level: 50, operation: 'validate', msg: expect.stringContaining(line) },
    ]);
  });

  it('keeps what it can of an error that the log cannot take', async () => {
    const { post, logged } = serve(fails(Object.freeze(new RangeError('too far'))));
    await post('validate');
    expect(logged()[0].err).toMatchObject({
      message: 'too far',
      stack: expect.stringContaining('RangeError'),
    });
  });

  it('finds out that its time is over, however late it asks', async () => {
    let goOn = () => {};
    const later = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isAborted: boolean | undefined;
    const { post, clock } = serve(
      async (request) => {
        await later;
        isAborted = request.signal.aborted;
      },
      { answerTimeout: 200 },
    );
    const answer = post('validate');
    await setImmediate();
    await clock.advance(200);
    expect((await answer).statusCode).toBe(500);
    goOn();
    await setImmediate();
    expect(isAborted).toBe(true);
  });

  it('finds out that the client has gone away, however late it asks', async () => {
    const leave = new AbortController();
    let isGone = () => {};
    const gone = new Promise<void>((resolve) => {
      isGone = resolve;
    });
    const seen: AbortSignal[] = [];
    const { app } = serve(async (request) => {
      leave.abort();
      await gone;
      seen.push(request.signal, request.signal);
    });
    app.addHook('onRequest', async (_request: unknown, reply: FastifyReply) => {
      reply.raw.once('close', () => isGone());
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const body = JSON.stringify({ descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' });
    const headers = { 'content-type': 'application/json' };
    const sent = fetch(`${origin}/tech-adapter/v1/validate`, {
      method: 'POST',
      headers,
      body,
      signal: leave.signal,
    });
    await expect(sent).rejects.toThrow();
    await gone;
    await setImmediate();
    expect(seen.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(new Set(seen).size).toBe(1);
  });

  it('is held to its contract by what is sent, not by what it looked like', async () => {
    const { post, logged } = serve(() => ({ valid: true, toJSON: () => ({ valid: 'perhaps' }) }));
    expect((await post('validate')).statusCode).toBe(500);
    expect(logged()).toMatchObject([{ pointer: '/valid', difference: { actual: 'perhaps' } }]);
    const { post: honest } = serve(() => ({ toJSON: () => ({ valid: true }) }));
    expect((await honest('validate')).json()).toEqual({ valid: true });
  });

  it('may answer with what only behaves like a promise, as query builders do', async () => {
    const then = (resolve: (value: unknown) => void) => resolve({ valid: true });
    const builder = Object.fromEntries([['then', then]]);
    const { post } = serve(() => builder);
    expect((await post('validate')).json()).toEqual({ valid: true });
  });
});

/** A list nested more deeply than JSON can be written. */
const tooDeep = (): unknown => {
  let inner: unknown = [];
  for (let depth = 0; depth < 100_000; depth += 1) inner = [inner];
  return inner;
};

describe('work that does what no work should', () => {
  it.each<[string, (task: Task<object>) => unknown]>([
    ['answers with a number that JSON has not', () => ({ result: 'x', more: 1n })],
    ['answers with what holds itself', () => ({ result: 'x', more: CIRCULAR })],
    ['answers with what cannot be written', () => ({ result: 'x', toJSON: fails(new Error('secret')) })],
    ['answers with what is too deep to be written', () => ({ result: 'x', more: tooDeep() })],
    ['answers with what is written otherwise', () => ({ result: 'x', toJSON: () => ({ result: 1 }) })],
    ['answers with what is written as a text', () => new Date(0)],
    ['says a line of a level that there is not', (task) => Reflect.apply(task.say, task, ['LOUD', 'x'])],
  ])('has failed when it %s', async (_what, work) => {
    const { post, poll, logged } = serve(() => (task: Task<object>) => work(task));
    const { body } = await post('provision');
    await setImmediate();
    expect(await poll(JSON.parse(body))).toMatchObject({ status: 'FAILED' });
    expect(logged()).toMatchObject([{ level: 50, token: JSON.parse(body) }]);
  });

  it('has shown what it reported as it was then', async () => {
    const info = { publicInfo: { place: 'here' }, privateInfo: {} };
    const { post, poll } = serve(() => (task: Task<{ info: object }>) => {
      task.report({ info });
      Object.assign(info, { publicInfo: 5 });
      return { result: 'done' };
    });
    const { body } = await post('provision');
    await setImmediate();
    expect(await poll(JSON.parse(body))).toMatchObject({
      status: 'COMPLETED',
      info: { publicInfo: { place: 'here' } },
    });
  });

  it('has nothing more to say once it has ended', async () => {
    let known: Task<object> | undefined;
    const { post, poll } = serve(() => (task: Task<object>) => {
      known = task;
      return { result: 'done' };
    });
    const { body } = await post('provision');
    const ended = await poll(JSON.parse(body));
    known?.say('INFO', 'one thing more');
    known?.report({ result: 'something else' });
    expect(ended).toMatchObject({ status: 'COMPLETED', result: 'done' });
    expect(await poll(JSON.parse(body))).toEqual(ended);
  });

  it('has failed some time after its time is over, although it does not heed its signal', async () => {
    const { post, poll, clock } = serve(() => () => new Promise(() => undefined), { taskTimeout: 500 });
    const { body } = await post('provision');
    await clock.advance(500 + CLEAN_UP_TIME - 1);
    expect(await poll(JSON.parse(body))).toMatchObject({ status: 'RUNNING' });
    await clock.advance(1);
    expect(await poll(JSON.parse(body))).toMatchObject({
      status: 'FAILED',
      result: 'The work was not done within 500 ms.',
    });
  });

  it('is handed over as it was, whatever it does when the server goes down', async () => {
    const store = createMemoryTaskStore();
    const { app, post } = serve(
      () =>
        ({ signal, say }: Task<object>) =>
          new Promise((_resolve, reject) => {
            say('INFO', 'Creating the table');
            signal.addEventListener('abort', () => {
              say('WARNING', 'Leaving');
              reject(signal.reason);
            });
          }),
      { store },
    );
    const token = JSON.parse((await post('provision')).body);
    await app.close();
    await setImmediate();
    expect(store.get(token)).toMatchObject({
      state: 'RUNNING',
      output: { result: '', logs: [{ message: 'Creating the table' }] },
    });
  });

  it('does no harm to the server when the store takes nothing any more', async () => {
    const store = createMemoryTaskStore();
    let isFull = false;
    const put = (record: TaskRecord): void => {
      if (isFull) throw new Error('the disk is full');
      store.put(record);
    };
    const { post, poll, clock, logged } = serve(
      () =>
        async ({ say }: Task<object>) => {
          await clock.sleep(100);
          say('INFO', 'Half of it');
          return { result: 'done' };
        },
      { store: { ...store, put } },
    );
    const token = JSON.parse((await post('provision')).body);
    isFull = true;
    await clock.advance(100);
    expect((await poll(token)).status).toBe('RUNNING');
    expect(logged()).toMatchObject([
      {
        level: 40,
        token,
        err: { message: 'the disk is full' },
        msg: 'the store rejected a change of a task',
      },
    ]);
    expect((await post('provision')).statusCode).toBe(500);
    isFull = false;
    await clock.advance(1_000);
    expect(await poll(token)).toMatchObject({ status: 'COMPLETED', logs: [{ message: 'Half of it' }] });
  });
});
