import { isObject } from './json-pointer.ts';

const REPLACEMENT = '[redacted]';

/** Members whose values are secrets, in JSON text. */
const SECRET_MEMBERS =
  /("[^"]*(?:api[-_]?key|password|secret|authorization)[^"]*"\s*:\s*")((?:[^"\\]|\\.)+)/gi;

/** Shorter header values are no secrets worth hiding, and hiding them would garble the text. */
const SHORTEST_SECRET = 4;

/** Takes the secrets of one call out of a text. */
export type Redact = (text: string) => string;

/** Knows the values of headers and the secret members of a body, in whatever text they come back. */
export function createRedact(headerValues: Iterable<string>, body: unknown): Redact {
  const secrets = new Set<string>();
  for (const value of headerValues) {
    // `Bearer abc` is as secret as `abc`.
    for (const part of [value, value.slice(value.indexOf(' ') + 1)]) {
      if (part.length >= SHORTEST_SECRET) secrets.add(part);
    }
  }
  for (const [, , value = ''] of jsonText(body).matchAll(SECRET_MEMBERS)) secrets.add(value);
  return (text) => {
    let clean = text.replace(SECRET_MEMBERS, `$1${REPLACEMENT}`);
    for (const secret of secrets) clean = clean.replaceAll(secret, REPLACEMENT);
    return clean;
  };
}

/** The error itself when it is free of secrets, otherwise what may be told of it. */
export function redactCause(error: unknown, redact: Redact): unknown {
  const told = describe(error);
  const clean = redact(told);
  return clean === told ? error : new Error(clean);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `: ${describe(error.cause)}`;
  return `${error.name}: ${error.message}${isObject(error) ? jsonText(error) : ''}${cause}`;
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // nothing of a value that cannot be written is sent or shown
  }
}
