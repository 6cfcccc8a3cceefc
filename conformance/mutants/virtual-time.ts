import { Agent, createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { afterAll, beforeAll, vi } from 'vitest';

/** A server that runs until it is closed. */
export interface Served {
  readonly url: URL;
  /** Opens connections to it, where no socket of the machine leads to it. */
  readonly agent?: Agent;
  close(): Promise<void>;
}

/** Turns of the event loop in which nothing happens: streams in memory have passed everything on by then. */
const QUIET_TURNS = 3;

/**
 * Runs the tests of the current file in virtual time: timers fire in their order as soon as nothing else is left to do,
 * and clocks show what the timers say. How fast the machine is changes no result. Works for traffic in memory only.
 */
export function useVirtualTime(): void {
  const turn = setImmediate;
  let isOver = false;
  let loop: Promise<void> | undefined;
  const advance = async (): Promise<void> => {
    while (!isOver) {
      for (let count = 0; count < QUIET_TURNS; count += 1)
        await new Promise<void>((resolve) => turn(resolve));
      if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    }
  };
  beforeAll(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    isOver = false;
    isVirtual = true;
    loop = advance();
  });
  afterAll(async () => {
    isOver = true;
    isVirtual = false;
    await loop;
    vi.useRealTimers();
  });
}

let isVirtual = false;

/** Serves on a free port of this machine, and over memory in virtual time. */
export async function serve(respond: RequestListener): Promise<Served> {
  if (isVirtual) return serveInMemory(respond);
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has an address and a port
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves over streams in memory: HTTP as on a socket, without the operating system in between. */
function serveInMemory(respond: RequestListener): Served {
  const server = createServer(respond);
  const open = new Set<Duplex>();
  const agent = new MemoryAgent(() => {
    const [near, far] = duplexPair();
    for (const end of [near, far]) {
      open.add(asSocket(end));
      end.once('close', () => {
        open.delete(end);
        // A socket that is gone is gone at both ends, once what it carried was read.
        setImmediate(() => {
          for (const other of [near, far]) other.destroy();
        });
      });
    }
    server.emit('connection', far);
    return near;
  });
  return {
    url: new URL('http://127.0.0.1:1'),
    agent,
    close: async () => {
      agent.destroy();
      for (const end of open) end.destroy();
    },
  };
}

class MemoryAgent extends Agent {
  readonly #connect: () => Duplex;

  constructor(connect: () => Duplex) {
    super({ keepAlive: true, maxSockets: 64 });
    this.#connect = connect;
  }

  /** Called by the agent for each connection. */
  createConnection(): Duplex {
    return this.#connect();
  }
}

/** What the HTTP module of Node calls on a socket beside the methods of a stream. */
function asSocket(stream: Duplex): Duplex {
  const same = (): Duplex => stream;
  return Object.assign(stream, {
    setKeepAlive: same,
    setNoDelay: same,
    setTimeout: same,
    ref: same,
    unref: same,
    destroySoon: () => stream.end(() => stream.destroy()),
  });
}
