import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN } from '../../testing/plain-handlers.ts';
import { createManualClock } from '../runtime/clock.ts';
import { TaskFailed } from './task.ts';
import { createTechAdapter, TechAdapterProblem } from './tech-adapter.ts';
import { type Retries, withRetries } from './with-retries.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const busy = () => new Error('the warehouse is busy');

/** An adapter whose work throws these errors, one per attempt, and then succeeds. */
async function provision(thrown: readonly unknown[], retries: Retries) {
  const clock = createManualClock();
  const lines: string[] = [];
  const attempts: number[] = [];
  const left = [...thrown];
  const logger = { level: 'warn', stream: { write: (line: string) => lines.push(line) } };
  const app = createTechAdapter(
    {
      ...PLAIN,
      terminate: true,
      provision: () =>
        withRetries({ clock, ...retries }, async () => {
          attempts.push(clock.now().getTime());
          if (left.length > 0) throw left.shift();
          return { result: 'done' };
        }),
    },
    { clock, logger, drainTimeout: 0 },
  );
  servers.push(app);
  const payload = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'a: 1' };
  const answer = await app.inject({ method: 'POST', url: '/tech-adapter/v1/provision', payload });
  const url = `/tech-adapter/v1/provision/${answer.json()}`;
  return {
    clock,
    attempts,
    /** Seconds between the attempts. */
    waits: () => attempts.slice(1).map((at, index) => (at - (attempts[index] ?? 0)) / 1_000),
    stop: () => app.inject({ method: 'DELETE', url }),
    status: async () => (await app.inject(`${url}/status`)).json(),
    logged: () => lines.map((line) => JSON.parse(line)),
  };
}

describe('work with retries', () => {
  it('is done again after a longer and longer time, and says so in both logs', async () => {
    const { clock, waits, status, logged } = await provision([busy(), busy(), busy()], { attempts: 4 });
    await clock.advance(10_000);
    expect(waits()).toEqual([1, 2, 4]);
    const { logs, ...rest } = await status();
    expect(rest).toEqual({ status: 'COMPLETED', result: 'done' });
    expect(logs).toMatchObject([
      { level: 'WARNING', message: 'Attempt 1 of 4 failed. The next one starts in 1 s.' },
      { message: 'Attempt 2 of 4 failed. The next one starts in 2 s.' },
      { message: 'Attempt 3 of 4 failed. The next one starts in 4 s.' },
    ]);
    expect(logged()[0]).toMatchObject({
      token: expect.any(String),
      attempt: 1,
      err: { message: 'the warehouse is busy' },
    });
  });

  it('fails with the error of the last attempt', async () => {
    const last = new TaskFailed('The warehouse is down.');
    const { clock, attempts, status } = await provision([busy(), last], { attempts: 2, backOff: () => 50 });
    await clock.advance(50);
    expect(attempts).toHaveLength(2);
    expect(await status()).toMatchObject({ status: 'FAILED', result: 'The warehouse is down.' });
  });

  it.each([
    ['a failure of the author', new TaskFailed('There is no such schema.')],
    ['a problem of the contract', new TechAdapterProblem('DESCRIPTOR_REQUIRED')],
  ])('is not done again after %s', async (_name, thrown) => {
    const { clock, attempts, status } = await provision([thrown], { attempts: 5 });
    await clock.advance(100_000);
    expect([attempts.length, (await status()).status]).toEqual([1, 'FAILED']);
  });

  it('is done again only after errors that the author chooses', async () => {
    const retryOn = (thrown: unknown) => thrown instanceof TaskFailed;
    const { clock, attempts } = await provision([new TaskFailed('Locked.'), busy()], {
      attempts: 5,
      retryOn,
    });
    await clock.advance(100_000);
    expect(attempts).toHaveLength(2);
  });

  it('makes no further attempt once its task is stopped', async () => {
    const { clock, attempts, stop, status } = await provision([busy()], { attempts: 5 });
    await stop();
    await clock.advance(100_000);
    expect([attempts.length, (await status()).status]).toEqual([1, 'TERMINATED']);
  });

  it('has at least one attempt', () => {
    expect(() => withRetries({ attempts: 0 }, () => ({}))).toThrow(
      'attempts is a whole number from 1 on, not 0',
    );
  });
});
