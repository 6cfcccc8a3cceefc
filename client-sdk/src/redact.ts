const REPLACEMENT = '[redacted]';

/** Headers whose values are hidden. Hiding a harmless value would garble texts that happen to hold it. */
const SECRET_HEADER = /auth|cookie|cred|key|passw|secret|session|token/i;

/** Members whose values are secrets, in JSON text. */
const SECRET_MEMBERS =
  /("[^"]*(?:api[-_]?key|password|secret|authorization)[^"]*"\s*:\s*")((?:[^"\\]|\\.)+)/gi;

/** Shorter values are no secrets worth hiding, and hiding them would garble the text. */
const SHORTEST_SECRET = 4;

/** What one call must not tell: the values of some headers, and the secret members of its body. */
export interface Secrets {
  /** As they were last sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly args: { readonly body?: unknown };
}

/** Takes the secrets of a call out of a text, in whatever form they come back. */
export function redact({ args, headers }: Secrets, text: string): string {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    // `Bearer abc` is as secret as `abc`.
    if (SECRET_HEADER.test(name)) secrets.push(value, value.replace(/^\w+ /, ''));
  }
  for (const [, , value = ''] of jsonText(args.body).matchAll(SECRET_MEMBERS)) secrets.push(value);
  return secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .reduce(
      (clean, secret) => clean.replaceAll(secret, REPLACEMENT),
      text.replace(SECRET_MEMBERS, `$1${REPLACEMENT}`),
    );
}

/** The error itself when it is free of secrets, otherwise what may be told of it. */
export function redactCause(secrets: Secrets, error: unknown): unknown {
  const told = describe(error);
  const clean = redact(secrets, told);
  return clean === told ? error : new Error(clean);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error} ${jsonText(error)} ${describe(error.cause)}` : `${error ?? ''}`;
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // nothing of a value that cannot be written is sent or shown
  }
}
