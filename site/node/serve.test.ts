import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveStatic } from './serve.ts';

/** Asks for a path as it stands: `fetch` would tidy it up. */
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
