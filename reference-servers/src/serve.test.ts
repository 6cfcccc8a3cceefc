import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from './config.ts';
import { describePlaces, prepare } from './serve.ts';
import { servers } from './servers.ts';
import { UsageError } from './usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-site-'));
const pages: Record<string, string> = {
  'index.html': 'home',
  '404.html': 'not here',
  'search.html': 'search',
  'docs/first/index.html': 'first',
  'assets/entry-Ab12Cd34.js': 'code',
  'assets/figtree-Ab12Cd34Ef.woff2': 'font',
  'assets/logo.svg': '<svg/>',
  'search-index.json': '[]',
};

beforeAll(() => {
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const plain: Config = {
  command: 'all',
  host: '127.0.0.1',
  port: 0,
  mode: 'async',
  taskMs: 10,
  stopMs: 10,
  maxRequests: 1_000,
  termination: true,
  logLevel: 'error',
  faults: {},
};

describe('all on one origin', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());
  const start = async (config: Partial<Config> = { site: folder }) => {
    const prepared = await prepare({ ...plain, ...config });
    app = prepared.app;
    return prepared;
  };
  const get = async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url);
    return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'], body };
  };

  it.each([
    ['/', 'home'],
    ['/docs/first/', 'first'],
    ['/docs/first', 'first'],
    ['/search', 'search'],
    ['/search?q=x', 'search'],
  ])('shows the page at %s', async (url, body) => {
    await start();
    expect(await get(url)).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
      body,
    });
  });

  it.each([
    '/nope',
    '/docs/',
    '/assets/entry-gone0000.js',
    '//etc/passwd',
    '/%2e%2e/x',
    '/a%00b',
    '/%zz',
    '/docs/%E0%A4%A',
  ])('shows the page for what is not there at %s', async (url) => {
    await start();
    expect(await get(url)).toMatchObject({ status: 404, body: 'not here' });
  });

  it('lets browsers keep only what never changes', async () => {
    await start();
    for (const name of ['entry-Ab12Cd34.js', 'figtree-Ab12Cd34Ef.woff2'])
      expect((await get(`/assets/${name}`)).cache).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/logo.svg')).cache).toBe('no-cache');
    expect((await get('/search-index.json')).cache).toBe('no-cache');
  });

  it('answers a malformed address below a contract as the contract does', async () => {
    await start();
    expect(await get('/tech-adapter/%zz')).toMatchObject({
      status: 400,
      type: expect.stringMatching(/json/),
    });
  });

  it('sends the files of the site compressed to browsers that accept it', async () => {
    await start();
    const long = 'a long page '.repeat(1000);
    writeFileSync(join(folder, 'long.html'), long);
    for (const encoding of ['br', 'gzip']) {
      const answer = await app.inject({ url: '/long', headers: { 'accept-encoding': encoding } });
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(answer.rawPayload.length).toBeLessThan(long.length / 10);
    }
    expect((await get('/long')).body).toBe(long);
  });

  it('serves every contract beside it', async () => {
    const { places } = await start();
    for (const { id } of servers) {
      expect(await get(`/${id}/openapi.json`)).toMatchObject({ status: 200 });
      expect(await get(`/${id}/nothing`)).toMatchObject({ status: 404, type: expect.stringMatching(/json/) });
    }
    expect(places).toEqual(
      expect.arrayContaining([
        ['Site', '/'],
        ['Extension Points API reference', '/extension-points/'],
        ['Tech Adapter API', '/tech-adapter'],
        ['  OpenAPI file', '/tech-adapter/openapi.json'],
      ]),
    );
  });

  it('does without a site', async () => {
    const { places } = await start({});
    expect(await get('/')).toMatchObject({ status: 404, type: expect.stringMatching(/json/) });
    expect(places.some(([name]) => name === 'Site')).toBe(false);
  });

  it('serves one contract alone, under any prefix', async () => {
    const { places } = await start({ command: 'tech-adapter', prefix: '/', termination: false });
    expect(places).toEqual([
      ['Tech Adapter API', '/'],
      ['  OpenAPI file', '/openapi.json'],
      ['Health, metrics', '/health /ready /metrics'],
    ]);
    expect((await app.inject({ method: 'DELETE', url: '/v1/provision/x' })).statusCode).toBe(501);
  });
});

describe('a stub on the command line', () => {
  let app: FastifyInstance | undefined;
  afterEach(() => app?.close());
  const start = async (config: Partial<Config>) => {
    const prepared = await prepare({ ...plain, ...config });
    app = prepared.app;
    return prepared;
  };

  it('stands in for every contract that no server is there for', async () => {
    const { places } = await start({});
    expect(places).toEqual(expect.arrayContaining([['Computational Governance API (stub)', '/governance']]));
    const answer = await app?.inject('/witty-base-path/witty/v1/agentsCatalog');
    expect([answer?.statusCode, answer?.headers['tessera-stub']]).toEqual([
      200,
      expect.stringMatching(/^example/),
    ]);
  });

  it('stands in for a file or for a contract by its name, and injects the configured faults', async () => {
    const file = join(folder, 'orders.yaml');
    const path = "{ get: { operationId: list, responses: { '200': { description: All } } } }";
    writeFileSync(file, `openapi: 3.1.0\ninfo: { title: Orders, version: '1' }\npaths: { /orders: ${path} }`);
    const { places } = await start({ command: 'stub', stub: file, prefix: '/x' });
    expect(places[0]).toEqual(['Orders (stub)', '/x']);
    expect((await app?.inject('/x/orders'))?.statusCode).toBe(200);
    await app?.close();
    await start({
      command: 'stub',
      stub: 'tech-adapter',
      faults: { fail: [{ operation: 'validate', status: 418 }] },
    });
    const failed = await app?.inject({ method: 'POST', url: '/tech-adapter/v1/validate' });
    expect([failed?.statusCode, failed?.headers['tessera-fault']]).toEqual([418, 'status=418']);
  });

  it.each([
    [{ stub: 'teapot' }, /^there is no file teapot, and no such contract; there are .*tech-adapter/],
    [{ stub: join(folder, 'index.html') }, /index\.html is no OpenAPI document/],
    [
      { stub: 'governance', faults: { hang: ['dream'] } },
      /^what is to go wrong: there is no operation dream; there are/,
    ],
  ])('is refused when it is %j', async (config, message) => {
    await expect(start({ command: 'stub', ...config })).rejects.toThrow(UsageError);
    await expect(start({ command: 'stub', ...config })).rejects.toThrow(message);
  });
});

describe('a type of which there is nothing', () => {
  it('is refused by name', async () => {
    const config = { ...plain, command: 'perimeter-resolver', types: ['veiw'] };
    await expect(prepare(config)).rejects.toThrow(UsageError);
    await expect(prepare(config)).rejects.toThrow('there are no resources of type veiw; there are ');
  });
});

describe('a folder that is no site', () => {
  it('is refused by name', async () => {
    const site = join(folder, 'gone');
    await expect(prepare({ ...plain, site })).rejects.toThrow(UsageError);
    await expect(prepare({ ...plain, site })).rejects.toThrow(
      'there is no such folder; build the site first',
    );
    await expect(prepare({ ...plain, site: join(folder, 'docs') })).rejects.toThrow('it has no index.html');
  });
});

describe('the table of places', () => {
  it('is aligned', () => {
    const places = [
      ['Site', '/'],
      ['Tech Adapter API', '/tech-adapter'],
    ] as const;
    expect(describePlaces(places, 'http://here')).toBe(
      '  Site              http://here/\n  Tech Adapter API  http://here/tech-adapter',
    );
  });
});
