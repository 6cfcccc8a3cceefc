import type { WireAnswer, WireRequest } from './transport.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Statuses that keep the method and the body (RFC 9110, 15.4.8 and 15.4.9). */
const KEEPS_METHOD = new Set([307, 308]);

/**
 * The request that a redirect asks for; another origin gets `openHeaders` only. There is none for an answer that does
 * not redirect, that would turn a request with an effect into one that reads, or that leads a body to another origin.
 */
export function redirectOf(
  request: WireRequest,
  answer: WireAnswer,
  openHeaders: Readonly<Record<string, string>>,
): WireRequest | undefined {
  const target = targetOf(answer);
  if (target === undefined) return undefined;
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading && answer.status !== 303 && !KEEPS_METHOD.has(answer.status)) return undefined;
  const turnsToGet = answer.status === 303 && !isReading;
  const body = turnsToGet ? undefined : request.body;
  const isSameOrigin = target.origin === new URL(answer.url).origin;
  // A body may hold credentials too, so it stays where it was sent.
  if (!isSameOrigin && body !== undefined) return undefined;
  return {
    baseUrl: target.origin,
    method: turnsToGet ? 'GET' : request.method,
    path: target.pathname + target.search,
    parameters: [],
    pathValues: {},
    queryValues: {},
    headers: isSameOrigin ? request.headers : openHeaders,
    body,
  };
}

/** Where an answer redirects to, when that is an http address. */
export function targetOf(answer: WireAnswer): URL | undefined {
  const location = answer.headers.get('location');
  if (!REDIRECTS.has(answer.status) || location === null || !URL.canParse(location, answer.url))
    return undefined;
  const target = new URL(location, answer.url);
  return /^https?:$/.test(target.protocol) ? target : undefined;
}
