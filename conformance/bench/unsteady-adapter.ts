import { startAdapter } from '../mutants/adapter.ts';
import { type Body, isBody } from '../mutants/reply.ts';
import type { Adapter, Habits } from '../mutants/server.ts';

/** The longest delay of a response, in milliseconds. */
const LONGEST_WAIT = 500;
const HOUR = 3_600_000;

/**
 * A conformant adapter under load: it delays every response for a random time, and its clock is one hour off.
 * @param random returns a number between 0 and 1
 */
export function startUnsteadyAdapter(random: () => number, isAhead: boolean): Promise<Adapter> {
  const shift = isAhead ? HOUR : -HOUR;
  const habits: Partial<Habits> = {
    termination: random() < 0.5,
    mode: random() < 0.3 ? 'sync' : 'async',
    async answer(reply) {
      await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT));
      return isBody(reply.body) ? { ...reply, body: withClock(reply.body, shift) } : reply;
    },
  };
  return startAdapter(habits);
}

function withClock(body: Body, shift: number): Body {
  const { logs } = body;
  if (!Array.isArray(logs)) return body;
  return {
    ...body,
    logs: logs.map((log: unknown) =>
      isBody(log)
        ? { ...log, timestamp: new Date(Date.parse(String(log['timestamp'])) + shift).toISOString() }
        : log,
    ),
  };
}
