const MASK = '[masked]';

const SECRET_HEADER = /auth|cookie|cred|key|passw|secret|session|token/i;

const SECRET_MEMBER = /api.?key|passw|secret|authorization|credential|private.?key|access.?key/i;

/**
 * Values of secret members in text other than JSON, such as YAML: in quotes, after a colon up to the end of the line,
 * and after an equals sign up to the next parameter. Line feeds and quotes may be escaped, as in truncated JSON.
 */
const SECRET_IN_TEXT =
  /((?:api.?key|access.?key|private.?key|passw|secret|authorization|credential)[\w-]{0,30}\\?["']?\s{0,9})((?:[:=]\s{0,9}\\?)"(?:(?!\\?").){1,999}|[:=]\s{0,9}'[^']{1,999}|:\s{0,9}(?:(?!\\n)[^\n"']){1,999}|=\s{0,9}[^\s&,"']{1,999})/gi;

/** Headers without the values of credentials. */
export function maskHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, SECRET_HEADER.test(name) ? MASK : value]),
  );
}

/** The first `limit` characters of a body, without the values of secret members, which are known by their names. */
export function maskBody(text: string, limit: number): string {
  // Text beyond the limit is dropped, so it need not be searched.
  const maskText = (value: string): string => value.slice(0, limit).replaceAll(SECRET_IN_TEXT, keepName);
  try {
    const masked = JSON.stringify(
      JSON.parse(text, (name, value) => {
        if (SECRET_MEMBER.test(name)) return MASK;
        return typeof value === 'string' ? maskText(value) : value;
      }),
    );
    return masked.slice(0, limit);
  } catch {
    return maskText(text);
  }
}

/** Leaves the name, the sign after it and an opening quote. */
function keepName(_all: string, name: string, value: string): string {
  const [opening = ''] = /^[:=]\s*\\?["']?/.exec(value) ?? [];
  return `${name}${opening}${MASK}`;
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
