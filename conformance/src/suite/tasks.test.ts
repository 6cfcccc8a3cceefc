import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { expect, it } from 'vitest';
import { startAdapter } from '../../mutants/adapter.ts';
import { techAdapterSuite } from '../cases/tech-adapter.ts';
import { createHttpClient } from './http.ts';
import { createSession } from './session.ts';
import { createTasks } from './tasks.ts';

const { descriptorKind, text: descriptor } = descriptors['shipments-view'];

it('asks about a task one question at a time, however many wait for its end', async () => {
  const adapter = await startAdapter({ work: 150, delay: 20 });
  const client = createHttpClient({ base: adapter.url, headers: {}, timeout: 5_000 });
  const session = createSession({
    contract: techAdapterSuite.contract,
    client,
    signal: new AbortController().signal,
    concurrency: 2,
    maxRequests: 100,
  });
  const tasks = createTasks(session, 5_000);
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
