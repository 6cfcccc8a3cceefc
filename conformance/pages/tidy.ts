import type { ShownExchange } from '../src/requirement-page.ts';

/** The maximum length of a text that a page shows, and the part of it that shows the end, where unusual values are. */
const TEXT = 110;
const TEXT_END = 50;
/** The maximum number of list items that a page shows. */
const ITEMS = 3;
/** The maximum number of lines of a body that a page shows, and how many of them come from its end. */
const LINES = 26;
const LINES_END = 10;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const LOOPBACK = /127\.0\.0\.1:\d+/g;
/** Recorded requests have whole addresses. */
export const ORIGIN = /^https?:\/\/[^/]+/;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Replaces values that differ between runs: ports and random ids. Times come from virtual time. */
export function tidyText(text: string): string {
  return text.replaceAll(UUID, '0a1b2c3d-0000-4000-8000-000000000001').replaceAll(LOOPBACK, '127.0.0.1:8080');
}

/** For comparisons of two runs, whose times always differ. */
export function maskTimes(text: string): string {
  return text.replaceAll(TIME, '2026-01-01T09:00:00.000Z');
}

/** Formats a request and its response for a page, and shortens long parts. */
export function tidyExchange({ request, response, failure, ...rest }: ShownExchange): ShownExchange {
  const { body, ...head } = request;
  return {
    ...rest,
    request: {
      ...head,
      path: shorten(tidyText(head.path).replace(ORIGIN, ''), TEXT),
      ...(body === undefined ? {} : { body: layOut(body) }),
    },
    ...(response === undefined ? {} : { response: { ...response, body: layOut(response.body) } }),
    ...(failure === undefined ? {} : { failure: tidyText(failure) }),
  };
}

function layOut(body: string): string {
  const text = tidyText(laidOut(body));
  const lines = text.split('\n');
  if (lines.length <= LINES) return text;
  return [...lines.slice(0, LINES - LINES_END), '…', ...lines.slice(-LINES_END)].join('\n');
}

function laidOut(body: string): string {
  try {
    return JSON.stringify(shortened(JSON.parse(body)), null, 2);
  } catch {
    return shorten(body, 4 * TEXT);
  }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value, TEXT);
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS).map(shortened);
    return value.length > ITEMS ? [...items, `… ${value.length - ITEMS} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
}

/** The start and the end of a long text. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - TEXT_END)} … ${text.slice(-TEXT_END)}` : text;
}
