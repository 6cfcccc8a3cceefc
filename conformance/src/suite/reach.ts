import type { Sent } from './exchange.ts';
import type { Answer } from './http.ts';
import type { Subject, Suite } from './run.ts';

/**
 * A request that changes nothing, to a path of the contract: other paths may not be routed.
 * @param excluded operations that must not be called
 */
export function knock({ contract }: Suite, excluded: readonly string[]): Sent {
  const { operations } = contract.table;
  const poll = Object.values(operations).find(({ id, method }) => method === 'GET' && !excluded.includes(id));
  const path = poll?.path.replaceAll(/\{[^}]+\}/g, 'anybody') ?? '/';
  return { method: 'GET', path, headers: { accept: 'application/json' } };
}

/**
 * A fallback if the target does not answer for an unknown task: a valid request that changes nothing.
 * @param excluded operations that must not be called
 */
export function knockAgain(
  { contract }: Suite,
  { harmless, goodBody }: Subject,
  excluded: readonly string[],
): Sent | undefined {
  const entry = harmless === undefined ? undefined : contract.table.operations[harmless];
  if (entry === undefined || excluded.includes(entry.id) || entry.path.includes('{')) return undefined;
  return {
    method: entry.method,
    path: entry.path,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    text: JSON.stringify(goodBody(entry.id)),
  };
}

/** Error codes of Node for a server that accepts the connection and then sends nothing. */
export const SILENT: readonly (string | undefined)[] = ['ECONNRESET', 'ETIMEDOUT'];

/** Error codes of Node for a certificate that the client does not trust. */
const UNTRUSTED = /CERT|^ERR_TLS|^(UNABLE_TO|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH)/;

/** Returns why nothing can be tested; undefined after any answer. */
export async function reach(
  answer: Promise<Answer>,
  url: URL,
  signal: AbortSignal,
  proxy?: URL,
): Promise<string | undefined> {
  const { received, failure, code } = await answer;
  if (received !== undefined || signal.aborted) return undefined;
  const place = url.origin;
  // The error may come from the proxy: the client connects to no other server.
  if (proxy !== undefined) return `${place} cannot be reached through the proxy ${proxy.origin}: ${failure}`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${place}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host name ${url.hostname} is unknown`;
  if (code === 'ETIMEDOUT') return `${place} does not respond: ${failure}`;
  if (code?.startsWith('HPE_') === true) return `${place} does not speak HTTP: ${failure}`;
  if (code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return `the certificate of ${place} is not trusted, because that of its issuer was not sent along: ${failure}; complete the chain there, or pass the issuer with --ca`;
  if (UNTRUSTED.test(code ?? '')) return `the certificate of ${place} is not trusted: ${failure}`;
  if (code === 'EPROTO') return `${place} does not speak TLS: ${failure}`;
  return `${place} cannot be reached: ${failure}`;
}
