import { Agent, createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { install } from '@sinonjs/fake-timers';
import { createRandom } from '../src/suite/invention.ts';

/** A running server. */
export interface Served {
  readonly url: URL;
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
  nextPort = FIRST_PORT;
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

/** The option that connects a client to servers in memory; none in real time. */
export function agentInMemory(): { readonly agent?: Agent } {
  return isVirtual ? { agent: new MemoryAgent() } : {};
}

/** Serves on a free local port, or in memory in virtual time. */
export function serve(respond: RequestListener): Promise<Served> {
  return serveOn(createServer(respond));
}

/** Lets a server listen on a free local port, or in memory in virtual time. */
export async function serveOn(server: Server): Promise<Served> {
  if (isVirtual) {
    // Node writes the real time.
    server.prependListener('request', (_request, response: Partial<ServerResponse>) => {
      response.setHeader?.('date', new Date().toUTCString());
    });
    return serveInMemory(server, freePort());
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has an address and a port
  return {
    url: originOf(port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Identifies the first server in memory; no socket has this port. */
const FIRST_PORT = 20_000;

let nextPort = FIRST_PORT;

/** The servers in memory, by port, each with the ends of its connections. */
const servers = new Map<number, { readonly server: NetServer; readonly open: Set<Duplex> }>();

/** A port that no server had since virtual time began: a request that comes late reaches no other server. */
export function freePort(): number {
  nextPort += 1;
  return nextPort - 1;
}

/** Serves over in-memory streams, as on a socket, but without the operating system. */
export function serveInMemory(server: NetServer, port: number): Served {
  const open = new Set<Duplex>();
  servers.set(port, { server, open });
  server.once('close', () => servers.delete(port));
  return {
    url: originOf(port),
    close: async () => {
      servers.delete(port);
      for (const end of open) end.destroy();
    },
  };
}

/** The request listener of a server in memory. */
export function listenerOf({ port }: URL): (request: object, response: object) => void {
  const target = servers.get(Number(port));
  if (target === undefined) throw new Error(`no server in memory has port ${port}`);
  return (request, response) => target.server.emit('request', request, response);
}

function originOf(port: number): URL {
  return new URL(`http://127.0.0.1:${port}`);
}

/** Connects to the servers in memory. Where none listens, the connection is refused. */
class MemoryAgent extends Agent {
  constructor() {
    super({ keepAlive: true, maxSockets: 64 });
  }

  /** The agent calls this for each connection. */
  createConnection({ port }: { readonly port?: unknown }): Duplex {
    const [near, far] = duplexPair();
    const target = servers.get(Number(port));
    if (target === undefined) {
      const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      setImmediate(() => near.destroy(refused));
      return asSocket(near);
    }
    for (const end of [near, far]) {
      target.open.add(asSocket(end));
      end.once('close', () => {
        target.open.delete(end);
        // When one end of a socket closes, the other end closes after it has read the remaining data.
        setImmediate(() => {
          for (const other of [near, far]) other.destroy();
        });
      });
    }
    target.server.emit('connection', far);
    return near;
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

/** A UUID made from the random numbers. */
function uuidFrom(random: () => number): `${string}-${string}-${string}-${string}-${string}` {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}
