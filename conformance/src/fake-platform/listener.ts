import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { parseJson } from '../suite/json.ts';
import type { Callback } from '../suite/options.ts';

/** A received request. */
export interface Arrival {
  readonly method: string;
  /** As received, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Absent when the body is not JSON. */
  readonly json?: { readonly value: unknown };
  /** The bytes were not UTF-8. */
  readonly garbled?: true;
  /** Milliseconds since the platform was opened. */
  readonly at: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
}

type Answerer = (arrival: Arrival) => Reply | Promise<Reply>;

/** One address of the platform, and the requests that it received. */
export interface Inbox {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
}

/** A small platform that receives the requests that a target sends on its own. */
export interface FakePlatform {
  /** Opens a new address below the base. Every request calls `reply`. */
  open(path: string, reply: Answerer): Inbox;
  /** Requests to any other address. */
  readonly strays: readonly Arrival[];
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** Where the target reaches the platform; this machine when absent. */
  readonly callback?: Callback;
  readonly clock: () => number;
  /** Letters and digits that no other run has: a part of every address. A free port has no earlier run. */
  readonly run?: string;
}

/** The part of an address that names its run. */
const RUN = /\/run-[0-9a-z]+(?=\/)/i;

/** More is not read, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/**
 * Listens on the loopback interface, or on the port of the public address on all of them. A target may still send
 * decisions of an earlier run to the same port: they get 410 and are not listed.
 */
export async function openPlatform({ callback, clock, run = '0' }: ListenerOptions): Promise<FakePlatform> {
  const publicUrl = callback?.url;
  const inboxes = new Map<string, { arrivals: Arrival[]; reply: Answerer }>();
  const strays: Arrival[] = [];
  const own = `/run-${run}`;
  const prefix = `${(publicUrl?.pathname ?? '').replace(/\/+$/, '')}${own}`;
  const began = clock();
  const server = createServer((request, response) => {
    readBody(request)
      .then(async ({ text, isGarbled }) => {
        const path = request.url ?? '';
        const json = parseJson(text);
        const arrival: Arrival = {
          method: request.method ?? '',
          path,
          headers: request.headers,
          text,
          at: clock() - began,
          ...(json === undefined ? {} : { json }),
          ...(isGarbled ? { garbled: true as const } : {}),
        };
        const isOfOther = (RUN.exec(path)?.[0].toLowerCase() ?? own) !== own;
        const inbox = path.startsWith(prefix) ? inboxes.get(path.slice(prefix.length)) : undefined;
        if (!isOfOther) (inbox?.arrivals ?? strays).push(arrival);
        const missing: Reply = { status: isOfOther ? 410 : 404 };
        const { status, headers, body } = (await inbox?.reply(arrival)) ?? missing;
        response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
        response.end(body === undefined ? '' : JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  await (callback?.listen ?? ((one) => listenOn(one, callback)))(server);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const base = `${publicUrl?.origin ?? `http://127.0.0.1:${port}`}${prefix}`;
  return {
    open(path, reply) {
      const arrivals: Arrival[] = [];
      inboxes.set(path, { arrivals, reply });
      return { url: `${base}${path}`, arrivals };
    },
    strays,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenOn(server: Server, callback: Callback | undefined): Promise<void> {
  const host = callback === undefined ? { host: '127.0.0.1' } : {};
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: portOf(callback), ...host }, resolve);
  });
}

/** The port to listen on; 0 selects a free one. */
export function portOf(callback: Callback | undefined): number {
  if (callback === undefined) return 0;
  const { url, port } = callback;
  return port ?? Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** The text of a request; cut at the maximum size. */
export async function readBody(request: IncomingMessage): Promise<{ text: string; isGarbled: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= BODY_LIMIT) chunks.push(bytes);
  }
  const bytes = Buffer.concat(chunks);
  return { text: bytes.toString(), isGarbled: size <= BODY_LIMIT && !isUtf8(bytes) };
}
