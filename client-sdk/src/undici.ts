import { type Dispatcher, getGlobalDispatcher } from 'undici';
import { sendThrough } from './dispatch.ts';
import type { Transport } from './transport.ts';

/** How undici sends. */
export interface UndiciOptions {
  /** Pool or agent to send with, for example with a proxy or with limits of its own; undici's global one unless given. */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * A transport for Node on the undici that you have installed, for a pool or an agent of your own. It follows no redirects.
 * A client that is given no transport sends through the undici of Node, at the same cost.
 */
export function createUndiciTransport({ dispatcher }: UndiciOptions = {}): Transport {
  return (request, signal) => sendThrough(dispatcher ?? getGlobalDispatcher(), request, signal);
}
