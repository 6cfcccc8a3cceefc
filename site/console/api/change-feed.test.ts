import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Notice, openChangeFeed } from './change-feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A stream that the test writes to and breaks. */
function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (own) => {
      controller = own;
    },
  });
  return {
    answer: new Response(body),
    write: (text: string) => controller?.enqueue(Uint8Array.from(new TextEncoder().encode(text))),
    end: () => controller?.close(),
  };
}

describe('the feed of changes', () => {
  it('asks for everything when the stream opens, and passes on what it tells, wherever its pieces end', async () => {
    const { answer, write } = stream();
    const feed = openChangeFeed({ events: async () => answer });
    const seen: Notice[] = [];
    feed.subscribe((notice) => seen.push(notice));
    write(': ready\n\ndata: {"kind":"plan",');
    write('"id":"1"}\n\ndata: {"kind":"hook","id":"2"}\n\n');
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.state).toBe('live');
    expect(seen).toEqual([null, { kind: 'plan', id: '1' }, { kind: 'hook', id: '2' }]);
    feed.close();
  });

  it('asks for everything now and then while the stream is broken, and no more when it is back', async () => {
    const first = stream();
    const answers = [first.answer];
    const feed = openChangeFeed({
      events: async () => answers.shift() ?? Promise.reject(new Error('refused')),
    });
    const seen: Notice[] = [];
    feed.subscribe((notice) => seen.push(notice));
    await vi.advanceTimersByTimeAsync(1);
    seen.length = 0;
    first.end();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(feed.state).toBe('polling');
    expect(seen).toEqual([null, null]);
    answers.push(stream().answer);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(feed.state).toBe('live');
    const { length } = seen;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(seen).toHaveLength(length);
    feed.close();
  });

  it('opens a stream again that says nothing at all', async () => {
    const events = vi.fn(async (signal: AbortSignal) => {
      const body = new ReadableStream({
        start: (own) => signal.addEventListener('abort', () => own.error(signal.reason)),
      });
      return new Response(body);
    });
    const feed = openChangeFeed({ events });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toHaveBeenCalledTimes(2);
    feed.close();
  });
});
