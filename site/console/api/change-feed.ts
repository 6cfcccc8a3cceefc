import type { OwnRoutes } from './own-routes.ts';

/** Data that may have to be read again. Holds ids only. */
export interface Change {
  readonly kind: 'plan' | 'unit' | 'adapter' | 'hook' | 'entity' | 'report';
  readonly id: string;
}

/** `null` stands for everything: notices may have been missed. */
export type Notice = Change | null;

/** Whether notices arrive as they happen, or the console polls instead. */
export type FeedState = 'connecting' | 'live' | 'polling';

/** Notices of changes, for as many readers as there are. */
export interface ChangeFeed {
  /** Returns how to stop. */
  subscribe(listener: (notice: Notice) => void): () => void;
  readonly state: FeedState;
  /** Calls back when the state changes; returns how to stop. */
  onState(listener: () => void): () => void;
  /** Ends the stream for good. */
  close(): void;
}

/** How often everything is read again while the stream is broken, in milliseconds. */
const POLL_MS = 10_000;
/** First and longest pause before the stream is opened again, in milliseconds. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** The platform sends a keep-alive every 15 seconds. */
const SILENCE_MS = 40_000;

/** Follows the event stream of the platform; reconnects when it breaks, and polls meanwhile. */
export function openChangeFeed(routes: Pick<OwnRoutes, 'events'>): ChangeFeed {
  const listeners = new Set<(notice: Notice) => void>();
  const watchers = new Set<() => void>();
  const closing = new AbortController();
  let state: FeedState = 'connecting';
  let polling: ReturnType<typeof setInterval> | undefined;
  const publish = (notice: Notice): void => {
    for (const listener of listeners) listener(notice);
  };
  const enter = (next: FeedState): void => {
    if (next === state) return;
    state = next;
    clearInterval(polling);
    if (next === 'polling') polling = setInterval(() => publish(null), POLL_MS);
    // Events from before the stream was open were not sent.
    if (next === 'live') publish(null);
    for (const watcher of watchers) watcher();
  };
  void follow(routes, closing.signal, { enter, publish }).finally(() => clearInterval(polling));
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get state() {
      return state;
    },
    onState(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    close: () => closing.abort(),
  };
}

interface Hands {
  enter(state: FeedState): void;
  publish(notice: Notice): void;
}

async function follow(
  routes: Pick<OwnRoutes, 'events'>,
  signal: AbortSignal,
  { enter, publish }: Hands,
): Promise<void> {
  let pause = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const silence = new AbortController();
    try {
      const ends = AbortSignal.any([signal, silence.signal]);
      const { body } = await routes.events(ends);
      if (body === null) throw new Error('the stream has no body');
      enter('live');
      pause = FIRST_RETRY_MS;
      await readStream(body, publish, () => silence.abort());
    } catch {
      // Reconnects after any error.
    }
    if (signal.aborted) return;
    enter('polling');
    await sleep(pause, signal);
    pause = Math.min(LONGEST_RETRY_MS, pause * 2);
  }
}

/** Reads until the stream ends or times out. */
async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  publish: (notice: Notice) => void,
  giveUp: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const timer = setTimeout(giveUp, SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const change = readEvent(part);
      if (change !== undefined) publish(change);
    }
  }
}

/** The change that an event reports; undefined for a comment. */
function readEvent(text: string): Change | undefined {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
  return data === '' ? undefined : JSON.parse(data);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
