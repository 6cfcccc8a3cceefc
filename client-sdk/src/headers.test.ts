import { describe, expect, test } from 'vitest';
import { type Reply, serve } from '../testing/loopback.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { ClientOptions } from './options.ts';
import { createTechAdapter } from './tech-adapter.ts';

const body = { descriptorKind: 'COMPONENT_DESCRIPTOR', descriptor: 'dataProduct: {}' } as const;
const path = { token: 't' };
const running: Reply = { status: 200, json: { status: 'RUNNING' } };

interface CallArguments {
  requestId?: string;
  headers?: Record<string, string>;
}

async function adapterFor(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const server = await serve(...replies);
  const clock = createManualClock();
  return { server, adapter: createTechAdapter({ baseUrl: server.origin, clock, ...options }) };
}

describe('headers', () => {
  test('sends the token, the headers of the client and of the call, and the trace context', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { adapter, server } = await adapterFor([running], {
      token: 'abc',
      headers: { 'x-tenant': 'north' },
    });
    await adapter.getStatus({ path, traceparent, requestId: 'r-1', headers: { 'x-extra': '1' } });
    expect(server.received[0]?.headers).toMatchObject({
      authorization: 'Bearer abc',
      accept: 'application/json',
      'x-tenant': 'north',
      'x-extra': '1',
      'x-request-id': 'r-1',
      traceparent,
    });
  });

  test('sends an empty header, and none for what is undefined or null', async () => {
    const { adapter, server } = await adapterFor([running], {
      token: '',
      headers: { 'x-client': undefined },
    });
    await adapter.getStatus({ path, headers: Object({ 'x-empty': '', 'x-null': null }) });
    expect(server.received[0]?.headers).toMatchObject({ 'x-empty': '' });
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
    expect(server.received[0]?.headers).not.toHaveProperty('x-client');
    expect(server.received[0]?.headers).not.toHaveProperty('x-null');
  });

  test.each<[string, Partial<ClientOptions>, CallArguments]>([
    ['of the call', {}, { headers: { 'x-request-id': 'mine' } }],
    ['of the client', { headers: { 'X-Request-ID': 'mine' } }, {}],
    ['of the call beside another one', {}, { requestId: 'other', headers: { 'X-Request-ID': 'mine' } }],
  ])('reports the request id that was sent, when it is a header %s', async (_, options, args) => {
    const { adapter, server } = await adapterFor([{ status: 500 }], options);
    const error = await adapter.getStatus({ path, ...args }).catch((thrown: unknown) => thrown);
    expect(server.received[0]?.headers['x-request-id']).toBe('mine');
    expect(error).toMatchObject({ requestId: 'mine' });
    expect(String(error)).toMatch('getStatus answered 500: no reason (request mine)');
  });

  test.each([
    ['x tenant', 'north'],
    ['', 'north'],
    ['x-tenant', 'nor\u007fth'],
    ['x-tenant', 'north\r\nx-admin: 1'],
    ['x-tenant', 'Nørd \u2713'],
  ])('refuse to be sent when they are none: %j: %j', async (name, value) => {
    const { adapter, server } = await adapterFor([running]);
    const call = adapter.provision({ body, headers: { [name]: value } });
    await expect(call).rejects.toThrow(`provision cannot be sent: TypeError: ${name} is no header`);
    await expect(call).rejects.toBeInstanceOf(TypeError);
    expect(server.received).toEqual([]);
  });

  test('asks the token provider for every attempt', async () => {
    let asked = 0;
    const token = async () => `token-${++asked}`;
    const { adapter, server } = await adapterFor([{ status: 503 }, running], { token });
    await adapter.getStatus({ path });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('tells when the token provider fails', async () => {
    const token = () => Promise.reject(new Error('vault is sealed'));
    const { adapter, server } = await adapterFor([running], { token, retries: 0 });
    const error = await adapter.provision({ body }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'TOKEN',
      cause: { message: 'vault is sealed' },
    });
    expect(server.received).toEqual([]);
  });
});
