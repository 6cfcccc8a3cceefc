import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../mutants/command.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { type Served, serve } from '../mutants/virtual-time.ts';
import { FORMAT_NAMES } from './flags.ts';

useVirtualTime();

let folder: string;
let server: Served;
const respond: RequestListener = (request, response) => {
  response.statusCode = 404;
  response.end(`nothing at ${request.url}, ${request.headers.authorization}`);
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-secrets-'));
  server = await serve(respond);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('the password of an address', () => {
  it.each(['s3cret-word', 's3cret%zzword'])('%s is in no report, nor on the terminal', async (word) => {
    const url = `http://joe:${word}@${server.url.host}`;
    const { said } = await runCommand(
      'tech-adapter',
      ...['--url', url, '--report', folder, '--format', FORMAT_NAMES.join(',')],
    );
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(files).toHaveLength(FORMAT_NAMES.length);
    expect(said).toContain(`No path of the contract responds below http://${server.url.host}`);
    const encoded = Buffer.from(`joe:${word}`).toString('base64');
    for (const text of [said, ...files]) {
      expect(text).not.toContain(word);
      expect(text).not.toContain(encoded);
    }
  });
});

/** Headers with credentials, under common names. */
const CREDENTIALS = [
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'X-Api-Key',
  'Api-Key',
  'X-Auth-Token',
  'X-Auth',
  'X-JWT',
  'X-Access-Token',
  'X-Session-Id',
  'X-Csrf-Token',
  'X-Amz-Security-Token',
  'X-Goog-Api-Key',
  'Ocp-Apim-Subscription-Key',
  'X-Functions-Key',
  'Authentication',
  'X-Custom-Auth',
  'Private-Token',
  'X-Vault-Token',
];

describe('credentials', () => {
  const read = (): string[] => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

  it('of --header are in no report, for any header name', async () => {
    const names = [...CREDENTIALS, 'X-Team'];
    const headers = names.flatMap((name, index) => ['--header', `${name}: canary-${index}-value`]);
    const { said } = await runCommand(
      'tech-adapter',
      ...['--url', server.url.href, '--report', folder, '--format', FORMAT_NAMES.join(',')],
      ...headers,
    );
    for (const text of [said, ...read()]) expect(text).not.toMatch(/canary-\d+-value/);
  });

  it('in recorded traffic are in no report: headers, query parameters and body fields', async () => {
    const entry = {
      request: {
        method: 'POST',
        url: `http://adapter.example.com/v1/validate?api_key=canary-query&token=canary-token`,
        headers: [
          { name: 'content-type', value: 'application/json' },
          ...CREDENTIALS.map((name, index) => ({ name, value: `canary-${index}-value` })),
        ],
        postData: {
          mimeType: 'application/json',
          text: JSON.stringify({ client_secret: 'canary-body', token: 'canary-member', descriptor: 17 }),
        },
      },
      response: {
        status: 500,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { mimeType: 'application/json', text: '{"error":"no","access_token":"canary-answer"}' },
      },
      startedDateTime: '2026-01-01T00:00:00Z',
      time: 3,
    };
    const har = join(folder, 'traffic.har');
    writeFileSync(har, JSON.stringify({ log: { entries: [entry] } }));
    const { said } = await runCommand(
      'tech-adapter',
      ...['--recording', har, '--report', folder, '--format', FORMAT_NAMES.join(',')],
    );
    rmSync(har);
    for (const text of [said, ...read()]) expect(text).not.toMatch(/canary-/);
  });
});
