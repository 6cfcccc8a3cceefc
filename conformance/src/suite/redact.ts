import { decodeTolerantly } from './user-info.ts';

/** Removes secrets from all output of a run: reports, reproducers, messages. */
export interface Redaction {
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  text(text: string): string;
  /** A path with its query, or a whole address. */
  path(path: string): string;
}

export const REDACTED = '[redacted]';

const SECRET_NAME = /auth|cookie|cred|jwt|key|pass(?:wor|phra|wd)|secret|session|signature|token/i;

/** Headers without credentials; their values occur in every answer. */
const PLAIN_HEADER =
  /^(?:accept|accept-.*|cache-control|content-.*|host|origin|prefer|referer|user-agent|traceparent|tracestate|x-request-id)$/i;

/**
 * Members of bodies whose values are secrets, in JSON (also inside a JSON string), YAML and forms. `token` counts only
 * as a JSON member: tasks of a contract have a bare string as name, and messages mention tokens.
 */
const SECRET_MEMBER =
  /((?:(?:secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|subscription[_-]?key|access[_-]?token|refresh[_-]?token|id[_-]?token)[\w.-]{0,40}\\{0,3}["']?\s{0,4}[:=]|token\\{0,3}["']\s{0,4}:)\s{0,4}(?:\\{0,3}["'])?)([^"'\\\s,&}\]]+)/gi;

/** Shorter values stay in texts: their redaction would remove words that are not secrets. */
const SHORTEST = 4;
/**
 * From this number on a text is scanned once for all secrets, and not once for each: every request of a recording may
 * have a different one.
 */
const MANY = 40;

/** True for a header that carries credentials, by its name. */
export function isSecretHeader(name: string): boolean {
  return SECRET_NAME.test(name);
}

/**
 * @param own Headers from the configuration: their values are secrets wherever they occur, except for plain ones such
 * as `accept`.
 */
export function createRedaction(own: Readonly<Record<string, string>>, url: URL): Redaction {
  const isOwnSecret = (name: string): boolean => !PLAIN_HEADER.test(name);
  const values = [
    ...Object.entries(own).flatMap(([name, value]) =>
      isOwnSecret(name) ? [value, ...value.split(/\s+/).slice(1)] : [],
    ),
    decodeTolerantly(url.password),
    url.password,
  ].flatMap((value) => [value, encodeURIComponent(value)]);
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= SHORTEST)
    .sort((left, right) => right.length - left.length);
  const withoutValues = secrets.length < MANY ? replaceEach(secrets) : replaceAny(secrets);
  const text = (given: string): string => withoutValues(given).replaceAll(SECRET_MEMBER, `$1${REDACTED}`);
  const given = new Set(
    Object.keys(own)
      .filter(isOwnSecret)
      .map((name) => name.toLowerCase()),
  );
  const isSecret = (name: string): boolean => SECRET_NAME.test(name) || given.has(name.toLowerCase());
  return {
    text,
    path: (path) =>
      text(path).replaceAll(/([?&])([^=&#]+)=([^&#]*)/g, (pair, mark: string, name: string) =>
        SECRET_NAME.test(name) ? `${mark}${name}=${REDACTED}` : pair,
      ),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? REDACTED : text(value)]),
      ),
  };
}

function replaceEach(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((kept, secret) => kept.replaceAll(secret, REDACTED), text);
}

/** @param secrets the longest first, none shorter than {@link SHORTEST} */
function replaceAny(secrets: readonly string[]): (text: string) => string {
  const byStart = new Map<string, string[]>();
  for (const secret of secrets) {
    const start = secret.slice(0, SHORTEST);
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, [secret]);
    else known.push(secret);
  }
  return (text) => {
    let kept = '';
    // End of the part that is already copied or redacted; secrets may overlap.
    let told = 0;
    for (let at = 0; at + SHORTEST <= text.length; at += 1) {
      const found = byStart.get(text.slice(at, at + SHORTEST))?.find((secret) => text.startsWith(secret, at));
      if (found === undefined) continue;
      if (at >= told) kept += `${text.slice(told, at)}${REDACTED}`;
      told = Math.max(told, at + found.length);
    }
    return kept + text.slice(told);
  };
}
