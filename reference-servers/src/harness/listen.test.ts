import { createServer } from 'node:net';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { listenAt } from './listen.ts';

const HOST = '127.0.0.1';

function listen(port: number): Promise<string> {
  const app = fastify();
  onTestFinished(() => app.close());
  return listenAt(app, { port, host: HOST });
}

it('tells where a server listens', async () => {
  expect((await fetch(await listen(0))).status).toBe(404);
});

it('tells that another program has the port', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await new Promise<number>((resolve) => {
    other.listen(0, HOST, () => {
      const address = other.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await expect(listen(port)).rejects.toThrow(
    `port ${port} of ${HOST} is taken by another program: choose another one`,
  );
});

it.each([Number('abc'), 65_536, -1, 8080.5])('tells that there is no port %d', async (port) => {
  await expect(listen(port)).rejects.toThrow(
    `there is no port ${port}: ports are whole numbers from 0 to 65535`,
  );
});

it('shows a port that is a text as one', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const place = JSON.parse('{ "port": "8080", "host": "127.0.0.1" }');
  await expect(listenAt(app, place)).rejects.toThrow("there is no port '8080': ports are whole numbers");
});

it('reports a host that does not belong to this machine', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  await expect(listenAt(app, { port: 0, host: '192.0.2.1' })).rejects.toThrow(
    /^cannot listen on 192\.0\.2\.1:0: /,
  );
});

it('refuses a host without a name, which would be every address of the machine', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  await expect(listenAt(app, { port: 0, host: '' })).rejects.toThrow(
    'the host is empty: 127.0.0.1 is this machine alone, 0.0.0.0 is every address of it',
  );
});
