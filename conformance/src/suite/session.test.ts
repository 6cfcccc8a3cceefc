import { afterEach, describe, expect, it, vi } from 'vitest';
import { findSuite } from '../contracts.ts';
import type { Exchange } from './exchange.ts';
import type { Answer } from './http.ts';
import { createSession } from './session.ts';

afterEach(() => void vi.useRealTimers());

const ANSWER: Answer = { received: { status: 200, headers: {}, text: '{}', mediaType: 'application/json' } };

/** One request of a session with a separate clock. */
async function ask(clock: () => number, send: () => Promise<Answer>): Promise<Exchange> {
  const { contract } = await findSuite('tech-adapter');
  const client = { send, close: () => undefined };
  const signal = new AbortController().signal;
  const session = createSession({ contract, client, signal, concurrency: 1, maxRequests: 10, clock });
  const exchange = await session.call({
    operation: 'getStatus',
    label: 'any',
    intent: 'valid',
    token: 'any',
  });
  session.close();
  return exchange;
}

describe('the time of an answer', () => {
  it('excludes the time in which this process was suspended', async () => {
    let now = 0;
    const { took, lag } = await ask(
      () => now,
      async () => {
        // No timer fires meanwhile.
        now += 400;
        return ANSWER;
      },
    );
    expect({ took, lag }).toEqual({ took: 400, lag: 380 });
  });

  it('is the time of the target while this process could read', async () => {
    await findSuite('tech-adapter');
    vi.useFakeTimers();
    const { took, lag } = await ask(Date.now, async () => {
      await vi.advanceTimersByTimeAsync(400);
      return ANSWER;
    });
    expect({ took, lag }).toEqual({ took: 400, lag: 0 });
  });
});
