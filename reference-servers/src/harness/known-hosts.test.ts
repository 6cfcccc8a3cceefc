import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createTechAdapter } from '../extension-points/tech-adapter.ts';
import { createServer, type ServerOptions } from './create-server.ts';
import { isKnownHost } from './known-hosts.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function serve(options: Partial<ServerOptions> = {}): Promise<number> {
  const app = createServer({ mounts: [createTechAdapter()], ...options });
  open.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Requests the OpenAPI document under a name; resolves with the status and the body. */
function ask(port: number, host: string): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/tech-adapter/openapi.json', headers: { host } });
    asked.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve([response.statusCode, text]));
    });
    asked.on('error', reject).end();
  });
}

describe('a server on loopback', () => {
  it.each(['localhost', 'localhost:4400', '127.0.0.1:1', '127.9.9.9', '[::1]:4400', 'tessera.localhost'])(
    'answers under the name %s',
    async (host) => {
      expect((await ask(await serve(), host))[0]).toBe(200);
    },
  );

  it.each(['evil.example.com', 'localhost.evil.example.com', '10.0.0.1', '127.0.0.1.evil.example.com:80'])(
    'answers 421 under the foreign name %s, as JSON that names it',
    async (host) => {
      const [status, text] = await ask(await serve(), host);
      expect(status).toBe(421);
      expect(JSON.parse(text).errors[0]).toContain(host);
    },
  );

  it('answers under a name that it is configured for', async () => {
    const port = await serve({ knownHosts: ['adapter.example.com'] });
    expect((await ask(port, 'adapter.example.com:8443'))[0]).toBe(200);
    expect((await ask(port, 'other.example.com'))[0]).toBe(421);
  });
});

describe('a server that other machines can reach', () => {
  it('answers under every name', () => {
    expect(isKnownHost('adapter.example.com', '0.0.0.0', undefined)).toBe(true);
    expect(isKnownHost('adapter.example.com', '192.168.1.7', undefined)).toBe(true);
  });
});
