import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlOf } from './curl.ts';
import type { Exchange, Sent } from './exchange.ts';
import { createRedaction } from './redact.ts';

const exchangeOf = (sent: Partial<Sent>): Exchange => ({
  id: 1,
  label: 'told',
  operation: 'getStatus',
  intent: 'valid',
  sent: { method: 'GET', path: '/', headers: {}, ...sent },
  at: 0,
  took: 0,
  lag: 0,
});
const start = exchangeOf({ method: 'POST', path: '/v1/provision', text: '{}' });
const redaction = createRedaction({}, new URL('http://a.example.com'));
const tell = (sent: Partial<Sent>, base = 'http://127.0.0.1:8080'): string =>
  curlOf(exchangeOf(sent), {
    base,
    own: {},
    redaction,
    ...(sent.token === undefined ? {} : { start }),
  });

describe('a reproducer', () => {
  it('replaces the old token with the new one, and nothing else', () => {
    const text = tell({ path: '/v1/provision/1/status?offset=1', token: '1' });
    expect(text).toContain(`'http://127.0.0.1:8080/v1/provision/'"$token"'/status?offset=1'`);
  });

  it('finds a token in every encoding of the path', () => {
    expect(tell({ path: '/v1/provision/a%2fb:c', token: 'a/b:c' })).toContain(`/v1/provision/'"$token"`);
  });

  it('repeats a request unchanged when the path has no token', () => {
    expect(tell({ path: '/v1/other', token: 'x' })).toBe("curl -i -X GET 'http://127.0.0.1:8080/v1/other'");
  });

  it('sends HEAD without waiting for a body', () => {
    expect(tell({ method: 'HEAD', path: '/v1/other' })).toContain('curl -i --head ');
  });

  it('omits secrets of the query', () => {
    const text = tell({ path: '/v1/other?a=1&access_token=hush-hush&b=2' });
    expect(text).not.toContain('hush-hush');
    expect(text).toContain('&b=2');
  });
});

/** Whether a shell and curl exist to repeat requests. */
const canRepeat = existsSync('/bin/sh') && existsSync('/usr/bin/curl');

describe.runIf(canRepeat)('a reproducer, in a shell', () => {
  const seen: { url: string | undefined; body: string }[] = [];
  let folder: string;
  let handedOut = 'new';
  let base: string;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      seen.push({ url: request.url, body });
      response.end(request.method === 'POST' ? JSON.stringify(handedOut) : '');
    });
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-curl-'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const repeat = async (sent: Partial<Sent>): Promise<void> => {
    seen.length = 0;
    await new Promise<void>((resolve, reject) => {
      execFile('/bin/sh', ['-c', tell(sent, base)], { cwd: folder }, (cause) =>
        cause ? reject(cause) : resolve(),
      );
    });
  };

  it('does not execute text of an address', async () => {
    const path = "/x/$(id>run)/v1/provision/abc/status?a=`id>run`&b={c}'";
    await repeat({ path, token: 'abc' });
    expect(existsSync(join(folder, 'run'))).toBe(false);
    expect(seen.at(-1)?.url).toContain('/status?a=`id>run`&b={c}');
  });

  it('passes a token with any characters', async () => {
    handedOut = '50%/new #1';
    await repeat({ path: '/v1/provision/50%25%2Fold%20%231/status', token: '50%/old #1' });
    expect(seen.at(-1)?.url).toBe('/v1/provision/50%25%2Fnew%20%231/status');
  });

  it('percent-encodes every character of the token when the request did', async () => {
    handedOut = 'new~é';
    await repeat({ path: '/v1/provision/%6F%6C%64/status', token: 'old' });
    expect(seen.at(-1)?.url).toBe('/v1/provision/%6E%65%77%7E%C3%A9/status');
  });

  it('passes a token in braces', async () => {
    handedOut = '{6f1c-2}';
    await repeat({ path: '/v1/provision/%7B6f1c-1%7D/status', token: '{6f1c-1}' });
    expect(seen.at(-1)?.url).toMatch(/^\/v1\/provision\/(\{|%7B)6f1c-2(\}|%7D)\/status$/);
  });

  it('sends a body that starts with an at sign unchanged', async () => {
    await repeat({ method: 'PUT', path: '/v1/acl', text: '@/etc/hostname' });
    expect(seen.at(-1)?.body).toBe('@/etc/hostname');
  });
});
