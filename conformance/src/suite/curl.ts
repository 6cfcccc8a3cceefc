import type { Exchange } from './exchange.ts';
import type { Redaction } from './redact.ts';
import { decodeTolerantly } from './user-info.ts';

/** The additional input of a reproducer, besides the exchange. */
export interface Reproduction {
  readonly base: string;
  /** Headers from the configuration. */
  readonly own: Readonly<Record<string, string>>;
  readonly redaction: Redaction;
  /** The request that returned the token of this one: a token is valid for one run of the target only. */
  readonly start?: Exchange;
}

/**
 * A command line that repeats a request, from the start of its task on. Secrets are placeholders. Text from the target
 * or a recording is in single quotes only, so that the shell does not execute it.
 */
export function curlOf(exchange: Exchange, reproduction: Reproduction): string {
  const { start, redaction } = reproduction;
  const { path, token } = exchange.sent;
  const place = start === undefined || token === undefined ? undefined : findToken(path, token);
  if (start === undefined || token === undefined || place === undefined)
    return command(exchange, reproduction, quote(addressOf(path, reproduction)), `-i${literally(path)}`);
  const begin = command(start, reproduction, quote(addressOf(start.sent.path, reproduction)), '-s');
  const after = path.slice(place.end);
  const rest = after === '' ? '' : quote(redaction.path(after));
  const address = `${quote(addressOf(path.slice(0, place.begin), reproduction))}"$token"${rest}`;
  const isCoded = CODES.test(path.slice(place.begin, place.end));
  const encode = isCoded ? ` | ${CODE_ALL}` : encodeURIComponent(token) === token ? '' : ` | ${ENCODE}`;
  return `token=$(${begin} | tr -d '"'${encode})\n${command(exchange, reproduction, address, `-i${literally(path + token)}`)}`;
}

/** Characters that would change the path around a token. */
const ENCODE = `sed '${['%/%25', ' /%20', '[/]/%2F', '?/%3F', '#/%23'].map((one) => `s/${one}/g`).join(';')}'`;

/** A fully percent-encoded segment. */
const CODES = /^(%[\dA-F]{2})+$/;

/** Encodes a text in this way. */
const CODE_ALL = `tr -d '\\n' | od -An -v -tx1 | tr -d '\\n' | tr 'a-f ' 'A-F%'`;

/** Without this, curl reads braces and brackets as a pattern. */
function literally(text: string): string {
  return /[[\]{}]/.test(text) ? ' -g' : '';
}

/** The position of the token's last path segment. */
function findToken(path: string, token: string): { begin: number; end: number } | undefined {
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  const index = segments.findLastIndex((segment) => segment !== '' && decodeTolerantly(segment) === token);
  if (index < 0) return undefined;
  const begin = segments.slice(0, index).join('/').length + 1;
  return { begin, end: begin + (segments[index] ?? '').length };
}

function addressOf(path: string, { base, redaction }: Reproduction): string {
  const shown = redaction.path(path);
  // Recorded requests to other servers have a whole address.
  return /^https?:/.test(path) ? shown : `${base}${shown}`;
}

function command(
  exchange: Exchange,
  { own, redaction }: Reproduction,
  address: string,
  flags: string,
): string {
  const { method, headers, text } = exchange.sent;
  const parts = [
    `curl ${flags} ${method === 'HEAD' ? '--head' : `-X ${quoteWord(method)}`} ${address}`,
    ...Object.entries(redaction.headers({ ...own, ...headers })).map(
      ([name, value]) => `-H ${quote(`${name}: ${value}`)}`,
    ),
    // `--data-raw`, because a body that begins with an at sign is not a file name.
    ...(text === undefined ? [] : [`--data-raw ${quote(redaction.text(text))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** A recording may contain any method. */
function quoteWord(text: string): string {
  return /^\w+$/.test(text) ? text : quote(text);
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
