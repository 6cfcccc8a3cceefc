import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMadeUpContract, jsonBody, parameter } from '../../testing/made-up-contract.ts';
import { createServer, type ServerOptions } from './create-server.ts';
import { Problem } from './problem.ts';

const contract = createMadeUpContract(
  [
    { id: 'readOrder', path: '/orders/{token}', parameters: [parameter('token', 'path')] },
    {
      id: 'deleteOrder',
      method: 'DELETE',
      path: '/orders/{token}',
      parameters: [parameter('token', 'path')],
      errors: { 400: ['REQUEST_INVALID', 'TOKEN_MISSING'], 500: ['SYSTEM_PROBLEM'] },
    },
    { id: 'reload', method: 'POST', path: '/reload' },
    { id: 'sendOrder', method: 'POST', path: '/orders', body: jsonBody('Anything') },
    { id: 'fail', path: '/fail' },
    { id: 'stray', path: '/stray' },
    { id: 'actOn', method: 'POST', path: '/orders:act', body: jsonBody('Anything', false) },
  ].map((operation) => ({
    errors: { 400: ['REQUEST_INVALID', 'REQUEST_NOT_JSON', 'TOKEN_MISSING'], 500: ['SYSTEM_PROBLEM'] },
    ...operation,
  })),
  {
    'readOrder.path': { type: 'object', properties: { token: { type: 'string', minLength: 1 } } },
    'deleteOrder.path': { type: 'object', properties: { token: { type: 'string', minLength: 1 } } },
  },
);

const handlers = {
  readOrder: ({ path }: { path: object }) => ({ status: 200, body: path }),
  deleteOrder: ({ body }: { body: unknown }) => ({ status: 200, body: { body: body ?? 'none' } }),
  sendOrder: ({ body }: { body: unknown }) => ({ status: 200, body }),
  fail: () => {
    throw new TypeError('secret at /home/user/file.ts:12');
  },
  stray: () => {
    throw new Problem('VALIDATION_NOT_FOUND', { token: 'x' });
  },
  actOn: () => ({ status: 200, body: 'done' }),
  reload: ({ body }: { body: unknown }) => ({ status: 200, body: { body: body ?? 'none' } }),
};

describe('whatever is sent', () => {
  let app: FastifyInstance;
  const serve = (options: Partial<ServerOptions> = {}) => {
    app = createServer({ mounts: [{ contract, handlers }], ...options });
  };
  beforeEach(() => serve());
  afterEach(() => app.close());

  async function ask(options: InjectOptions) {
    const answer = await app.inject({ ...options, url: `/made-up${String(options.url)}` });
    const { errors, error } = (answer.body === '' ? null : answer.json()) ?? {};
    return {
      status: answer.statusCode,
      said: errors?.[0] ?? error,
      headers: answer.headers,
      text: answer.body,
    };
  }

  const json = { 'content-type': 'application/json' };

  it('answers 404 in the shape of the contract to an unknown path', async () => {
    const { status, said, headers } = await ask({ url: '/nothing?x=1' });
    expect([status, said]).toEqual([404, 'no operation matches GET /made-up/nothing']);
    expect(headers['content-type']).toMatch('application/json');
  });

  it('answers 404 to an unknown path whatever its body is', async () => {
    const sent = { method: 'POST', url: '/nothing', payload: '{broken' } as const;
    expect((await ask({ ...sent, headers: json })).status).toBe(404);
    expect((await ask({ ...sent, headers: { 'content-type': ';;;' } })).status).toBe(404);
  });

  it('answers 405 with the methods that a path has', async () => {
    const { status, said, headers } = await ask({ method: 'PUT', url: '/orders/7' });
    expect([status, headers['allow']]).toEqual([405, 'DELETE, GET, HEAD']);
    expect(said).toBe('PUT is not allowed at /made-up/orders/7; allowed: DELETE, GET, HEAD');
    expect((await ask({ url: '/orders' })).headers['allow']).toBe('POST');
    expect((await ask({ method: 'POST', url: '/openapi.json' })).headers['allow']).toBe('GET, HEAD');
    expect((await ask({ method: 'OPTIONS', url: '/orders' })).status).toBe(405);
  });

  it('answers HEAD like GET, without the body', async () => {
    const [get, head] = [await ask({ url: '/orders/7' }), await ask({ method: 'HEAD', url: '/orders/7' })];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('takes a trailing slash for another path', async () => {
    expect((await ask({ method: 'POST', url: '/orders/', payload: {} })).status).toBe(404);
  });

  it('misses an empty path parameter by its name', async () => {
    const { status, said } = await ask({ method: 'DELETE', url: '/orders/' });
    expect([status, said]).toEqual([400, 'Token is missing']);
  });

  it('keeps the colon of a path', async () => {
    expect((await ask({ method: 'POST', url: '/orders:act' })).status).toBe(200);
    expect((await ask({ method: 'POST', url: '/ordersact' })).status).toBe(404);
  });

  it('takes path parameters of any sensible length', async () => {
    expect((await ask({ url: `/orders/${'x'.repeat(2000)}` })).status).toBe(200);
    const { status, said } = await ask({ url: `/orders/${'x'.repeat(5000)}` });
    expect([status, said]).toEqual([400, 'the path has a segment that is too long']);
  });

  it('answers 400 to a path that is not well encoded', async () => {
    const { status, said } = await ask({ url: '/orders/%zz' });
    expect([status, said]).toEqual([400, 'the path is not well encoded']);
  });

  it.each([
    ['{broken', 'the request body is not JSON: '],
    ['', 'a request body is required'],
    [Buffer.from([0x22, 0xff, 0x22]), 'the request body is not JSON: it is not encoded as UTF-8'],
  ])('answers 400 to the body %j', async (payload, expected) => {
    const { status, said } = await ask({ method: 'POST', url: '/orders', headers: json, payload });
    expect(status).toBe(400);
    expect(said.startsWith(expected)).toBe(true);
  });

  it.each([
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['Application/JSON', 200],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=iso-8859-1', 415],
  ])('answers to the content type %s with %i', async (type, expected) => {
    const sent = { method: 'POST', url: '/orders', payload: '{}' } as const;
    expect((await ask({ ...sent, headers: { 'content-type': type } })).status).toBe(expected);
  });

  it('wants to know the media type of a body', async () => {
    const sent = { method: 'POST', url: '/orders', payload: Buffer.from('{}') } as const;
    const { status, said } = await ask(sent);
    expect([status, said]).toEqual([
      415,
      'the media type nothing is not accepted; accepted: application/json',
    ]);
  });

  it('reads JSON that begins with a byte order mark, and values of every kind', async () => {
    for (const text of ['\u{FEFF}{"a":1}', 'null', '[]', '"text"', '0', 'false']) {
      const sent = { method: 'POST', url: '/orders', headers: json, payload: text } as const;
      expect(await ask(sent)).toMatchObject({ status: 200, text: text.replace('\u{FEFF}', '') });
    }
  });

  it('ignores a body that the operation does not take', async () => {
    const sent = { method: 'DELETE', url: '/orders/7', headers: json, payload: '{broken' } as const;
    expect(await ask(sent)).toMatchObject({ status: 200, text: '{"body":"none"}' });
  });

  it.each([
    ['', 200],
    ['{"all":true}', 200],
    ['{broken', 400],
  ])(
    'answers to the body %j with %i where an operation takes none and lists the error',
    async (payload, status) => {
      const sent = { method: 'POST', url: '/reload', headers: json, payload } as const;
      const { status: actual, said, text } = await ask(sent);
      expect(actual).toBe(status);
      if (status === 200) expect(text).toBe('{"body":"none"}');
      else expect(said).toMatch(/^the request body is not JSON: /);
    },
  );

  it('answers 413 to a body that is larger than the limit', async () => {
    await app.close();
    serve({ bodyLimit: 100 });
    const payload = { text: 'x'.repeat(100) };
    const { status, said } = await ask({ method: 'POST', url: '/orders', payload });
    expect([status, said]).toEqual([413, 'the request body is larger than 100 bytes']);
  });

  it('survives nesting that is deeper than a stack', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const { status } = await ask({ method: 'POST', url: '/orders:act', headers: json, payload: deep });
    expect(status).toBe(200);
    expect((await ask({ url: '/orders/7' })).status).toBe(200);
  });

  it('validates responses against their schemas unless configured to trust its handlers', async () => {
    const strict = createMadeUpContract(
      [
        {
          id: 'readOrder',
          path: '/order',
          responses: { 200: { mediaType: 'application/json', schema: 'Order' } },
        },
      ],
      { Order: { type: 'object', required: ['id'] } },
    );
    const mounts = [{ contract: strict, handlers: { readOrder: () => ({ status: 200, body: {} }) } }];
    await app.close();
    serve({ mounts });
    expect((await ask({ url: '/order' })).status).toBe(500);
    await app.close();
    serve({ mounts, validateResponses: false });
    expect((await ask({ url: '/order' })).status).toBe(200);
  });

  it('never shows what went wrong inside', async () => {
    const { status, text } = await ask({ url: '/fail' });
    expect(status).toBe(500);
    expect(text).not.toMatch(/secret|home|TypeError|\.ts/);
    expect(text).toMatch(/Its log entry is req-\w+/);
  });

  it('answers 500 when a handler throws a code that its operation does not list, and logs it', async () => {
    await app.close();
    const lines: string[] = [];
    serve({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
    expect((await ask({ url: '/stray' })).status).toBe(500);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      code: 'VALIDATION_NOT_FOUND',
      msg: 'VALIDATION_NOT_FOUND is not listed by the operation',
    });
  });

  it('serves the document of the contract, with where the server is', async () => {
    const { text, headers } = await ask({ url: '/openapi.json' });
    expect(JSON.parse(text)).toMatchObject({ ...contract.document, servers: [{ url: '/made-up' }] });
    expect(headers['content-type']).toMatch('application/json');
  });

  it('serves several contracts side by side, the longest prefix first, and leaves the rest to others', async () => {
    await app.close();
    const notFound: ServerOptions['notFound'] = (_request, reply) => reply.code(404).send('a page');
    serve({
      mounts: [
        { contract, handlers, prefix: '/one' },
        { contract, handlers, prefix: 'one/two/' },
      ],
      notFound,
    });
    expect((await app.inject('/one/orders/7')).statusCode).toBe(200);
    expect((await app.inject('/one/two/orders/7')).statusCode).toBe(200);
    expect((await app.inject('/one/two/openapi.json')).json().servers).toEqual([{ url: '/one/two' }]);
    expect((await app.inject('/one/other')).json().errors).toEqual(['no operation matches GET /one/other']);
    expect((await app.inject('/onetwo')).body).toBe('a page');
  });

  it('serves at the root', async () => {
    await app.close();
    serve({ mounts: [{ contract, handlers, prefix: '/' }] });
    expect((await app.inject('/orders/7')).statusCode).toBe(200);
    expect((await app.inject('/openapi.json')).json().servers).toEqual([{ url: '/' }]);
    expect((await app.inject({ method: 'PUT', url: '/orders/7' })).statusCode).toBe(405);
  });

  it('aborts the signal of a request whose caller has gone away', async () => {
    await app.close();
    let aborted: Promise<unknown> | undefined;
    const events = new EventEmitter();
    const waiting = {
      ...handlers,
      readOrder: async ({ signal }: { signal: AbortSignal }) => {
        aborted = once(signal, 'abort');
        events.emit('arrived');
        await aborted;
        return { status: 200, body: {} };
      },
    };
    serve({ mounts: [{ contract, handlers: waiting }] });
    const arrived = once(events, 'arrived');
    const socket = await open();
    socket.write('GET /made-up/orders/7 HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await arrived;
    socket.destroy();
    await expect(aborted).resolves.toBeDefined();
  });

  async function open() {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    return connect(Number(port), '127.0.0.1');
  }

  it('answers 400 to a body that is shorter than announced', async () => {
    const socket = await open();
    const head = 'POST /made-up/orders HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    socket.end(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{\r\n\r\n0\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});
