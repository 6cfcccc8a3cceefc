/** Percent-decodes; invalid encodings stay unchanged, because people write addresses by hand. */
export function decodeTolerantly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `user:password` of an address, decoded; undefined without either. */
export function userInfoOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `${decodeTolerantly(username)}:${decodeTolerantly(password)}`;
}

/** Value of a header with `user:password` (RFC 7617). */
export function basicCredentials(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Text of an address for a message, without the part before the at sign. */
export function hideUserInfo(text: string): string {
  return text.replace(/\/\/[^/\s]*@/, '//');
}

/** The address without user and password. */
export function withoutUserInfo(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
