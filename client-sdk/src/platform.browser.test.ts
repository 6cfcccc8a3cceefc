import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Received, type Reply, serveBy } from '../testing/loopback.ts';

/** Names that lead here: a page without https has no `crypto.randomUUID`, as in many a company's network. */
const HOME = 'portal.test';
const API = 'api.portal.test';

/** What a page does with the client. */
const APPLICATION = `
import { createPlatform } from '@tessera/client/platform';
const path = { resourceType: 'table' };
export async function read(options) {
  const platform = createPlatform({ retries: 0, ...options });
  return platform.governance.getResourceType({ path }).then(JSON.stringify, String);
}
export async function deploy(baseUrl) {
  const { coordinatorV1 } = createPlatform({ baseUrl, poll: { initial: 1 } });
  const plan = await coordinatorV1.deploy({ body: { descriptor: 'id: x' } });
  return (await plan.wait()).status;
}
export const withCookies = (url, options) => fetch(url, { ...options, credentials: 'include' });
`;

let browser: Browser;
let application: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'application',
    platform: 'browser',
    conditions: ['tessera-source'],
  });
  application = outputFiles[0]?.text ?? '';
  browser = await chromium.launch({
    executablePath: process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'],
  });
});
afterAll(() => browser?.close());

/** A user who has logged in at the portal, whose servers answer with `reply`. */
async function openPortal(reply: (request: Received, count: number) => Reply) {
  const home = await serveBy((request, count) => {
    if (request.url !== '/portal/') return reply(request, count);
    const page = `<!doctype html><title>portal</title><script>${application}</script>`;
    const cookie = `session=blue; Path=/; HttpOnly; Domain=${HOME}`;
    return { status: 200, text: page, headers: { 'content-type': 'text/html', 'set-cookie': cookie } };
  });
  const page = await browser.newPage();
  await page.goto(`${home.origin.replace('127.0.0.1', HOME)}/portal/`);
  return { page, received: () => home.received.filter(({ url }) => url.startsWith('/portal/api')) };
}

/** Runs an expression in the page. */
const run = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression);

test('a page calls the platform behind its own prefix, with its cookies and an id for every call', async () => {
  const { page, received } = await openPortal(({ method, url }) => {
    if (method === 'POST') return { status: 202, text: 'plan-1' };
    const isStatus = url.endsWith('/status');
    return { status: 200, json: isStatus ? { status: 'COMPLETED' } : { name: 'table' } };
  });
  expect(await run(page, "application.read({ baseUrl: location.origin + '/portal/api' })")).toBe(
    '{"name":"table"}',
  );
  expect(await run(page, "application.deploy(location.origin + '/portal/api/')")).toBe('COMPLETED');
  expect(received().map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /portal/api/governance/v1/computational-governance/resource-types/table',
    'POST /portal/api/coordinator/v1/deploy',
    'GET /portal/api/coordinator/v1/execution-plans/plan-1/status',
  ]);
  expect(received().map(({ headers }) => headers.cookie)).toEqual(Array(3).fill('session=blue'));
  const ids = received().map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(3);
  expect(ids.join()).toMatch(/^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12},?){3}$/);
});

test('an API of another origin gets cookies from a fetch that sends them, when its server allows it', async () => {
  const { page } = await openPortal(() => ({ status: 404 }));
  const origin = new URL(page.url()).origin;
  const api = await serveBy(({ method }) => ({
    status: method === 'OPTIONS' ? 204 : 200,
    json: { name: 'table' },
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'x-request-id',
    },
  }));
  const baseUrl = JSON.stringify(api.origin.replace('127.0.0.1', API));
  expect(await run(page, `application.read({ baseUrl: ${baseUrl} })`)).toBe('{"name":"table"}');
  const withCookies = `application.read({ baseUrl: ${baseUrl}, fetch: application.withCookies })`;
  expect(await run(page, withCookies)).toBe('{"name":"table"}');
  const cookies = api.received.filter(({ method }) => method === 'GET').map(({ headers }) => headers.cookie);
  expect(cookies).toEqual([undefined, 'session=blue']);
});

test('a server that allows no other origin, and a redirect, are errors that say so', async () => {
  const { page } = await openPortal(() => ({ status: 302, headers: { location: '/login' } }));
  expect(await run(page, 'application.read({ baseUrl: location.origin })')).toMatch(
    /^ApiError: getResourceType answered 0: moved to a hidden place/,
  );
  const api = await serveBy(() => ({ status: 200, json: {} }));
  const origin = api.origin.replace('127.0.0.1', API);
  expect(await run(page, `application.read({ baseUrl: ${JSON.stringify(origin)} })`)).toContain(
    `ConnectionError: getResourceType got no complete answer from ${origin}`,
  );
});
