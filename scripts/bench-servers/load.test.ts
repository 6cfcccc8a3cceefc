import { expect, onTestFinished, test } from 'vitest';
import { openLoad } from './load.ts';
import { startMeasured } from './measured-server.ts';

/** Answers every request with a status, and with how many it has answered on how many connections. */
const serverOf = (status: number): string => `
const { createServer } = require('node:http');
let count = 0;
const sockets = new Set();
createServer((request, response) => {
  sockets.add(request.socket);
  request.resume().on('end', () => {
    const text = JSON.stringify({ count: ++count, connections: sockets.size });
    response.writeHead(${status}, { 'content-length': text.length }).end(text);
  });
}).listen(Number(process.argv[1]), '127.0.0.1');`;

async function start(status: number) {
  const server = await startMeasured(['--eval', serverOf(status), 'PORT'], import.meta.dirname);
  const load = openLoad(server.port);
  onTestFinished(() => {
    load.close();
    return server.stop();
  });
  return { ...server, load };
}

const SHOT = { method: 'POST', path: '/', body: '{}' };

test('a load sends the requested number of requests over keep-alive connections', async () => {
  const { port, load } = await start(200);
  await load.fire(300, SHOT);
  await load.fire(200, SHOT);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ count: 501, connections: 65 });
});

test('a load stops at the first error response', async () => {
  const { load } = await start(400);
  await expect(load.fire(500, SHOT)).rejects.toThrow('HTTP/1.1 400');
});

test('a measured server reports its resource usage', async () => {
  const server = await start(200);
  const before = await server.usage();
  await server.load.fire(2000, SHOT);
  const after = await server.usage(true);
  expect(server.boot).toBeGreaterThan(0);
  expect(after.cpu).toBeGreaterThan(before.cpu);
  expect(after.heap).toBeGreaterThan(0);
});

test('a program that does not listen causes an error with its output', async () => {
  const started = startMeasured(['--eval', 'throw new Error("no thanks")'], import.meta.dirname);
  await expect(started).rejects.toThrow('no thanks');
});
