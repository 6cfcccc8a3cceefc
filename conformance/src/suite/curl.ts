import type { Exchange } from './exchange.ts';
import type { Redaction } from './redact.ts';

/** What a reproducer needs to know beside the exchange. */
export interface Reproduction {
  readonly base: string;
  /** Headers that the caller gave. */
  readonly own: Readonly<Record<string, string>>;
  readonly redaction: Redaction;
  /** The request that handed out the token of this one: a token is good for one run of the target only. */
  readonly start?: Exchange;
}

/** A command line that repeats a request, from the start of its task on. Secrets are left to be filled in. */
export function curlOf(exchange: Exchange, reproduction: Reproduction): string {
  const { start } = reproduction;
  const { path, token } = exchange.sent;
  const spelt = token === undefined ? '' : encodeURIComponent(token);
  if (start === undefined || spelt === '' || !path.includes(spelt))
    return command(exchange, reproduction, quote, '-i');
  const begin = command(start, reproduction, quote, '-s');
  const ask = command(exchange, reproduction, (text) => `"${text.replace(spelt, () => '$token')}"`, '-i');
  return `token=$(${begin} | tr -d '"')\n${ask}`;
}

function command(
  exchange: Exchange,
  { base, own, redaction }: Reproduction,
  quoteAddress: (text: string) => string,
  flags: string,
): string {
  const { method, path, headers, text } = exchange.sent;
  const parts = [
    // Recorded requests that went elsewhere have a whole address.
    `curl ${flags} -X ${method} ${quoteAddress(/^https?:/.test(path) ? path : `${base}${path}`)}`,
    ...Object.entries(redaction.headers({ ...own, ...headers })).map(
      ([name, value]) => `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(text === undefined ? [] : [`--data-binary ${quote(redaction.text(text))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
