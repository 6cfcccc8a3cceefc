import { ConfigError } from '../config-error.ts';
import type { Received, Sent } from '../suite/exchange.ts';
import { asText, at, brief, isObject, listOf, parseJson } from '../suite/json.ts';

/** One recorded request and its answer. */
export interface Recorded {
  readonly url: URL;
  readonly sent: Sent;
  readonly received?: Received;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the whole answer was read. */
  readonly took: number;
}

/**
 * Reads a HAR file, or NDJSON with `{"request": {"method", "url", "headers", "body"}, "response": {"status", "headers",
 * "body"}, "startedAt", "took"}` in every line. In the order of time.
 */
export function readRecording(path: string, text: string): Recorded[] {
  // Some recorders begin with a byte order mark.
  const plain = text.replace(/^\uFEFF/, '');
  const log = at(parseJson(plain)?.value, 'log');
  const entries = at(log, 'entries');
  if (isObject(log) && !Array.isArray(entries))
    throw new ConfigError(`--recording ${path}: is a HAR file whose log has no list of entries`);
  const recorded = Array.isArray(entries)
    ? entries.map((entry: unknown, index) => readHarEntry(path, entry, index))
    : readLines(path, plain);
  if (recorded.length === 0) throw new ConfigError(`--recording ${path}: contains no request`);
  return recorded.sort((left, right) => left.startedAt - right.startedAt);
}

function readHarEntry(path: string, entry: unknown, index: number): Recorded {
  const where = `--recording ${path}: entry ${index + 1}`;
  const body = at(entry, 'request', 'postData', 'text');
  const content = at(entry, 'response', 'content');
  const answer = bodyOf(at(content, 'text')) ?? '';
  return compose(where, {
    method: at(entry, 'request', 'method'),
    url: at(entry, 'request', 'url'),
    headers: pairsOf(at(entry, 'request', 'headers')),
    body,
    status: at(entry, 'response', 'status'),
    answerHeaders: pairsOf(at(entry, 'response', 'headers')),
    answer: at(content, 'encoding') === 'base64' ? Buffer.from(answer, 'base64').toString('utf8') : answer,
    mediaType: at(content, 'mimeType'),
    startedAt: at(entry, 'startedDateTime'),
    took: at(entry, 'time'),
  });
}

function readLines(path: string, text: string): Recorded[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `--recording ${path}: line ${index + 1}`;
    const parsed = parseJson(line);
    if (parsed === undefined || !isObject(parsed.value))
      throw new ConfigError(`${where}: is not a JSON object; a recording is a HAR file or NDJSON`);
    const { value } = parsed;
    return [
      compose(where, {
        method: at(value, 'request', 'method'),
        url: at(value, 'request', 'url'),
        headers: headersOf(at(value, 'request', 'headers')),
        body: bodyOf(at(value, 'request', 'body')),
        status: at(value, 'response', 'status'),
        answerHeaders: headersOf(at(value, 'response', 'headers')),
        answer: bodyOf(at(value, 'response', 'body')) ?? '',
        mediaType: undefined,
        startedAt: at(value, 'startedAt'),
        took: at(value, 'took'),
      }),
    ];
  });
}

interface Parts {
  readonly method: unknown;
  readonly url: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: unknown;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer: string;
  readonly mediaType: unknown;
  readonly startedAt: unknown;
  readonly took: unknown;
}

function compose(where: string, parts: Parts): Recorded {
  const { method, url, status } = parts;
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url))
    throw new ConfigError(`${where}: has no request with a method and an absolute url`);
  const address = new URL(url);
  const text = typeof parts.body === 'string' && parts.body !== '' ? parts.body : undefined;
  const value = text === undefined ? undefined : parseJson(text);
  const received =
    typeof status === 'number' && status > 0
      ? { received: receive(status, parts.answerHeaders, parts.answer, parts.mediaType) }
      : {};
  return {
    url: address,
    sent: {
      method: method.toUpperCase(),
      path: `${address.pathname}${address.search}`,
      headers: parts.headers,
      ...(text === undefined ? {} : { text }),
      ...(value === undefined ? {} : { value: value.value }),
    },
    ...received,
    startedAt: timeOf(where, parts.startedAt),
    took: typeof parts.took === 'number' && Number.isFinite(parts.took) ? Math.max(0, parts.took) : 0,
  };
}

function receive(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
  mediaType: unknown,
): Received {
  const json = parseJson(text);
  const type = headers['content-type'] ?? (typeof mediaType === 'string' ? mediaType : '');
  return {
    status,
    headers,
    text,
    mediaType: type.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    ...(json === undefined ? {} : { json }),
  };
}

function pairsOf(list: unknown): Record<string, string> {
  return Object.fromEntries(
    listOf(list).map((pair) => [asText(at(pair, 'name')).toLowerCase(), asText(at(pair, 'value'))]),
  );
}

function headersOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name.toLowerCase(), asText(text)]));
}

/** Bodies in a line may be text or JSON. */
function bodyOf(body: unknown): string | undefined {
  return body === undefined || body === null ? undefined : asText(body);
}

/** Milliseconds since 1970; 0 if the line has no time. */
function timeOf(where: string, value: unknown): number {
  if (value === undefined || value === null) return 0;
  const time =
    typeof value === 'number' || typeof value === 'string' ? new Date(value).getTime() : Number.NaN;
  if (Number.isNaN(time))
    throw new ConfigError(
      `${where}: the start ${brief(value)} is not a time: write ISO 8601, or milliseconds since 1970`,
    );
  return time;
}
