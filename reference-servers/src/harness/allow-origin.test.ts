import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createTechAdapter } from '../extension-points/tech-adapter.ts';
import { injectFaults } from '../faults/inject-faults.ts';
import { createServer, type ServerOptions } from './create-server.ts';

const DOCS = 'https://docs.example';
const VALIDATE = '/tech-adapter/v1/validate';

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

function serve(options: Partial<ServerOptions> = { cors: DOCS }): FastifyInstance {
  const app = createServer({ mounts: [createTechAdapter()], ...options });
  open.push(app);
  return app;
}

/** What a browser asks before it sends JSON and a token to another origin. */
const preflight = (origin: string) =>
  ({
    method: 'OPTIONS',
    url: VALIDATE,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  }) as const;

describe('a server with an allowed origin', () => {
  it('answers the preflight of that origin with its methods and headers', async () => {
    const { statusCode, headers } = await serve().inject(preflight(DOCS));
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': DOCS,
      'access-control-allow-headers': 'authorization,content-type',
    });
    expect(headers['access-control-allow-methods']).toContain('POST');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each(['https://evil.example', `${DOCS}.evil.example`, 'http://docs.example', 'null'])(
    'does not allow %s',
    async (origin) => {
      const app = serve();
      for (const request of [preflight(origin), { method: 'GET', url: '/x', headers: { origin } }] as const) {
        expect((await app.inject(request)).headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it('lets pages read responses with all their headers, errors and injected faults too', async () => {
    const app = serve();
    injectFaults(app, [createTechAdapter()], { fail: [{ operation: 'provision', status: 503 }] });
    const headers = { origin: DOCS, 'content-type': 'application/json' };
    const statuses = { [VALIDATE]: 400, '/tech-adapter/v1/provision': 503, '/tech-adapter/v1/unknown': 404 };
    for (const [url, status] of Object.entries(statuses)) {
      const answer = await app.inject({ method: 'POST', url, headers, payload: '[' });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': DOCS,
        'access-control-expose-headers': '*',
      });
    }
  });

  it.each(['*', 'docs.example', 'https://docs.example/', 'https://docs.example/docs', 'ftp://docs.example'])(
    'does not start with %s in place of an origin',
    (cors) => {
      expect(() => serve({ cors })).toThrow(/^cors is an origin such as https:\/\/docs\.example/);
    },
  );
});

it('a server allows no other origin by default', async () => {
  const { statusCode, headers } = await serve({}).inject(preflight(DOCS));
  expect(statusCode).toBe(405);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
