import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '../../harness/known-hosts.ts';

/**
 * Where decisions may be sent. The sender of a request chooses the address, so it could be any host that this server
 * can reach.
 */
export interface AddressRules {
  /** Names, `name:port`, or IP addresses; an IPv6 address is written in brackets. */
  readonly allowedHosts: readonly string[];
  /** An allowed host may be in a private network. */
  readonly allowPrivate: boolean;
}

/** Resolves all addresses of a name. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Allowed by default: this machine. */
export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A host resolves to an address to which no decision is sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const LOOPBACK = blockList('127.0.0.0/8', '::1/128');

/** Private, shared and unique-local networks (RFC 1918, 6598, 4193), and ways into IPv4 networks from IPv6. */
const PRIVATE = blockList(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
);

/**
 * No approval service is at these addresses (RFC 6890): most of all link-local ones, where clouds serve credentials.
 */
const NEVER = blockList(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'ff00::/8',
);

/** What is wrong with an address as written, to continue a sentence; `undefined` when it is fine. */
export function findAddressProblem(text: string, rules: AddressRules): string | undefined {
  if (!URL.canParse(text)) return 'is not an absolute address';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'does not begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'holds a user name or a password';
  if (url.port === '0') return 'has the port 0, on which no server can listen';
  const allowed = rules.allowedHosts.map((host) => host.toLowerCase());
  if (!allowed.includes(url.hostname) && !allowed.includes(url.host)) {
    return `leads to ${url.host}, to which no decisions are sent`;
  }
  const address = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(address) === 0 || mayConnect(address, url.hostname, rules)) return undefined;
  return `leads to ${url.host}, which is in a network to which no decisions are sent`;
}

/**
 * Resolves names for a connection, and fails with AddressRefused when a name resolves to a forbidden address. The
 * connection uses the checked address, so the name cannot resolve to another one in between.
 */
export function createGuardedLookup(rules: AddressRules, resolve: ResolveName = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const [first] = addresses;
      const refused = addresses.find(({ address }) => !mayConnect(address, hostname, rules));
      if (refused !== undefined || first === undefined) {
        return callback(new AddressRefused(`${hostname} is at ${refused?.address ?? 'no address'}`), []);
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function mayConnect(address: string, hostname: string, { allowPrivate }: AddressRules): boolean {
  if (holds(NEVER, address)) return false;
  // A name of this machine counts only if it cannot belong to another machine; any other name that resolves here is
  // suspicious.
  if (holds(LOOPBACK, address)) return allowPrivate || isLoopbackHost(hostname);
  return allowPrivate || !holds(PRIVATE, address);
}

function holds(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function blockList(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
