import type { Exchange } from '../api/own-routes.ts';

/** What curl sends by itself, or what belongs to the connection and not to the request. */
const LEFT_OUT = new Set(['content-length', 'host', 'connection', 'accept-encoding', 'transfer-encoding']);

/** The request of an exchange as a command for a shell. Secrets were replaced when it was recorded. */
export function asCurl({ request: { method, url, headers, postData } }: Exchange): string {
  const parts = [`curl -X ${method} ${quote(url)}`];
  for (const { name, value } of headers) {
    if (!LEFT_OUT.has(name.toLowerCase())) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (postData !== undefined) parts.push(`--data-raw ${quote(postData.text)}`);
  return parts.join(' \\\n  ');
}

/** Between single quotes a shell changes nothing. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
