import type { Exchange } from '../api/own-routes.ts';

/** Headers that curl sends by itself, or that belong to the connection. */
const LEFT_OUT = new Set(['content-length', 'host', 'connection', 'accept-encoding', 'transfer-encoding']);

/** The request of an exchange as a shell command. Secrets were masked when it was recorded. */
export function asCurl({ request: { method, url, headers, postData } }: Exchange): string {
  const parts = [`curl -X ${method} ${quoteForShell(url)}`];
  for (const { name, value } of headers) {
    if (!LEFT_OUT.has(name.toLowerCase())) parts.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  }
  if (postData !== undefined) parts.push(`--data-raw ${quoteForShell(postData.text)}`);
  return parts.join(' \\\n  ');
}

/** A text as one word of a shell, which expands nothing between single quotes. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
