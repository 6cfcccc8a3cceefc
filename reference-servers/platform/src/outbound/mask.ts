const MASK = '[masked]';

const SECRET_HEADER = /auth|cookie|cred|key|passw|secret|session|token/i;

const SECRET_MEMBER = /api.?key|passw|secret|authorization|credential|private.?key|access.?key/i;

/** Values of secret members in JSON that is cut or in text that is not JSON. */
const SECRET_IN_TEXT =
  /((?:api.?key|passw|secret|authorization|credential)[\w-]{0,30}["']?\s{0,9}[:=]\s{0,9}["']?)([^"'\s,}&]{1,999})/gi;

/** Headers without the values of those that carry credentials. */
export function maskHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, SECRET_HEADER.test(name) ? MASK : value]),
  );
}

/** A body without the values of members that are secrets, by their names. */
export function maskBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (name, value) => (SECRET_MEMBER.test(name) ? MASK : value)));
  } catch {
    return text.replaceAll(SECRET_IN_TEXT, `$1${MASK}`);
  }
}

/** An address without user, password and secret query parameters. */
export function maskUrl(text: string): string {
  const url = new URL(text);
  if (url.username !== '') url.username = MASK;
  if (url.password !== '') url.password = MASK;
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_HEADER.test(name)) url.searchParams.set(name, MASK);
  }
  return url.href;
}
