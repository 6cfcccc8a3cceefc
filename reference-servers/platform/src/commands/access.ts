import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticate } from '@tessera/reference-servers/harness';

/** Accepts callers that send the token; compares it in constant time. */
export function requireToken(token: string): Authenticate {
  const expected = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
}

/** Digests have the same length for every input. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
