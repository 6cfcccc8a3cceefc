import type { PreparedRequest } from './prepare-request.ts';

/** An answer as the browser shows it. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly mediaType: string;
  readonly text: string;
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly problem: string;
  readonly help: string;
}

/** What the browser offers here. */
export interface Browser {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Of the page. */
  readonly origin: string;
}

/** Sends the request, or says why it got no answer. Only the server of the request is called. */
export async function sendRequest(
  { method, url, headers, body }: PreparedRequest,
  signal: AbortSignal,
  browser: Browser,
): Promise<Answer | NoAnswer> {
  const start = browser.now();
  try {
    const response = await browser.fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal,
      ...QUIETLY,
    });
    const text = await response.text();
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: Math.round(browser.now() - start),
      headers: [...response.headers],
      mediaType: (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '',
      text,
    };
  } catch {
    if (signal.aborted)
      return { problem: 'You stopped the request.', help: 'The server may have received it.' };
    return explain(url, signal, browser);
  }
}

/** Nothing of the page goes along, and nothing comes from a cache. */
const QUIETLY = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;

const START =
  'Start the reference servers with: npx tessera serve all --site DIR, where DIR is the folder of this site; then open the site at their address.';

/** Browsers report one error for everything; a request whose answer is not read tells the cases apart. */
async function explain(url: string, signal: AbortSignal, { fetch, origin }: Browser): Promise<NoAnswer> {
  const server = new URL(url);
  if (origin.startsWith('https:') && server.protocol === 'http:' && !isLoopback(server.hostname))
    return {
      problem: `The browser does not send requests from ${origin} to ${server.origin}, because that address is not encrypted.`,
      help: 'Use an https:// address, or a server on this machine.',
    };
  if (server.origin !== origin) {
    try {
      await fetch(`${server.origin}/`, { mode: 'no-cors', signal, ...QUIETLY });
      return {
        problem: `${server.origin} is reachable, but the browser does not let this page call it (CORS).`,
        help: `Start a reference server or the platform with --cors ${origin}. Any other server must allow that origin and the headers authorization and content-type.`,
      };
    } catch {
      // Not reachable.
    }
  }
  return {
    problem: `No answer from ${server.origin}.`,
    help: `Check that the server is running and that the address is right. ${START}`,
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.');
}
