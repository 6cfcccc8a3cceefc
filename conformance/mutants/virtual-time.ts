import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { install } from '@sinonjs/fake-timers';
import { createRandom, uuidFrom } from './random.ts';

/** A server that runs until it is closed. */
export interface Served {
  readonly url: URL;
  /** Opens connections to it, where no socket of the machine leads to it. */
  readonly agent?: Agent;
  close(): Promise<void>;
}

/** Turns of the event loop in which nothing happens: streams in memory have passed everything on by then. */
const QUIET_TURNS = 3;

/** The moment at which virtual time begins: the same in every run, so that runs write the same bytes. */
const BEGINNING = Date.UTC(2026, 0, 1, 9);

/** What random numbers begin with. */
const SEED = 1;

/** The event loop's own turn: it is never replaced. */
const turn = setImmediate;

let isVirtual = false;

/**
 * Replaces the timers and clocks of this process: a timer fires as soon as nothing else is left to do, and clocks show
 * what the timers say. Random numbers and ids are the same every time, too. So neither the speed of the machine nor chance
 * changes a result. Works for traffic in memory only. Returns the way back.
 */
export function startVirtualTime(): () => Promise<void> {
  const clock = install({
    now: BEGINNING,
    // A request that a run has given up may end in the next one.
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

/** Whether timers and clocks are replaced at the moment. */
export function isTimeVirtual(): boolean {
  return isVirtual;
}

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
  return { url: new URL('http://127.0.0.1:1'), ...listenInMemory(createServer(respond)) };
}

/** Connects a server to an agent over streams in memory. */
export function listenInMemory(server: Server): { readonly agent: Agent; close(): Promise<void> } {
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
    agent,
    close: async () => {
      agent.destroy();
      for (const end of open) end.destroy();
    },
  };
}

/** An agent for an address where nothing listens. */
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
