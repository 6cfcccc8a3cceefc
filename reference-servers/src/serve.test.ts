import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, UsageError } from './config.ts';
import { describePlaces, prepare } from './serve.ts';
import { servers } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-site-'));
const pages: Record<string, string> = {
  'index.html': 'home',
  '404.html': 'not here',
  'search.html': 'search',
  'docs/first/index.html': 'first',
  'assets/entry-Ab12Cd34.js': 'code',
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
  termination: true,
};

describe('all on one origin', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());
  const start = (config: Partial<Config> = { site: folder }) => {
    const prepared = prepare({ ...plain, ...config });
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
    start();
    expect(await get(url)).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
      body,
    });
  });

  it.each(['/nope', '/docs/', '/assets/entry-gone0000.js', '//etc/passwd', '/%2e%2e/x', '/a%00b'])(
    'shows the page for what is not there at %s',
    async (url) => {
      start();
      expect(await get(url)).toMatchObject({ status: 404, body: 'not here' });
    },
  );

  it('lets browsers keep only what never changes', async () => {
    start();
    expect((await get('/assets/entry-Ab12Cd34.js')).cache).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/logo.svg')).cache).toBe('no-cache');
    expect((await get('/search-index.json')).cache).toBe('no-cache');
  });

  it('serves every contract beside it', async () => {
    const { places } = start();
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
    const { places } = start({});
    expect(await get('/')).toMatchObject({ status: 404, type: expect.stringMatching(/json/) });
    expect(places.some(([name]) => name === 'Site')).toBe(false);
  });

  it('serves one contract alone, under any prefix', async () => {
    const { places } = start({ command: 'tech-adapter', prefix: '/', termination: false });
    expect(places).toEqual([
      ['Tech Adapter API', '/'],
      ['  OpenAPI file', '/openapi.json'],
    ]);
    expect((await app.inject({ method: 'DELETE', url: '/v1/provision/x' })).statusCode).toBe(501);
  });
});

describe('a folder that is no site', () => {
  it('is refused by name', () => {
    const site = join(folder, 'gone');
    expect(() => prepare({ ...plain, site })).toThrow(UsageError);
    expect(() => prepare({ ...plain, site })).toThrow('there is no such folder; build the site first');
    expect(() => prepare({ ...plain, site: join(folder, 'docs') })).toThrow('it has no index.html');
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
