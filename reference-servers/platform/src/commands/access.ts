import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Authenticate } from '@tessera/reference-servers/harness';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for an address that only programs on this machine can reach. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const version = isIP(host);
  return version !== 0 && LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** Accepts callers that send the token, in a time that says nothing about it. */
export function requireToken(token: string): Authenticate {
  const expected = digest(`Bearer ${token}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
}

/** Digests have the same length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
