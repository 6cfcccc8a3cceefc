import { type Dispatcher, getGlobalDispatcher } from 'undici';
import type { Transport, WireAnswer } from './transport.ts';

/** How undici sends. */
export interface UndiciOptions {
  /** Pool or agent to send with, for example with a proxy or with limits of its own; undici's global one unless given. */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * A transport for Node on undici, which needs about half of the time that `fetch` needs. Install `undici` beside this
 * package, and give the transport to a client. It follows no redirects.
 */
export function createUndiciTransport({ dispatcher }: UndiciOptions = {}): Transport {
  return ({ body = null, headers: own, method, url }, signal) => {
    const origin = /^\w+:\/\/[^/?]+/.exec(url)?.[0] ?? url;
    // Without it a server may compress (RFC 9110, 12.5.3), which only `fetch` undoes.
    const headers = { 'accept-encoding': 'identity', ...own };
    const options = { origin, path: url.slice(origin.length), method, headers, body };
    return new Promise((resolve, reject) => {
      (dispatcher ?? getGlobalDispatcher()).dispatch(options, readAnswer(signal, resolve, reject));
    });
  };
}

/** Reads an answer without the streams that `request` of undici would build. */
function readAnswer(
  signal: AbortSignal,
  resolve: (answer: WireAnswer) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  const decoder = new TextDecoder();
  let status = 0;
  let text = '';
  let raw: RawHeaders = {};
  let stop = () => {};
  return {
    onRequestStart(controller) {
      stop = () => controller.abort(signal.reason);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    },
    onResponseStart(_, statusCode, headers) {
      status = statusCode;
      raw = headers;
    },
    onResponseData(_, chunk) {
      text += decoder.decode(chunk, { stream: true });
    },
    onResponseEnd() {
      signal.removeEventListener('abort', stop);
      resolve(new UndiciAnswer(status, text + decoder.decode(), raw));
    },
    onResponseError(_, error) {
      signal.removeEventListener('abort', stop);
      reject(error);
    },
  };
}

type RawHeaders = Dispatcher.ResponseData['headers'];

/** Few answers have a header that anybody reads, so the headers are only turned into `Headers` when asked for. */
class UndiciAnswer implements WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly #raw: RawHeaders;
  #headers: Headers | undefined;

  constructor(status: number, text: string, raw: RawHeaders) {
    this.status = status;
    this.text = text;
    this.#raw = raw;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(
      Object.entries(this.#raw).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      ),
    );
    return this.#headers;
  }
}
