import { expect, it } from 'vitest';
import { startPlatform, until } from '../../../testing/platform-server.ts';
import { createManualClock } from '../../runtime/clock.ts';
import { LOOPBACK_HOSTS } from './decision-address.ts';
import { createSender } from './send-decision.ts';

const RULES = { allowedHosts: LOOPBACK_HOSTS, allowPrivate: false };
const HOUR = 3_600_000;

/** A sender whose platform is down; advances its clock pause by pause. */
async function sendToBrokenPlatform(answers: readonly number[], jump = 0) {
  const platform = await startPlatform(answers);
  const clock = createManualClock();
  const pauses: number[] = [];
  const watched: typeof clock = {
    ...clock,
    now: () => new Date(clock.now().getTime() + (pauses.length > 2 ? jump : 0)),
    sleep: (ms, signal) => {
      // The time limit of an attempt is not a pause.
      if (ms !== 10_000) pauses.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  const sent = createSender(watched, RULES)(platform.origin, { status: 'OK' });
  async function advance(isEnough: () => boolean): Promise<void> {
    for (let seen = 0; !isEnough(); seen += 1) {
      await until(() => pauses.length > seen || isEnough());
      await clock.advance(pauses[seen] ?? 0);
    }
  }
  return { platform, pauses, sent, advance };
}

it('delivers a decision after an outage of a night, and then pauses an hour at most', async () => {
  const attempts = 22;
  const { platform, pauses, sent, advance } = await sendToBrokenPlatform([
    ...Array<number>(attempts).fill(503),
    200,
  ]);
  await advance(() => platform.told.length > attempts);
  expect(await sent).toEqual({ outcome: 'taken' });
  expect(pauses.slice(0, 5)).toEqual([1000, 1000, 2000, 4000, 8000]);
  expect(Math.max(...pauses)).toBe(HOUR);
  expect(pauses.reduce((sum, one) => sum + one)).toBeGreaterThan(8 * HOUR);
});

it.each([
  ['', 0],
  [', although the clock is set back by a week', -168 * HOUR],
  [', although the clock is set ahead by a week', 168 * HOUR],
])('gives up after three days%s', async (_when, jump) => {
  const { pauses, sent, advance } = await sendToBrokenPlatform([404], jump);
  let outcome: string | undefined;
  const ended = sent.then((delivery) => {
    outcome = delivery.outcome;
  });
  await advance(() => outcome !== undefined);
  await ended;
  expect(outcome).toBe('failed');
  const waited = pauses.reduce((sum, one) => sum + one);
  expect(waited).toBeGreaterThan(72 * HOUR);
  expect(waited).toBeLessThanOrEqual(73 * HOUR);
});
