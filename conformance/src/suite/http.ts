import { type Agent, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Received, Sent } from './exchange.ts';
import { parseJson } from './json.ts';
import type { Route } from './proxy.ts';

/** Certificates for a target with TLS; PEM text. */
export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Accept any certificate. */
  readonly insecure?: boolean;
}

export interface HttpOptions {
  /** Address under which the paths of the contract begin. */
  readonly base: URL;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for one answer. */
  readonly timeout: number;
  readonly tls?: Tls;
  /** Proxy or tunnel to the target. */
  readonly route?: Route;
  /** Opens the connections, instead of a pool of sockets. */
  readonly agent?: Agent;
}

/** The outcome of one request: an answer, or why there is no answer. */
export type Answer =
  | { readonly received: Received; readonly failure?: never; readonly code?: never }
  | { readonly received?: never; readonly failure: string; readonly code: string };

export interface HttpClient {
  send(sent: Sent, signal?: AbortSignal): Promise<Answer>;
  /** Closes idle connections. */
  close(): void;
}

/** Maximum size of one answer in bytes; then the connection is closed. */
const ANSWER_LIMIT = 4 * 1024 * 1024;
/** A report contains every answer: answers larger than `one` are kept until they add up to `all`, in bytes. */
const LARGE = { one: 64 * 1024, all: 48 * 1024 * 1024 };
/** The same for the number of values in answers: a value takes many times the memory of its text. */
const WIDE = { one: 1_000, all: 500_000 };

/** Maximum number of open connections. */
const POOL = 64;
/**
 * Milliseconds that a connection may be idle: less than the timeout of any known server, so that no server closes it
 * during a request.
 */
const IDLE = 1_000;
/** Maximum part of a timeout that passes while this process is blocked, in milliseconds. */
const SLICE = 50;

/** Plain HTTP/1.1: no redirects, no cookies, and no retries except after a stale keep-alive connection. */
export function createHttpClient(options: HttpOptions): HttpClient {
  const pool = { keepAlive: true, maxSockets: POOL, timeout: IDLE };
  const { relay, agent: tunnel, headers: forRelay = {} } = options.route ?? {};
  const next = relay ?? options.base;
  const secure = next.protocol === 'https:';
  const agent =
    tunnel ??
    options.agent ??
    (secure ? new HttpsAgent({ ...pool, ...tlsOptions(options.tls) }) : new HttpAgent(pool));
  const prefix = options.base.pathname.replace(/\/+$/, '');
  const begin = secure ? requestHttps : requestHttp;

  const mayKeep = createMemory();

  const once = (sent: Sent, signal: AbortSignal | undefined): Promise<Answer & { reused: boolean }> =>
    new Promise((resolve) => {
      const own = { ...options.headers, ...sent.headers, 'accept-encoding': 'identity' };
      const headers = relay === undefined ? own : { ...own, host: options.base.host, ...forRelay };
      const body = sent.text === undefined ? undefined : Buffer.from(sent.text);
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const call = begin({
        agent,
        method: sent.method,
        hostname: next.hostname.replace(/^\[|\]$/g, ''),
        port: next.port,
        path: `${relay === undefined ? '' : options.base.origin}${prefix}${sent.path}`,
        headers: { ...headers, ...length },
        // TLS with the target starts only after the tunnel is established.
        ...(tunnel === undefined ? {} : tlsOptions(options.tls)),
        ...(signal === undefined ? {} : { signal }),
      });
      const fail = (failure: string, code: string): void => {
        stopWaiting();
        resolve({ failure, code, reused: call.reusedSocket });
        call.destroy();
      };
      const stopWaiting = waitAttentively(options.timeout, () =>
        fail(`no complete response within ${options.timeout} ms`, 'ETIMEDOUT'),
      );
      call.on('error', (cause: NodeJS.ErrnoException) => fail(wordsOf(cause), cause.code ?? 'EUNKNOWN'));
      call.on('response', (message) => {
        read(message, mayKeep, (outcome) => {
          stopWaiting();
          resolve({ ...outcome, reused: false });
          if (outcome.failure !== undefined) call.destroy();
        });
      });
      call.end(body);
    });

  return {
    async send(sent, signal) {
      // The server may close an idle connection at the moment of its reuse; that is not a defect. Other connections of
      // the pool may be stale as well.
      for (let attempt = 0; ; attempt += 1) {
        const answer = await once(sent, signal);
        const isStale = answer.reused && (answer.code === 'ECONNRESET' || answer.code === 'EPIPE');
        if (!isStale || attempt === POOL) return answer;
      }
    },
    close() {
      agent.destroy();
    },
  };
}

/**
 * Returns whether an answer can be kept. A JSON value takes far more memory and time than its text, so values count
 * too.
 */
function createMemory(): (text: string) => boolean {
  let bytes = 0;
  let values = 0;
  return (text) => {
    const count = text.length <= WIDE.one ? 0 : countValues(text);
    const isLarge = text.length > LARGE.one;
    const isWide = count > WIDE.one;
    if (isLarge) bytes += text.length;
    if (isWide) values += count;
    return !(isLarge && bytes > LARGE.all) && !(isWide && values > WIDE.all);
  };
}

/** Estimates the number of values in a JSON text; characters in strings add no more than their bytes. */
function countValues(text: string): number {
  let count = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (char === '"') isInString = !isInString;
    else if (!isInString && (char === ',' || char === ':' || char === '[')) count += 1;
  }
  return count;
}

/** The message of Node, `socket hang up`, is unclear to many readers. */
function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ECONNRESET' ? 'the connection was closed without a response' : message;
}

/**
 * Calls back after this many milliseconds in which the process could read: on a busy machine it may be blocked for
 * seconds, and an answer that has arrived meanwhile is not late.
 * @returns stops it
 */
function waitAttentively(milliseconds: number, onEnd: () => void): () => void {
  let left = milliseconds;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const slice = Math.min(SLICE, left);
    left -= slice;
    timer = setTimeout(left > 0 ? wait : onEnd, slice);
  };
  wait();
  return () => clearTimeout(timer);
}

function tlsOptions(tls: Tls | undefined): object {
  if (tls === undefined) return {};
  const { insecure, ...certificates } = tls;
  return { ...certificates, ...(insecure === true ? { rejectUnauthorized: false } : {}) };
}

function read(
  message: IncomingMessage,
  mayKeep: (text: string) => boolean,
  done: (outcome: Answer) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > ANSWER_LIMIT) {
      message.destroy();
      done({ failure: `a response of more than ${ANSWER_LIMIT} bytes`, code: 'ETOOBIG' });
    }
  });
  message.on('error', () =>
    done({ failure: 'the connection was closed during the response', code: 'ECONNCUT' }),
  );
  message.on('end', () => {
    try {
      const bytes = decode(Buffer.concat(chunks), message.headers['content-encoding']);
      const text = bytes.toString('utf8');
      const failure = `a response of ${text.length} bytes: a run keeps large responses of ${LARGE.all} bytes and ${WIDE.all} values in all`;
      done(mayKeep(text) ? { received: receive(message, bytes, text) } : { failure, code: 'ETOOBIG' });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      done({ failure: `the encoded response cannot be read: ${why}`, code: 'EENCODING' });
    }
  });
}

function receive(message: IncomingMessage, bytes: Buffer, text: string): Received {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  return {
    status: message.statusCode ?? 0,
    headers,
    text,
    mediaType: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    ...(json === undefined ? {} : { json }),
    ...(text.includes('\uFFFD') && !Buffer.from(text).equals(bytes) ? { garbled: true } : {}),
  };
}

function decode(raw: Buffer, encoding: string | undefined): Buffer {
  const limit = { maxOutputLength: ANSWER_LIMIT };
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(raw, limit);
  if (encoding === 'deflate') return inflateSync(raw, limit);
  if (encoding === 'br') return brotliDecompressSync(raw, limit);
  return raw;
}
