import type { Exchange } from '../api/own-routes.ts';

/** The health of an extension point, by its last response. */
export interface EndpointHealth {
  readonly state: 'up' | 'down' | 'unknown';
  /** When it was called last. */
  readonly at: string | undefined;
  /** Its response, as a sentence. */
  readonly meaning: string;
}

/** From this status on, the server caused the error, not the request. */
const SERVER_FAULT = 500;

/** The health of the server at an address, by the exchanges with it. */
export function healthOf(url: string, exchanges: readonly Exchange[]): EndpointHealth {
  const base = `${url.replace(/\/+$/, '')}/`;
  const called = exchanges.filter(({ request }) => request.url.startsWith(base));
  const last = called.toSorted((a, b) => a.startedDateTime.localeCompare(b.startedDateTime)).at(-1);
  if (last === undefined) {
    return { state: 'unknown', at: undefined, meaning: 'It was not called by the latest plans.' };
  }
  const { response, startedDateTime: at } = last;
  const { status, statusText } = response;
  if (status === 0) return { state: 'down', at, meaning: `It did not answer: ${statusText}` };
  return { state: status < SERVER_FAULT ? 'up' : 'down', at, meaning: `Its last answer was ${status}.` };
}
