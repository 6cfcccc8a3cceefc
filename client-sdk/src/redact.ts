import { valueAt } from './json-pointer.ts';

const REPLACEMENT = '[redacted]';

/** Headers whose values are hidden. Hiding a harmless value would garble texts that happen to hold it. */
const SECRET_HEADER = /auth|cookie|cred|key|passw|secret|session|token/i;

/** Members whose values are secrets. */
const SECRET_MEMBER = /api.?key|passw|secret|authorization/i;

/**
 * The same where a text names them, such as JSON that is cut, a line of a log or a query; what follows on the line may be part of
 * the value. Bounds keep the time in proportion to the text.
 */
const SECRET_IN_TEXT = /(?:api.?key|passw|secret|authorization)[\w-]{0,30}(["']\s?:|=|: b).{0,999}/gi;

/** What one call must not tell: the values of some headers, and the secret members of its body, as they were last sent. */
export interface Secrets {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
}

/** Takes the secrets of a call out of a text, in whatever form they come back. */
export function redact(secrets: Secrets, text: string): string {
  return hiderOf(secrets)('', text);
}

/** A JSON text as a value without the secrets of a call; throws what `JSON.parse` throws. */
export function redactJson(secrets: Secrets, text: string): unknown {
  return mapTexts(text, hiderOf(secrets));
}

/**
 * A copy of what was thrown, with its name, message and stack alone and without the secrets of a call. What else an error
 * holds, such as a request with its headers, shows in a log, and nothing finds every secret in it.
 */
export function redactCause(secrets: Secrets, thrown: unknown): Error {
  const root = rootOf(thrown);
  const { message, name, stack = '' } = root instanceof Error ? root : new Error(String(root));
  return Object.assign(new Error(redact(secrets, message)), { name, stack: redact(secrets, stack) });
}

/** The cause that tells what has happened: runtimes put it some causes deep; an error may also be its own cause. */
export function rootOf(error: unknown, depth = 9): unknown {
  const cause = depth && !valueAt(error, '/code') && valueAt(error, '/cause');
  return cause ? rootOf(cause, depth - 1) : error;
}

/**
 * Hides secrets in a text, in a member or alone. Values of less than six characters are no secrets worth
 * hiding, and hiding `true` or `404` would garble the text.
 */
function hiderOf({ body = '{}', headers }: Secrets): (name: string, text: string) => string {
  // `abc` is as secret as `Bearer abc`.
  const secrets: string[] = [];
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (SECRET_HEADER.test(name)) secrets.push(value, value.replace(/^\w+ /, ''));
  }
  mapTexts(body, (name, text) => {
    if (SECRET_MEMBER.test(name)) secrets.push(text);
    return text;
  });
  return (name, text) =>
    SECRET_MEMBER.test(name)
      ? REPLACEMENT
      : secrets.reduce(
          (clean, secret) => (secret.length < 6 ? clean : clean.replaceAll(secret, REPLACEMENT)),
          text.replace(SECRET_IN_TEXT, REPLACEMENT),
        );
}

/** What a JSON text says, with other texts in it. */
function mapTexts(json: string, map: (name: string, text: string) => string): unknown {
  return JSON.parse(json, (name, value) => (typeof value === 'string' ? map(name, value) : value));
}
