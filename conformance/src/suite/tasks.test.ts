import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { exchangeOf } from '../../mutants/exchanges.ts';
import { useVirtualTime } from '../../mutants/use-virtual-time.ts';
import { agentInMemory } from '../../mutants/virtual-time.ts';
import { techAdapterSuite } from '../cases/tech-adapter.ts';
import { TASK_BLAME } from '../checks/task-answers.ts';
import type { Exchange } from './exchange.ts';
import { createHttpClient } from './http.ts';
import { createSession, type Session } from './session.ts';
import { createTasks } from './tasks.ts';

useVirtualTime();

const { descriptorKind, text: descriptor } = descriptors['shipments-view'];

it('sends one poll at a time for a task, however many callers wait for it', async () => {
  const adapter = await startAdapter({ work: 150, delay: 20 });
  const client = createHttpClient({ base: adapter.url, headers: {}, timeout: 5_000, ...agentInMemory() });
  const session = createSession({
    contract: techAdapterSuite.contract,
    client,
    signal: new AbortController().signal,
    concurrency: 2,
    maxRequests: 100,
  });
  const tasks = createTasks(session, 5_000, TASK_BLAME);
  try {
    const started = await tasks.start('provision', { descriptorKind, descriptor }, 'provision');
    const ends = await Promise.all([tasks.finish(started), tasks.finish(started)]);
    expect(ends.map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED']);
    const polls = tasks.all.flatMap(({ observations }) => observations.map(({ exchange }) => exchange));
    const overlapping = polls.filter((one, index) => {
      const before = polls[index - 1];
      return before !== undefined && one.at < before.at + before.took;
    });
    expect(overlapping.map(({ id }) => id)).toEqual([]);
  } finally {
    session.close();
    client.close();
    await adapter.close();
  }
});

/** A target whose tasks take 150 ms, and a process that was busy when the first answers arrived. */
function createLateReader(late: readonly number[]) {
  const { contract, schemas, ...rest } = createSession({
    contract: techAdapterSuite.contract,
    client: createHttpClient({ base: new URL('http://127.0.0.1:1'), headers: {}, timeout: 1 }),
    signal: new AbortController().signal,
    concurrency: 1,
    maxRequests: 0,
  });
  rest.close();
  const journal: Exchange[] = [];
  const begun = new Map<string, number>();
  let now = 0;
  const session: Session = {
    ...rest,
    contract,
    schemas,
    journal,
    now: () => now,
    async pause(milliseconds) {
      now += milliseconds;
    },
    async call(call) {
      const { token } = call;
      const at = now;
      const lag = token === undefined ? (late[begun.size] ?? 0) : 0;
      now += 2 + lag;
      if (token === undefined) begun.set(String(begun.size), at + 1);
      const status = at + 1 - (begun.get(token ?? '') ?? 0) < 150 ? 'RUNNING' : 'COMPLETED';
      const value = token === undefined ? String(begun.size - 1) : { status };
      const exchange = exchangeOf(call, journal.length + 1, value, { at, took: now - at, lag });
      journal.push(exchange);
      return exchange;
    },
  };
  return session;
}

it('does not poll later tasks more often after late responses', async () => {
  const polls = async (late: readonly number[]): Promise<number> => {
    const session = createLateReader(late);
    const tasks = createTasks(session, 5_000, TASK_BLAME);
    for (let turn = 0; turn < 6; turn += 1)
      await tasks.finish(await tasks.start('provision', {}, `provision ${turn}`));
    return session.journal.length;
  };
  expect(await polls([120, 120])).toBeLessThanOrEqual((await polls([])) + 1);
});
