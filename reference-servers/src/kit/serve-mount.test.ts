import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './serve-mount.ts';

it('leaves the signals of the process to others when a server cannot listen', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const before = process.listenerCount('SIGTERM');
  await expect(listen(app, { port: -1 })).rejects.toThrow('there is no port -1');
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
