import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for a name or an address that always means this machine, with or without brackets. */
export function isLoopbackHost(hostname: string): boolean {
  const bare = hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  const version = isIP(bare);
  return version !== 0 && LOOPBACK.check(bare, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether a request under a name is meant for a server. A server on loopback serves programs on this machine: a foreign
 * name that resolves to it belongs to a page of another site (DNS rebinding).
 * @param host value of the header Host
 * @param boundTo address that the server listens on; absent before it listens
 * @param allowed further names, as `name` or `name:port`
 */
export function isKnownHost(
  host: string | undefined,
  boundTo: string | undefined,
  allowed: readonly string[] | undefined,
): boolean {
  if (host === undefined || boundTo === undefined || !isLoopbackHost(boundTo)) return true;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (isLoopbackHost(name)) return true;
  return (
    allowed?.some((one) => one.toLowerCase() === name || one.toLowerCase() === host.toLowerCase()) === true
  );
}
