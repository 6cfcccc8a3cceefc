import type { HookUpdate } from '@tessera/contracts/types/remote-request-hook';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../runtime/clock.ts';
import { KEEP_FINISHED_FOR } from '../runtime/finished-tasks.ts';
import { createSequentialIds } from '../runtime/ids.ts';
import { createApprovals, MOST_WAITING } from './approvals.ts';

describe('requests without a decision', () => {
  function open(keepBytes?: number) {
    const clock = createManualClock();
    const sent: [url: string, decision: HookUpdate][] = [];
    const approvals = createApprovals({
      clock,
      ids: createSequentialIds('approval'),
      ...(keepBytes === undefined ? {} : { keepBytes }),
      pageOf: () => undefined,
      send: async (url, decision) => {
        sent.push([url, decision]);
        return { outcome: 'taken' };
      },
    });
    const { log } = fastify();
    const take = (id: number, text = '') =>
      approvals.take(`request-${id}`, { respondToUrl: `http://127.0.0.1/${id}`, fields: { text } }, log);
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

  it('are rejected from the oldest on when they take too much memory, and forgotten once that was sent', async () => {
    const { approvals, clock, sent, take } = open(2_500);
    for (const id of [1, 2, 3]) take(id, 'x'.repeat(1_000));
    await clock.advance(0);
    expect(sent.map(([url]) => url)).toEqual(['http://127.0.0.1/1']);
    expect(approvals.all().map(({ id, state }) => [id, state])).toEqual([
      ['approval-2', 'waiting'],
      ['approval-3', 'waiting'],
    ]);
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
