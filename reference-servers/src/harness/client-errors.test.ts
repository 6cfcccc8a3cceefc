import { connect } from 'node:net';
import { errors } from '@tessera/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createMadeUpContract, jsonBody } from '../../testing/made-up-contract.ts';
import { createServer, type ServerOptions } from './create-server.ts';
import { fillTemplate } from './problem.ts';

const PlainError = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };
const contract = createMadeUpContract([
  { id: 'sendOrder', method: 'POST', path: '/orders', body: jsonBody('Anything') },
]);
const handlers = { sendOrder: () => ({ status: 200, body: 'done' }) };
const POST = 'POST /made-up/orders HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe('what is no request', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  /** Sends raw text; returns everything received until the server closes the connection. */
  async function send(text: string, options: Partial<ServerOptions> = {}) {
    app = createServer({ mounts: [{ contract, handlers }], ...options });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const good = await app.inject({ method: 'POST', url: '/made-up/orders', payload: {} });
    expect(good.statusCode).toBe(200);
    return { head, body: JSON.parse(body) };
  }

  const said = (code: keyof typeof errors, values: Record<string, string> = {}) =>
    fillTemplate(errors[code].message, values);

  it.each([
    ['no method', '\u{1}\u{2}\u{3}\r\n\r\n'],
    ['another protocol', 'SSH-2.0-client\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n'],
    ['a header with a line break in it', `${POST}x-note: a\rb: c\r\n\r\n`],
    ['two lengths of the body', `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a length beside chunks', `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`],
  ])('is answered 400 when it is %s', async (_what, text) => {
    const { head, body } = await send(text);
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(body.errors).toEqual([said('REQUEST_NOT_HTTP')]);
    expect(JSON.stringify(body)).not.toMatch(/HPE_|node:|\.js/);
  });

  it('is answered 400 when it does not name its host', async () => {
    const { head, body } = await send('GET / HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(body.errors).toEqual([said('REQUEST_NOT_HTTP')]);
    expect(body.moreInfo.problems[0]).toContain('the header Host is absent');
  });

  it('may leave its host out in HTTP/1.0', async () => {
    const { head } = await send('GET /made-up/openapi.json HTTP/1.0\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is answered as a request when it has an unknown expectation', async () => {
    const { head, body } = await send(
      'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\nconnection: close\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    expect(body.errors).toEqual([said('PATH_UNKNOWN', { method: 'GET', path: '/' })]);
  });

  it('is refused when it names two hosts', async () => {
    const { head, body } = await send(
      'GET /made-up/openapi.json HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(body.errors).toEqual([said('REQUEST_NOT_HTTP')]);
    expect(body.moreInfo.problems[0]).toContain('the header Host is there more than once');
  });

  it('is answered 404 when it wants a tunnel', async () => {
    const { head, body } = await send('CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    expect(body.errors).toEqual([said('PATH_UNKNOWN', { method: 'CONNECT', path: 'example.com:443' })]);
  });

  it('is answered 431 when its headers are too large', async () => {
    const { head, body } = await send(`GET / HTTP/1.1\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 431 /);
    expect(body.errors).toEqual([said('HEADERS_TOO_LARGE', { limit: '16384' })]);
  });

  it.each([
    ['its head', 'POST /made-up/orders HTTP/1.1\r\nhost: lo'],
    ['its body', `${POST}content-length: 10\r\n\r\n{"a"`],
  ])('is answered 408 when %s takes too long', async (_what, text) => {
    const { head, body } = await send(text, { requestTimeout: 100 });
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(body.errors).toEqual([said('REQUEST_TOO_SLOW')]);
    expect(body.moreInfo.problems[0]).toContain('100 milliseconds');
  });

  it('is reported in the format of the only contract', async () => {
    const plain = createMadeUpContract(
      [{ id: 'sendOrder', method: 'POST', path: '/orders', body: jsonBody('Anything') }],
      { RequestValidationError: PlainError },
    );
    const { body } = await send('nonsense\r\n\r\n', { mounts: [{ contract: plain, handlers }] });
    expect(body).toEqual({ message: said('REQUEST_NOT_HTTP') });
  });
});
