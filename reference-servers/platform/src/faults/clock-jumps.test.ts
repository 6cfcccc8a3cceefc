import { createManualClock, systemClock } from '@tessera/reference-servers/harness';
import { type FastifyInstance, fastify } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openGovernance } from '../../testing/governance.ts';
import {
  AT,
  component,
  describeUnit,
  openPlatform,
  register,
  TEMPLATE,
  targets,
} from '../../testing/open-platform.ts';

const SECOND = 1_000;
/** Between two polls of a task. */
const PAUSE = SECOND / 4;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Shifts the system clock of this process; timers stay as they are, as on a real machine. */
function shiftClock(): (ms: number) => void {
  const real = Date.now;
  let shift = 0;
  const shifted = vi.spyOn(Date, 'now').mockImplementation(() => real() + shift);
  onTestFinished(() => shifted.mockRestore());
  return (ms) => {
    shift = ms;
  };
}

/** An adapter whose tasks end when the test says so, with the number of tasks that were started. */
function createHeldAdapter(): { app: FastifyInstance; started(): number; polls(): number; release(): void } {
  let [started, polls, isHeld] = [0, 0, true];
  const app = fastify();
  app.post('/v2/validate', (_request, reply) => reply.code(501).send({ error: 'not implemented' }));
  app.post('/v1/validate', async () => ({ valid: true }));
  app.post('/v1/provision', async (_request, reply) => {
    started += 1;
    return reply.code(202).send('"task"');
  });
  app.get('/v1/provision/task/status', async () => {
    polls += 1;
    return { status: isHeld ? 'RUNNING' : 'COMPLETED', result: '' };
  });
  return {
    app,
    started: () => started,
    polls: () => polls,
    release: () => {
      isHeld = false;
    },
  };
}

describe('a plan whose task runs', () => {
  it.each([
    ['set back by a day', -DAY],
    ['set ahead by a day', DAY],
  ])('ends, and starts its task once, although the clock is %s', async (_what, jump) => {
    const shift = shiftClock();
    const clock = { ...systemClock, now: () => new Date(Date.now()) };
    const settings = { pollMs: PAUSE, longestPollMs: PAUSE, dataCatalog: undefined };
    const open = await openPlatform({ clock, settings });
    onTestFinished(() => open.close());
    const adapter = createHeldAdapter();
    await register(open.v2, TEMPLATE, await open.listen(adapter.app));
    const descriptor = describeUnit(component('table'));
    const body = { descriptor, targetStatus: targets('DEPLOYED', 'table') };
    const plan = await open.v2.startProvisioning({ ...AT, body });
    await vi.waitFor(() => expect(adapter.polls()).toBeGreaterThan(0), { timeout: 60 * SECOND });
    // In the middle of the pause between two polls.
    await new Promise((resolve) => setTimeout(resolve, PAUSE / 2));
    shift(jump);
    const polls = adapter.polls();
    await vi.waitFor(() => expect(adapter.polls()).toBeGreaterThan(polls + 1), { timeout: 60 * SECOND });
    adapter.release();
    expect((await plan.wait({ timeout: 60 * SECOND })).status).toBe('COMPLETED');
    expect(adapter.started()).toBe(1);
  });
});

describe('the schedule of policies', () => {
  async function openSchedule() {
    const manual = createManualClock('2025-06-02T08:59:58.000Z');
    let shift = 0;
    const clock = { ...manual, now: () => new Date(manual.now().getTime() + shift) };
    const open = await openGovernance({ clock });
    onTestFinished(() => open.close());
    const cronExpression = '0 0 9 * * ?';
    const { id } = await open.createPolicy({ resourceType: 'nothing', cronExpression }, 'enabled');
    /** Lets time pass in the steps of the schedule; returns the number of runs so far. */
    const runsAfter = async (ms: number): Promise<number> => {
      for (let passed = 0; passed < ms; passed += 500) {
        await manual.advance(500);
        // The database needs real time.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const { db } = open.platform.context;
      const reports = await db.selectFrom('evaluation_report').select('demand').execute();
      return reports.filter(({ demand }) => demand.entityId === id).length;
    };
    return {
      runsAfter,
      jump: (ms: number) => {
        shift += ms;
      },
    };
  }

  it('starts no run twice when the clock is corrected by seconds', async () => {
    const { runsAfter, jump } = await openSchedule();
    expect(await runsAfter(4 * SECOND)).toBe(1);
    jump(-4 * SECOND);
    expect(await runsAfter(6 * SECOND)).toBe(1);
  });

  it('starts a run at its next time after the clock was a year ahead', async () => {
    const { runsAfter, jump } = await openSchedule();
    jump(365 * DAY);
    await expect.poll(() => runsAfter(SECOND)).toBe(1);
    jump(-365 * DAY);
    await expect.poll(() => runsAfter(4 * SECOND)).toBe(2);
    expect(await runsAfter(4 * SECOND)).toBe(2);
  });
});
