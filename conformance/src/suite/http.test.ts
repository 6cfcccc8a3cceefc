import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpClient } from './http.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  open.push({ close: () => server.close() });
  return new URL(`http://127.0.0.1:${port}`);
}

/** A server that sends these bytes on every connection. */
function saying(...pieces: (string | Buffer)[]): Promise<URL> {
  const sockets = new Set<Socket>();
  open.push({ close: () => sockets.forEach((socket) => void socket.destroy()) });
  return listen(
    createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        for (const piece of pieces) socket.write(piece);
        socket.end();
      });
    }),
  );
}

async function ask(base: URL, timeout = 60_000) {
  const client = createHttpClient({ base, headers: {}, timeout });
  open.push(client);
  return client.send({ method: 'GET', path: '/x', headers: {} });
}

const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

describe('the HTTP client', () => {
  it('reports that a connection was closed during the response', async () => {
    const answer = await ask(await saying(head('content-length: 100'), 'only this'));
    expect(answer.failure).toContain('closed during the response');
  });

  it('says that the server does not speak HTTP', async () => {
    const answer = await ask(await saying('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(answer.code).toMatch(/^HPE_/);
  });

  it('does not count time in which the process could not read', async () => {
    const stalled = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.end(`${head('content-length: 2', 'connection: close')}ok`);
        // Blocks this process while the answer arrives.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
      });
    });
    const answer = await ask(await listen(stalled), 200);
    expect(answer.received?.text).toBe('ok');
  });

  it('stops reading an endless response', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const answer = await ask(
      await saying(head('connection: close'), ...Array.from({ length: 6 }, () => megabyte)),
    );
    expect(answer.code).toBe('ETOOBIG');
  });

  it('does not decompress a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const answer = await ask(
      await saying(head('content-encoding: gzip', `content-length: ${bomb.length}`), bomb),
    );
    expect(answer.code).toBe('EENCODING');
  });

  it('reads a compressed response without Accept-Encoding', async () => {
    const body = gzipSync('{"status":"RUNNING"}');
    const answer = await ask(
      await saying(head('content-encoding: gzip', `content-length: ${body.length}`), body),
    );
    expect(answer.received?.json?.value).toEqual({ status: 'RUNNING' });
  });

  it('detects bytes that are not UTF-8', async () => {
    const answer = await ask(await saying(head('content-length: 4'), Buffer.from([0x22, 0xc3, 0x28, 0x22])));
    expect(answer.received?.garbled).toBe(true);
  });

  it('gives up after the timeout', async () => {
    const silent = createTcpServer(() => undefined);
    const answer = await ask(await listen(silent), 80);
    expect(answer.code).toBe('ETIMEDOUT');
  });

  it('follows no redirect', async () => {
    const answer = await ask(
      await saying('HTTP/1.1 307 Temporary Redirect\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n'),
    );
    expect(answer.received?.status).toBe(307);
  });

  it('repeats a request whose kept-alive connection went stale', async () => {
    let count = 0;
    const server = createHttpServer((request, response) => {
      count += 1;
      // The second request finds the connection closed, as after the server's idle timeout.
      if (count === 2) request.socket.resetAndDestroy();
      else response.end('{}');
    });
    const base = await listen(server);
    const client = createHttpClient({ base, headers: {}, timeout: 60_000 });
    open.push(client);
    await client.send({ method: 'GET', path: '/', headers: {} });
    const second = await client.send({ method: 'GET', path: '/', headers: {} });
    expect(second.received?.status).toBe(200);
  });
});

it('limits the size of stored large responses, and continues with small ones', async () => {
  const large = JSON.stringify('x'.repeat(3 * 1024 * 1024));
  const base = await listen(
    createHttpServer((request, response) => {
      response.end(request.url === '/small' ? '"y"' : large);
    }),
  );
  const client = createHttpClient({ base, headers: {}, timeout: 60_000 });
  open.push(client);
  const answers = [];
  for (let count = 0; count < 20; count += 1)
    answers.push(await client.send({ method: 'GET', path: '/large', headers: {} }));
  expect(answers.filter(({ received }) => received !== undefined).length).toBe(15);
  expect(answers.at(-1)?.failure).toMatch(
    /a response of \d+ bytes: a run keeps large responses of \d+ bytes/,
  );
  const small = await client.send({ method: 'GET', path: '/small', headers: {} });
  expect(small.received?.text).toBe('"y"');
});
