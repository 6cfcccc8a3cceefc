import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hook } from '../../../testing/hook.ts';
import {
  type AddressRules,
  createGuardedLookup,
  findAddressProblem,
  LOOPBACK_HOSTS,
  type ResolveName,
} from './decision-address.ts';

const rules = (allowedHosts: readonly string[], allowPrivate = false): AddressRules => ({
  allowedHosts,
  allowPrivate,
});
const LOCAL = rules(LOOPBACK_HOSTS);

describe('an address', () => {
  it.each([
    'http://127.0.0.1:8080/x',
    'http://localhost/x?y#z',
    'https://LOCALHOST',
    'http://[::1]:1',
    'http://2130706433/',
    'http://0x7f.1/',
  ])('of this machine is allowed unless told otherwise: %s', (address) => {
    expect(findAddressProblem(address, LOCAL)).toBeUndefined();
  });

  it.each([
    ['', 'is not an absolute address'],
    ['/hooks/1', 'is not an absolute address'],
    ['http://', 'is not an absolute address'],
    ['http://a b/', 'is not an absolute address'],
    ['file:///etc/passwd', 'does not begin with http:// or https://'],
    ['ftp://localhost/', 'does not begin with http:// or https://'],
    ['javascript:alert(1)', 'does not begin with http:// or https://'],
    ['gopher://127.0.0.1/', 'does not begin with http:// or https://'],
    ['http://user@localhost/', 'holds a user name or a password'],
    ['http://localhost@evil.example/', 'holds a user name or a password'],
    ['http://evil.example/', 'leads to evil.example, to which no decisions are sent'],
    ['http://localhost.evil.example/', /to which no decisions are sent/],
    ['http://evil.example/#@localhost/', /leads to evil.example/],
    ['http://169.254.169.254/latest', /to which no decisions are sent/],
    ['http://127.0.0.2/', /to which no decisions are sent/],
    ['http://[::ffff:127.0.0.1]/', /to which no decisions are sent/],
    ['http://localhost%0d%0aX-Evil: 1/', 'is not an absolute address'],
  ])('%s is refused', (address, expected) => {
    expect(findAddressProblem(address, LOCAL)).toMatch(expected);
  });

  it('is allowed by its name, with or without its port', () => {
    const named = rules(['Platform.example.com', 'other.example.com:8443']);
    for (const address of [
      'https://platform.example.com/',
      'https://platform.example.com:9/',
      'https://other.example.com:8443/',
    ])
      expect(findAddressProblem(address, named), address).toBeUndefined();
    for (const address of ['https://other.example.com/', 'http://localhost/', 'http://127.0.0.1/'])
      expect(findAddressProblem(address, named), address).toBeDefined();
  });

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
  ])('in a private network needs more than to be on the list: %s', (host) => {
    const canonical = new URL(`http://${host}`).hostname;
    expect(findAddressProblem(`http://${host}/`, rules([canonical]))).toMatch(/in a network/);
    expect(findAddressProblem(`http://${host}/`, rules([canonical], true))).toBeUndefined();
  });

  it.each([
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
  ])('is never sent to: %s', (host) => {
    const canonical = new URL(`http://${host}`).hostname;
    expect(findAddressProblem(`http://${host}/`, rules([canonical], true))).toMatch(/in a network/);
  });

  it('that is rejected is reported to the sender in the format of the contract', async () => {
    const { status, body } = await hook().ask('http://169.254.169.254/latest/meta-data');
    expect([status, body.error]).toEqual([
      400,
      {
        message: 'The request is invalid.',
        details: 'respondToUrl leads to 169.254.169.254, to which no decisions are sent',
      },
    ]);
  });
});

describe('a name', () => {
  /** A name service that knows these addresses for every name. */
  function resolving(
    addresses: readonly string[],
    settings: AddressRules,
    all = true,
    hostname = 'platform.example.com',
  ) {
    const found = addresses.map(
      (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
    );
    const resolve: ResolveName = (_name, _options, done) => done(null, found);
    const lookup: LookupFunction = createGuardedLookup(settings, resolve);
    return new Promise<unknown>((answer, refuse) => {
      lookup(hostname, { all }, (error, ...rest) => (error === null ? answer(rest) : refuse(error)));
    });
  }

  it('of a public machine is resolved, in both forms that callers want', async () => {
    expect(await resolving(['93.184.215.14', '2606:2800:21f:cb07::1'], LOCAL)).toEqual([
      [
        { address: '93.184.215.14', family: 4 },
        { address: '2606:2800:21f:cb07::1', family: 6 },
      ],
    ]);
    expect(await resolving(['93.184.215.14'], LOCAL, false)).toEqual(['93.184.215.14', 4]);
  });

  it.each([
    [['127.0.0.1']],
    [['10.0.0.7']],
    [['93.184.215.14', '192.168.0.1']],
    [['::ffff:10.0.0.1']],
    [['::1']],
  ])('that leads to %j is not followed, unless private networks are allowed', async (addresses) => {
    await expect(resolving(addresses, LOCAL)).rejects.toThrow('platform.example.com is at');
    expect(await resolving(addresses, rules([], true))).toBeDefined();
  });

  it.each([[['169.254.169.254']], [['fe80::1']], [['0.0.0.0']], [[]]])(
    'that leads to %j is never followed',
    async (addresses) => {
      await expect(resolving(addresses, rules([], true))).rejects.toThrow('platform.example.com is at');
    },
  );

  it('of this machine is followed', async () => {
    expect(await resolving(['127.0.0.1', '::1'], LOCAL, true, 'localhost')).toBeDefined();
  });

  it('that is unknown is an error', async () => {
    const resolve: ResolveName = (_name, _options, done) => done(new Error('unknown'), []);
    const lookup = createGuardedLookup(LOCAL, resolve);
    const error = await new Promise((answer) => lookup('x', { all: true }, answer));
    expect(error).toEqual(new Error('unknown'));
  });
});
