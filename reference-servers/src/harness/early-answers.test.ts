import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createMadeUpContract, jsonBody } from '../../testing/made-up-contract.ts';
import { createServer } from './create-server.ts';

const contract = createMadeUpContract([
  { id: 'sendOrder', method: 'POST', path: '/orders', body: jsonBody('Anything') },
]);
const handlers = { sendOrder: () => ({ status: 200, body: 'done' }) };

/** More than the buffers of two sockets hold, so that the client is still sending when the response is ready. */
const SIZE = 32 * 1024 * 1024;

describe('a client that asks to close the connection and sends its whole body before it reads', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  async function send(
    path: string,
    framing: 'length' | 'chunks',
    authenticate = () => true,
  ): Promise<string> {
    app = createServer({ mounts: [{ contract, handlers, authenticate }], bodyLimit: 1_000 });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1').pause();
    const framed = framing === 'length' ? `Content-Length: ${SIZE}` : 'Transfer-Encoding: chunked';
    const head = ['Host: localhost', 'Content-Type: application/json', 'Connection: close', framed];
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    const body = Buffer.alloc(SIZE, ' ');
    const [before, after] = framing === 'length' ? ['', ''] : [`${SIZE.toString(16)}\r\n`, '\r\n0\r\n\r\n'];
    for (const part of [before, body, after]) {
      if (part.length > 0 && !socket.write(part)) await once(socket, 'drain');
    }
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  }

  it.each(['length', 'chunks'] as const)('reads 413 when the body is too large (%s)', async (framing) => {
    const answer = await send('/made-up/orders', framing);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('the request body is larger than 1000 bytes');
  });

  it('reads 401 when it is not known', async () => {
    expect(await send('/made-up/orders', 'length', () => false)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('reads 404 and 405 when no operation takes the body', async () => {
    expect(await send('/nowhere', 'chunks')).toMatch(/^HTTP\/1\.1 404 /);
    await app.close();
    expect(await send('/made-up/openapi.json', 'length')).toMatch(/^HTTP\/1\.1 405 /);
  });
});
