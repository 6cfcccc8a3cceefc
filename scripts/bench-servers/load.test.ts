import { expect, onTestFinished, test } from 'vitest';
import { fire } from './load.ts';
import { startMeasured } from './measured-server.ts';

/** Answers every request with a status and with how many it has answered. */
const serverOf = (status: number): string => `
const { createServer } = require('node:http');
let count = 0;
createServer((request, response) => {
  request.resume().on('end', () => {
    const text = JSON.stringify({ count: ++count });
    response.writeHead(${status}, { 'content-length': text.length }).end(text);
  });
}).listen(Number(process.argv[1]), '127.0.0.1');`;

async function start(status: number) {
  const server = await startMeasured(['--eval', serverOf(status), 'PORT'], import.meta.dirname);
  onTestFinished(() => server.stop());
  return server;
}

const SHOT = { method: 'POST', path: '/', body: '{}' };

test('a load is as many requests as were asked for', async () => {
  const { port } = await start(200);
  await fire(port, 500, SHOT);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ count: 501 });
});

test('a load stops at an answer that is no success', async () => {
  const { port } = await start(400);
  await expect(fire(port, 500, SHOT)).rejects.toThrow('HTTP/1.1 400');
});

test('a measured server tells what it has used', async () => {
  const server = await start(200);
  const before = await server.usage();
  await fire(server.port, 2000, SHOT);
  const after = await server.usage(true);
  expect(server.boot).toBeGreaterThan(0);
  expect(after.cpu).toBeGreaterThan(before.cpu);
  expect(after.heap).toBeGreaterThan(0);
});

test('a program that does not listen is an error with what it said', async () => {
  const started = startMeasured(['--eval', 'throw new Error("no thanks")'], import.meta.dirname);
  await expect(started).rejects.toThrow('no thanks');
});
