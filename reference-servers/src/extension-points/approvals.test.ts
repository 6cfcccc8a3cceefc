import type { HookUpdate } from '@tessera/contracts/types/remote-request-hook';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../runtime/clock.ts';
import { KEEP_FINISHED_FOR } from '../runtime/finished-tasks.ts';
import { createSequentialIds } from '../runtime/ids.ts';
import { createApprovals, MOST_WAITING } from './approvals.ts';

describe('requests that nobody decides', () => {
  function open() {
    const clock = createManualClock();
    const sent: [url: string, decision: HookUpdate][] = [];
    const approvals = createApprovals({
      clock,
      ids: createSequentialIds('approval'),
      pageOf: () => undefined,
      send: async (url, decision) => {
        sent.push([url, decision]);
        return { outcome: 'taken' };
      },
    });
    const { log } = fastify();
    const take = (id: number) =>
      approvals.take(`request-${id}`, { respondToUrl: `http://127.0.0.1/${id}`, fields: {} }, log);
    return { approvals, clock, sent, take };
  }

  it('are rejected from the oldest on when too many wait', async () => {
    const { approvals, clock, sent, take } = open();
    for (let id = 0; id < MOST_WAITING; id += 1) take(id);
    expect(sent).toEqual([]);
    take(MOST_WAITING);
    take(MOST_WAITING + 1);
    await clock.advance(0);
    expect(sent.map(([url, { status }]) => [url, status])).toEqual([
      ['http://127.0.0.1/0', 'KO'],
      ['http://127.0.0.1/1', 'KO'],
    ]);
    expect(approvals.all().filter(({ state }) => state === 'waiting')).toHaveLength(MOST_WAITING);
  });

  it('are forgotten an hour after they were rejected', async () => {
    const { approvals, clock, take } = open();
    for (let id = 0; id <= MOST_WAITING; id += 1) take(id);
    await clock.advance(KEEP_FINISHED_FOR);
    expect(approvals.find('approval-1')?.state).toBe('taken');
    await clock.advance(1);
    expect(approvals.find('approval-1')).toBeUndefined();
    expect(approvals.all()).toHaveLength(MOST_WAITING);
  });
});
