import { X509Certificate } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { createSecureContext } from 'node:tls';
import type { Tls } from './http.ts';

/** Problems of configured certificates and headers: Node would throw at the first request. */
export function connectionProblems(
  tls: Tls | undefined,
  headers: Readonly<Record<string, string>>,
): string[] {
  return [...certificateProblems(tls ?? {}), ...headerProblems(headers)];
}

function* certificateProblems({ ca, cert, key }: Tls): Generator<string> {
  // Without this check a file without a certificate would be silently ignored.
  const authority = ca === undefined ? undefined : problemOf(() => new X509Certificate(ca));
  if (authority !== undefined) yield `--ca contains no certificate in PEM: ${authority}`;
  if (cert === undefined || key === undefined) return;
  const own = problemOf(() => createSecureContext({ cert, key }));
  if (own !== undefined) yield `--cert and --key are not a certificate in PEM with its key: ${own}`;
}

function headerProblems(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const problem = problemOf(() => {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    });
    // The value may be a secret.
    return problem === undefined
      ? []
      : [`--header ${name}: its name or value contains characters that a header cannot have`];
  });
}

function problemOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
