import { type AnyDispatcher, sendThrough } from './dispatch.ts';
import { createTransport as createFetchTransport, type FetchLike, type OwnTransport } from './transport.ts';

/** Under which every copy of undici, that of Node too, keeps the dispatcher of its `fetch`; the newer name goes first. */
const DISPATCHERS = [2, 1].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

/**
 * Sends with the given `fetch`, or as that of Node would: through its dispatcher, at a fraction of its cost. A `fetch` that
 * has been put in the place of Node's is called as it is at the time of the call; so is that of other runtimes.
 */
export function createTransport(customFetch: FetchLike | undefined): OwnTransport {
  const byFetch = createFetchTransport(customFetch);
  if (customFetch) return byFetch;
  return (request, stop) => {
    const dispatcher = isOfNode(fetch) ? dispatcherOfNode() : undefined;
    return dispatcher ? sendThrough(dispatcher, request, stop.signal) : byFetch(request, stop);
  };
}

let lastSeen: unknown;
let wasOfNode = false;

/** Node's own leads to its copy of undici, which no other piece of JavaScript can. */
function isOfNode(current: unknown): boolean {
  if (current !== lastSeen) {
    lastSeen = current;
    wasOfNode = String(current).includes("require('internal/deps/undici/undici')");
  }
  return wasOfNode;
}

function dispatcherOfNode(): AnyDispatcher | undefined {
  // Node loads its copy of undici, and with it the dispatcher, with the first use of one of these classes.
  const values = () => DISPATCHERS.map((name): unknown => Reflect.get(globalThis, name));
  return values().find(isDispatcher) ?? (new Headers() && values().find(isDispatcher));
}

function isDispatcher(value: unknown): value is AnyDispatcher {
  return typeof value === 'object' && value !== null && 'dispatch' in value;
}
