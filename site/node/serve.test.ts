import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveStatic } from './serve.ts';

/** Requests a path unchanged: `fetch` would normalize it. */
function ask(origin: string, asked: string): Promise<[number | undefined, string | undefined]> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: asked }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    }).on('error', reject);
  });
}

it.each([
  ['//', 200, undefined],
  ['/guide?a=b', 308, '/guide/'],
  // Not `//guide/`, which would be another host.
  ['//guide', 308, '/guide/'],
  ['/%E0%A4%A', 404, undefined],
  ['/../../etc/passwd', 404, undefined],
])('answers %s with %i', async (asked, status, location) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'served-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'guide'));
  for (const name of ['index.html', '404.html', 'guide/index.html'])
    writeFileSync(path.join(folder, name), '<p>Here.');
  const { origin, close } = await serveStatic(folder);
  onTestFinished(close);
  expect(await ask(origin, asked)).toEqual([status, location]);
});

it('compresses for whom accepts that, and sends each state of a file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'served-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'llms.txt');
  const { origin, close } = await serveStatic(folder);
  onTestFinished(close);
  for (const text of ['Here.', 'Here, and now.']) {
    writeFileSync(file, text);
    const plain = await fetch(`${origin}/llms.txt`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text]);
    for (const [accepted, sent] of [
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
    ] as const) {
      const compressed = await fetch(`${origin}/llms.txt`, { headers: { 'accept-encoding': accepted } });
      expect([compressed.headers.get('content-encoding'), await compressed.text()]).toEqual([sent, text]);
    }
  }
});

it('answers 404 where a site has no page for that, and lives on', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'served-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { origin, close } = await serveStatic(folder);
  onTestFinished(close);
  expect((await ask(origin, '/nowhere'))[0]).toBe(404);
  expect((await ask(origin, '/nowhere'))[0]).toBe(404);
});
