/** Percent-decodes; what is no encoding stays as it is, because people write addresses by hand. */
export function decodeTolerantly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `user:password` of an address, decoded; undefined when it has neither. */
export function userInfoOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `${decodeTolerantly(username)}:${decodeTolerantly(password)}`;
}

/** Value of a header that carries `user:password` (RFC 7617). */
export function basicCredentials(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Text that is meant to be an address, for a message: what stands before the at sign is left out. */
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
