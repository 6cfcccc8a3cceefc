import { remoteRequestHook } from '@tessera/contracts/operations/remote-request-hook';
import { describe, expect, it } from 'vitest';
import { hook, REQUEST_ID } from '../../testing/hook.ts';
import { startPlatform, until } from '../../testing/platform-server.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UNREACHABLE = 'http://127.0.0.1:1/';

async function waiting(respondToUrl = UNREACHABLE) {
  const service = hook({ decision: 'manual' });
  const { body } = await service.ask(respondToUrl);
  expect(body.hookInfo.message).toBe('A user must decide.');
  await service.clock.advance(1_000_000);
  return service;
}

describe('a user', () => {
  it('sees what is asked for', async () => {
    const service = await waiting();
    expect((await service.page('')).text).toMatch(/case-1.*waiting/s);
    const { text, headers } = await service.page();
    expect(text).toContain('user:jane.doe_example.com');
    expect(text).toContain('<button name="status" value="OK">');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect((await hook().page('')).text).toContain('Nothing has been asked for.');
  });

  it('approves on the page, with a message', async () => {
    const platform = await startPlatform();
    const service = await waiting(platform.origin);
    const { status, headers } = await service.decide('status=OK&message=Welcome%20%26%20enjoy', FORM);
    expect([status, headers['location']]).toEqual([303, '/remote-request-hook/decisions/case-1']);
    await until(() => platform.told.length === 1);
    expect(platform.told[0]?.body).toEqual({ status: 'OK', hookInfo: { message: 'Welcome & enjoy' } });
    const { text } = await service.page();
    expect(text).toContain('Approved: Welcome &#38; enjoy');
    expect(text).not.toContain('<button');
  });

  it('rejects by a program, once', async () => {
    const platform = await startPlatform();
    const service = await waiting(platform.origin);
    const first = await service.decide('{"status":"KO"}');
    expect([first.status, JSON.parse(first.text)]).toEqual([202, { id: 'case-1', status: 'KO' }]);
    const second = await service.decide('{"status":"OK"}');
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('Hook case-1 is KO')]);
    expect((await service.decide('status=OK', FORM)).status).toBe(303);
    await until(() => platform.told.length === 1);
    expect(platform.told.map(({ body }) => body)).toEqual([
      { status: 'KO', hookInfo: { message: 'Rejected by a user.' } },
    ]);
  });

  it.each(['{}', '{"status":"MAYBE"}', '[]', 'null', '7', '{"status":["OK"]}', '{broken'])(
    'is asked again after %s',
    async (payload) => {
      const service = await waiting();
      expect((await service.decide(payload)).status).toBe(400);
      expect((await service.decide('status=', FORM)).status).toBe(400);
      expect((await service.page()).text).toContain('State: waiting');
    },
  );

  it('finds nothing where nothing is', async () => {
    const service = await waiting();
    for (const path of ['/other', '/..%2fx', '/__proto__', '/case-1/x']) {
      const { status, text } = await service.page(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toMatch(/node_modules|\.ts\b/);
    }
    const { headers, status } = await service.decide('x', { 'content-type': 'text/plain' });
    expect([status, headers['content-type']]).toEqual([400, expect.stringMatching('json')]);
  });
});

describe('a page', () => {
  it('names the methods of a page, and the greatest decision that it takes', async () => {
    const service = hook({ decision: 'manual' });
    await service.ask('http://127.0.0.1:1/');
    const url = `${remoteRequestHook.prefix}/decisions`;
    const list = await service.app.inject({ method: 'POST', url });
    expect([list.statusCode, list.headers['allow']]).toEqual([405, 'GET, HEAD']);
    const one = await service.app.inject({ method: 'DELETE', url: `${url}/case-1` });
    expect([one.statusCode, one.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    const long = await service.decide(JSON.stringify({ status: 'OK', message: 'x'.repeat(20_000) }));
    expect([long.status, long.text]).toEqual([413, expect.stringContaining('16384 bytes')]);
  });

  it('shows what was asked for as text, whatever it is', async () => {
    const service = hook({ decision: 'manual' });
    const fields = { motivation: '<script>alert(1)</script>"\'&', '<img src=x>': ['</pre>'] };
    const body = { respondToUrl: UNREACHABLE, fields };
    await service.call('requestApproval', { headers: { 'X-Request-ID': REQUEST_ID }, body });
    await service.decide(JSON.stringify({ status: 'OK', message: '<b onclick="x">' }));
    const { text } = await service.page();
    expect(text).not.toMatch(/<script|<img|<b |<\/pre>"/);
    expect(text.match(/<\/pre>/g)).toHaveLength(1);
  });

  it('is for people at this machine only', async () => {
    const { app } = await waiting();
    const url = `${remoteRequestHook.prefix}/decisions`;
    const get = async (more: object) => (await app.inject({ url, ...more })).statusCode;
    expect(await get({})).toBe(200);
    expect(await get({ remoteAddress: '::1', headers: { host: '[::1]:4407' } })).toBe(200);
    expect(await get({ remoteAddress: '192.168.0.7' })).toBe(404);
    expect(await get({ headers: { host: 'evil.example' } })).toBe(404);
    expect(await get({ headers: { host: 'localhost.evil.example' } })).toBe(404);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:9999' },
    { origin: 'null' },
  ])('of another site decides nothing: %j', async (headers) => {
    const service = await waiting();
    expect((await service.decide('status=OK', { ...FORM, ...headers })).status).toBe(401);
    expect((await service.page()).text).toContain('State: waiting');
    expect((await service.decide('status=OK', { ...FORM, 'sec-fetch-site': 'same-origin' })).status).toBe(
      303,
    );
  });
});
