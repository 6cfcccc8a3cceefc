import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readHeaders, readProxy } from '../config-values.ts';
import { createHttpClient, type HttpOptions } from './http.ts';
import { openRoute } from './proxy.ts';

const PING = { method: 'GET', path: '/ping', headers: {} };
const open: Server[] = [];

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function ping(options: Partial<HttpOptions> & { readonly base: URL }) {
  const client = createHttpClient({ headers: {}, timeout: 60_000, ...options });
  const answer = await client.send(PING);
  client.close();
  return answer;
}

const tell = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: request.url, headers: request.headers }));
};

describe('a target that speaks TLS', () => {
  const pem = (name: string): string =>
    readFileSync(new URL(`test-certificates/${name}`, import.meta.url), 'utf8');

  const start = async (): Promise<URL> => {
    const server = createHttpsServer(
      {
        key: pem('server.key'),
        cert: pem('server.pem'),
        ca: pem('ca.pem'),
        requestCert: true,
        rejectUnauthorized: false,
      },
      (request, response) => {
        const peer = request.socket;
        const isKnown = 'authorized' in peer && peer.authorized === true;
        response.end(JSON.stringify({ isKnown }));
      },
    );
    return new URL(`https://localhost:${await listen(server)}`);
  };

  it('is trusted by the given certificate authority, and authenticates the client certificate', async () => {
    const base = await start();
    const tls = { ca: pem('ca.pem'), cert: pem('client.pem'), key: pem('client.key') };
    expect((await ping({ base, tls })).received?.json?.value).toEqual({ isKnown: true });
    expect((await ping({ base, tls: { ca: pem('ca.pem') } })).received?.json?.value).toEqual({
      isKnown: false,
    });
  });

  it('is not trusted without it, nor under another host name, unless --insecure is set', async () => {
    const base = await start();
    expect((await ping({ base })).code).toContain('CERT');
    const other = new URL(`https://127.0.0.1:${base.port}`);
    expect((await ping({ base: other, tls: { ca: pem('ca.pem') } })).code).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    expect((await ping({ base: other, tls: { insecure: true } })).received?.status).toBe(200);
  });

  it('is reached through a proxy tunnel, with any password', async () => {
    const base = await start();
    const asked: string[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', (request: IncomingMessage, socket, head: Buffer) => {
      asked.push(request.url ?? '', request.headers['proxy-authorization'] ?? '');
      const onward = connect(Number(base.port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
    });
    const tls = { ca: pem('ca.pem') };
    const route = await openRoute(new URL(`http://user:50%zz@127.0.0.1:${await listen(proxy)}`), base);
    expect((await ping({ base, tls, route })).received?.status).toBe(200);
    const credentials = `Basic ${Buffer.from('user:50%zz').toString('base64')}`;
    expect(asked).toEqual([`localhost:${base.port}`, credentials]);
  });
});

describe('a proxy', () => {
  it('gets the absolute address of a target without TLS, and its credentials', async () => {
    const target = new URL(`http://127.0.0.1:${await listen(createHttpServer(tell))}/prefix`);
    const seen: (string | undefined)[] = [];
    const proxy = createHttpServer((incoming, response) => {
      seen.push(incoming.url, incoming.headers.host, incoming.headers['proxy-authorization']);
      request(String(incoming.url), { headers: { host: target.host } }, (answer) =>
        answer.pipe(response),
      ).end();
    });
    const address = new URL(`http://user:secret@127.0.0.1:${await listen(proxy)}`);
    const answer = await ping({ base: target, route: await openRoute(address, target) });
    expect(answer.received?.status).toBe(200);
    expect(seen).toEqual([
      `${target.origin}/prefix/ping`,
      target.host,
      `Basic ${Buffer.from('user:secret').toString('base64')}`,
    ]);
  });

  const environment = {
    HTTP_PROXY: 'http://proxy:3128',
    https_proxy: 'http://tls:3128',
    NO_PROXY: '.corp, exact.example.com, port.example.com:8443',
  };
  it.each([
    { target: 'http://adapter.example.com', want: 'http://proxy:3128/' },
    { target: 'https://adapter.example.com', want: 'http://tls:3128/' },
    { target: 'http://adapter.corp', want: undefined },
    { target: 'http://exact.example.com', want: undefined },
    { target: 'https://port.example.com:8443', want: undefined },
    { target: 'https://port.example.com', want: 'http://tls:3128/' },
    { target: 'http://localhost:8080', want: undefined },
    { target: 'http://127.0.0.1:8080', want: undefined },
  ])('of the environment is used for $target: $want', ({ target, want }) => {
    expect(readProxy({}, new URL(target), environment).proxy?.href).toBe(want);
  });

  it('of the command line has precedence over the environment', () => {
    const { proxy } = readProxy({ proxy: 'http://own:1' }, new URL('http://adapter.corp'), environment);
    expect(proxy?.href).toBe('http://own:1/');
  });
});

describe('credentials', () => {
  const url = new URL('http://user:p%40ss@example.com');
  it.each([
    { values: {}, want: `Basic ${Buffer.from('user:p@ss').toString('base64')}` },
    { values: { bearer: 'abc.def' }, want: 'Bearer abc.def' },
    { values: { basic: 'a:b' }, want: `Basic ${Buffer.from('a:b').toString('base64')}` },
    { values: { header: ['Authorization: Custom x'] }, want: 'Custom x' },
  ])('for $values become $want', ({ values, want }) => {
    expect(readHeaders(values, url)['authorization']).toBe(want);
  });
});
