import { createTransport, type Transport, type WireAnswer, type WireRequest } from './transport.ts';

const MOST_HOPS = 5;

/** Headers that say nothing about the caller. */
const OPEN_HEADERS = ['accept', 'x-request-id', 'traceparent'];

/**
 * Creates a transport that follows redirects: 307 and 308, and for GET also 301, 302 and 303. Your headers and
 * the body are not sent to another origin, nor to an origin that it redirects to. Without this transport, a redirect is
 * an error that contains the URL. Browsers hide the target of redirects, so a redirect is always an error there.
 */
export function followRedirects(transport: Transport = createTransport(undefined)): Transport {
  return async (first, signal) => {
    let request = first;
    for (let hops = 0; ; hops += 1) {
      const answer = await transport(request, signal);
      const next = redirectOf(request, answer);
      if (next === undefined || hops === MOST_HOPS) return answer;
      signal.throwIfAborted();
      request = next;
    }
  };
}

/**
 * Nothing for an answer that does not redirect, that leads to an address with a password in it (RFC 9110, 4.2.4), or that
 * would turn a request with an effect into one that reads.
 */
function redirectOf(request: WireRequest, { headers, status }: WireAnswer): WireRequest | undefined {
  const location = headers.get('location');
  if (!/^30[12378]$/.test(`${status}`) || !location || !URL.canParse(location, request.url)) return undefined;
  const target = new URL(location, request.url);
  // For the reader of the result, not for the server (RFC 9110, 4.2.5).
  target.hash = '';
  if (target.username || target.password) return undefined;
  const isReading = request.method === 'GET';
  // 303 asks to read the result, 307 and 308 keep the method and the body (RFC 9110, 15.4).
  if (!target.protocol.startsWith('http') || (!isReading && status < 303)) return undefined;
  const method = status === 303 ? 'GET' : request.method;
  const body = status === 303 ? undefined : request.body;
  const isSameOrigin = target.origin === new URL(request.url).origin;
  // A body may hold credentials too, so it stays where it was sent.
  if (!isSameOrigin && body !== undefined) return undefined;
  const kept = Object.entries(request.headers).filter(
    ([name]) =>
      OPEN_HEADERS.includes(name) || (isSameOrigin && (body !== undefined || name !== 'content-type')),
  );
  return { ...request, url: target.href, method, body, headers: Object.fromEntries(kept) };
}
