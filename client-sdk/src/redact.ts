import { isObject, valueAt } from './json-pointer.ts';

const REPLACEMENT = '[redacted]';

/** Headers whose values are hidden. Hiding a harmless value would garble texts that happen to hold it. */
const SECRET_HEADER = /auth|cookie|cred|key|passw|secret|session|token/i;

/** Members of JSON text whose values are secrets. Long names are none, and bounds keep any text from taking long to search. */
const SECRET_MEMBER =
  /("[^"\\]{0,99}(?:api[-_]?key|passw|secret|authorization)[^"\\]{0,99}"\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)/gi;

/** Shorter values are no secrets worth hiding, and hiding `true` or `404` would garble the text. */
const SHORTEST_SECRET = 6;

/** What one call must not tell: the values of some headers, and the secret members of its body, as they were last sent. */
export interface Secrets {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
}

/** Takes the secrets of a call out of a text, in whatever form they come back. */
export function redact({ body = '', headers }: Secrets, text: string): string {
  const inHeaders = Object.entries(headers).map(([name, value]) =>
    // `abc` is as secret as `Bearer abc`.
    SECRET_HEADER.test(name) ? value.replace(/^\w+ /, '') : '',
  );
  const inBody = [...body.matchAll(SECRET_MEMBER)].map(([, , value = '']) => value);
  return [...inHeaders, ...inBody].reduce(
    (clean, secret) => (secret.length < SHORTEST_SECRET ? clean : clean.replaceAll(secret, REPLACEMENT)),
    text.replace(SECRET_MEMBER, `$1${REPLACEMENT}`),
  );
}

/** The error itself when it is free of secrets, otherwise what may be told of it. */
export function redactCause(secrets: Secrets, error: unknown): unknown {
  const told = describe(error);
  const isClean = told && redact(secrets, told) === told;
  return isClean ? error : new Error(redact(secrets, `${error}`));
}

/** Everything that a log would show of an error, or nothing when that cannot be told. */
function describe(error: unknown): string | undefined {
  try {
    return JSON.stringify(error, (_, value: unknown) => {
      if (value instanceof Error)
        return [value.message, value.stack, value.cause, valueAt(value, '/errors'), { ...value }];
      // What a `Request` or a `Headers` holds shows in a log, but not in JSON.
      if (isObject(value) && Symbol.toStringTag in value) throw value;
      return value;
    });
  } catch {
    return undefined; // it holds itself, or what only its own class can read
  }
}
