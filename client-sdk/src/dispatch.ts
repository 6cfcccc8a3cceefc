import { decodeContent } from './content-coding.ts';
import type { WireAnswer, WireRequest } from './transport.ts';

/** What is used of a dispatcher of undici, whatever its version. */
export interface AnyDispatcher {
  dispatch(options: DispatchOptions, handler: Exchange): unknown;
}

interface DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What `fetch` of Node says of itself beside what it is told, as far as servers go by it. */
const USUAL_HEADERS = { 'accept-encoding': 'br, gzip, deflate', 'user-agent': 'node' };

const UTF8 = new TextDecoder();

/**
 * Sends a request through a dispatcher of undici, without the streams and objects that `fetch` makes. Follows no
 * redirects. Rejects when no complete answer has arrived.
 */
export function sendThrough(
  dispatcher: AnyDispatcher,
  { body, headers: own, method, url }: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const { origin, pathname, search } = new URL(url);
  const headers = { ...USUAL_HEADERS, ...own };
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(signal, resolve, reject);
    dispatcher.dispatch({ origin, path: pathname + search, method, headers, body: body ?? null }, exchange);
  });
}

type Pairs = [name: string, value: string][];

interface Bytes extends Uint8Array {
  toString(encoding?: 'latin1'): string;
}

/** One exchange as a dispatcher tells of it: by the names of undici 6, or by those of 7 and later. */
class Exchange {
  readonly #signal: AbortSignal;
  readonly #resolve: (answer: Promise<WireAnswer>) => void;
  readonly #reject: (error: unknown) => void;
  #stop = () => {};
  #status = 0;
  #headers: Pairs = [];
  readonly #chunks: Uint8Array[] = [];

  constructor(
    signal: AbortSignal,
    resolve: (answer: Promise<WireAnswer>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onConnect(abort: (reason: Error) => void): void {
    // An agent that tries again connects again.
    this.#signal.removeEventListener('abort', this.#stop);
    this.#stop = () => abort(this.#signal.reason);
    if (this.#signal.aborted) this.#stop();
    else this.#signal.addEventListener('abort', this.#stop);
  }

  onHeaders(status: number, raw: readonly Bytes[]): boolean {
    this.#status = status;
    this.#headers = [];
    for (let index = 0; index < raw.length; index += 2)
      this.#headers.push([`${raw[index]}`.toLowerCase(), raw[index + 1]?.toString('latin1') ?? '']);
    return true;
  }

  onData(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#resolve(readAnswer(this.#status, this.#headers, this.#chunks));
  }

  onError(error: unknown): void {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#reject(error);
  }

  onRequestStart(controller: { abort(reason: Error): void }): void {
    this.onConnect((reason) => controller.abort(reason));
  }

  onResponseStart(
    _: unknown,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    this.#headers = Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): Pairs[0] => [name, one]),
    );
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    this.onData(chunk);
  }

  onResponseEnd(): void {
    this.onComplete();
  }

  onResponseError(_: unknown, error: Error): void {
    this.onError(error);
  }
}

async function readAnswer(
  status: number,
  headers: Pairs,
  chunks: readonly Uint8Array[],
): Promise<WireAnswer> {
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1];
  const body = joinChunks(chunks);
  const text = UTF8.decode(coding && body.length > 0 ? await decodeContent(body, coding) : body);
  return new DispatchedAnswer(status, text, headers);
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [only = new Uint8Array()] = chunks;
  if (chunks.length < 2) return only;
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}

/** Few answers have a header that anybody reads, so the headers are only turned into `Headers` when asked for. */
class DispatchedAnswer implements WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly #pairs: Pairs;
  #headers: Headers | undefined;

  constructor(status: number, text: string, pairs: Pairs) {
    this.status = status;
    this.text = text;
    this.#pairs = pairs;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(this.#pairs.map(([name, value]): Pairs[0] => [name, byteString(value)]));
    return this.#headers;
  }
}

/** `Headers` take bytes (RFC 9110, 5.5); undici 7 and later read them as UTF-8. */
function byteString(value: string): string {
  return /^[\0-\xff]*$/.test(value) ? value : String.fromCharCode(...new TextEncoder().encode(value));
}
