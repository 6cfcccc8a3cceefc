import { afterEach, describe, expect, it } from 'vitest';
import { createMadeUpContract } from '../../testing/made-up-contract.ts';
import { createServer } from './create-server.ts';
import type { Mount } from './mount.ts';

const contract = createMadeUpContract([
  { id: 'open', path: '/open' },
  {
    id: 'guardable',
    path: '/guardable',
    responses: {
      200: { mediaType: 'application/json', schema: 'Anything' },
      401: { mediaType: 'application/json', schema: 'Anything' },
    },
    errors: { 401: ['HOOK_SENDER_UNAUTHORIZED'], 500: ['SYSTEM_PROBLEM'] },
  },
]);
const answer = () => ({ status: 200, body: {} });
const handlers = { open: answer, guardable: answer };

describe('a mount', () => {
  let app: ReturnType<typeof createServer>;
  afterEach(() => app.close());
  const serve = (more: Partial<Mount>) => {
    app = createServer({ mounts: [{ contract, handlers, ...more }] });
    return async (url: string, headers = {}) => (await app.inject({ url, headers })).statusCode;
  };

  it('guards every operation when it can tell who asks', async () => {
    const ask = serve({ authenticate: ({ headers }) => headers.authorization === 'me' });
    expect(await ask('/made-up/guardable')).toBe(401);
    expect((await app.inject('/made-up/guardable')).headers['www-authenticate']).toBe('Bearer');
    expect(await ask('/made-up/guardable', { authorization: 'me' })).toBe(200);
    expect(await ask('/made-up/open')).toBe(401);
    expect(await ask('/made-up/open', { authorization: 'me' })).toBe(200);
  });

  it('guards none of them when it cannot', async () => {
    const ask = serve({});
    expect([await ask('/made-up/guardable'), await ask('/made-up/open')]).toEqual([200, 200]);
  });

  it('shows its pages below its prefix, beside its operations', async () => {
    const ask = serve({ prefix: '/other', pages: (scope) => scope.get('/page', async () => 'text') });
    expect(await ask('/other/page')).toBe(200);
    expect([await ask('/page'), await ask('/made-up/page')]).toEqual([404, 404]);
    expect(await ask('/other/open')).toBe(200);
  });
});

it.each(['/a b', '/a?b', '/*', '/{x}'])('has no prefix %s', (prefix) => {
  expect(() => createServer({ mounts: [{ contract, handlers, prefix }] })).toThrow(
    `cannot serve made-up: its prefix is to be a path such as /made-up, not '${prefix}'`,
  );
});

describe('two contracts under one prefix', () => {
  it('are served side by side, each with a separate document', async () => {
    const first = createMadeUpContract([{ id: 'readOne', path: '/one' }]);
    const second = createMadeUpContract([{ id: 'writeOne', path: '/one', method: 'PUT' }]);
    const answer = () => ({ status: 200, body: {} });
    const other = { ...second, table: { ...second.table, id: 'other' } };
    const app = createServer({
      mounts: [
        { contract: first, handlers: { readOne: answer } },
        { contract: other, handlers: { writeOne: answer } },
      ],
    });
    expect((await app.inject('/made-up/one')).statusCode).toBe(200);
    expect((await app.inject({ method: 'PUT', url: '/made-up/one' })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/made-up/one' })).headers['allow']).toBe(
      'GET, HEAD, PUT',
    );
    expect((await app.inject('/made-up/other.openapi.json')).statusCode).toBe(200);
    expect((await app.inject('/made-up/made-up.openapi.json')).statusCode).toBe(200);
    expect((await app.inject('/made-up/openapi.json')).statusCode).toBe(404);
    await app.close();
  });

  it('are refused when both have the same operation', async () => {
    const mount = { contract, handlers };
    const app = createServer({ mounts: [mount, mount] });
    await expect(app.ready().then(() => 'ready')).rejects.toThrow(
      'GET /made-up/open is an operation of made-up and of made-up: serve one of them under another prefix',
    );
    await app.close().catch(() => undefined);
  });
});
