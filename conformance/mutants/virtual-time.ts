import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { install } from '@sinonjs/fake-timers';
import { createRandom, uuidFrom } from './random.ts';

/** A running server. */
export interface Served {
  readonly url: URL;
  /** The agent that connects to the server, if it does not listen on a socket. */
  readonly agent?: Agent;
  close(): Promise<void>;
}

/** Idle turns of the event loop after which in-memory streams have delivered all their data. */
const QUIET_TURNS = 3;

/** The start of virtual time: the same in every run, so that runs produce identical output. */
const BEGINNING = Date.UTC(2026, 0, 1, 9);

/** The seed of the random numbers. */
const SEED = 1;

/** The real `setImmediate`, which virtual time never replaces. */
const turn = setImmediate;

let isVirtual = false;

/**
 * Replaces the timers and clocks of this process: a timer fires as soon as the event loop is idle, and the clocks
 * follow the timers. Random numbers and ids are the same in every run, too. So neither the speed of the machine nor
 * chance changes a result. Works only for in-memory traffic. Returns a function that restores the real timers.
 */
export function startVirtualTime(): () => Promise<void> {
  const clock = install({
    now: BEGINNING,
    // A request that a run has abandoned may finish during the next run.
    shouldClearNativeTimers: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const { randomUUID } = crypto;
  const { random } = Math;
  Math.random = createRandom(SEED);
  crypto.randomUUID = () => uuidFrom(Math.random);
  isVirtual = true;
  const advance = async (): Promise<void> => {
    while (isVirtual) {
      for (let count = 0; count < QUIET_TURNS; count += 1)
        await new Promise<void>((resolve) => turn(resolve));
      clock.next();
    }
  };
  const loop = advance();
  return async () => {
    isVirtual = false;
    await loop;
    clock.uninstall();
    Object.assign(crypto, { randomUUID });
    Object.assign(Math, { random });
  };
}

/** Whether timers and clocks are currently replaced. */
export function isTimeVirtual(): boolean {
  return isVirtual;
}

/** Serves on a free local port, or in memory in virtual time. */
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

/** Serves over in-memory streams: HTTP as on a socket, but without the operating system. */
function serveInMemory(respond: RequestListener): Served {
  return { url: new URL('http://127.0.0.1:1'), ...listenInMemory(createServer(respond)) };
}

/** Connects a server to an agent over in-memory streams. */
export function listenInMemory(server: Server): { readonly agent: Agent; close(): Promise<void> } {
  const open = new Set<Duplex>();
  const agent = new MemoryAgent(() => {
    const [near, far] = duplexPair();
    for (const end of [near, far]) {
      open.add(asSocket(end));
      end.once('close', () => {
        open.delete(end);
        // When one end of a socket closes, the other end closes after it has read the remaining data.
        setImmediate(() => {
          for (const other of [near, far]) other.destroy();
        });
      });
    }
    server.emit('connection', far);
    return near;
  });
  return {
    agent,
    close: async () => {
      agent.destroy();
      for (const end of open) end.destroy();
    },
  };
}

/** An agent for an address where no server listens: connections are refused. */
export function refuseInMemory(): Agent {
  return new MemoryAgent(() => {
    const [near] = duplexPair();
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    setImmediate(() => near.destroy(refused));
    return asSocket(near);
  });
}

class MemoryAgent extends Agent {
  readonly #connect: () => Duplex;

  constructor(connect: () => Duplex) {
    super({ keepAlive: true, maxSockets: 64 });
    this.#connect = connect;
  }

  /** The agent calls this for each connection. */
  createConnection(): Duplex {
    return this.#connect();
  }
}

/** Adds the socket methods that the HTTP module of Node calls and a stream lacks. */
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
