import type { Exchange } from './exchange.ts';
import type { Redaction } from './redact.ts';

/** A command line that repeats a request. Secrets are left as a placeholder to fill in. */
export function curlOf(
  exchange: Exchange,
  base: string,
  own: Readonly<Record<string, string>>,
  redaction: Redaction,
): string {
  const { method, path, headers, text } = exchange.sent;
  const all = redaction.headers({ ...own, ...headers });
  const parts = [
    `curl -i -X ${method} ${quote(`${base.replace(/\/+$/, '')}${path}`)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(text === undefined ? [] : [`--data-binary ${quote(redaction.text(text))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
