import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hook } from '../../testing/hook.ts';
import { startPlatform, until } from '../../testing/platform-server.ts';

/** A public name that resolves to this machine. */
const STRANGER = 'stranger.test';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'],
  });
});
afterAll(() => browser?.close());

/** A service whose request for approval waits, with its page in a browser. */
async function waiting() {
  const platform = await startPlatform();
  const service = hook({ decision: 'manual' });
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { body } = await service.ask(`${platform.origin}/hooks/1`);
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  return { platform, service, page, origin, address: String(body.tracking.url) };
}

describe('a user with a browser', () => {
  it.each([
    ['Approve', 'OK', 'Approved'],
    ['Reject', 'KO', 'Rejected'],
  ])('finds the request in the list and presses %s', async (button, status, word) => {
    const { platform, page, origin } = await waiting();
    await page.goto(`${origin}/remote-request-hook/decisions`);
    await page.getByRole('link', { name: 'case-1' }).click();
    await page.getByText('Weekly planning').waitFor();
    await page.getByLabel('Message').fill('até <b>já</b>');
    await page.getByRole('button', { name: button }).click();
    await page.getByText(`${word}: até <b>já</b>`).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await until(() => platform.told.length === 1);
    expect(platform.told[0]).toMatchObject({
      path: '/hooks/1',
      body: { status, hookInfo: { message: 'até <b>já</b>' } },
    });
    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('cell', { name: word }).waitFor();
  });

  it('learns who was first when two users decide', async () => {
    const { platform, page, address } = await waiting();
    const other = await browser.newPage();
    onTestFinished(() => other.close());
    for (const one of [page, other]) await one.goto(address);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected: Rejected by a user.').waitFor();
    await other.getByRole('button', { name: 'Approve' }).click();
    await other.getByText('Rejected: Rejected by a user.').waitFor();
    await until(() => platform.told.length === 1);
    expect(platform.told[0]?.body).toMatchObject({ status: 'KO' });
  });

  it('decides nothing by looking at the page of a stranger', async () => {
    const { service, page, address } = await waiting();
    const trap = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<form method="post" action="${address}"><button name="status" value="OK">Win</button></form>`,
      );
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      trap.close();
    });
    await once(trap, 'listening');
    const place = trap.address();
    if (place === null || typeof place === 'string') throw new Error('the stranger listens on no port');
    await page.goto(`http://${STRANGER}:${place.port}/`);
    const [answer] = await Promise.all([
      page.waitForResponse(address),
      page.getByRole('button', { name: 'Win' }).click(),
    ]);
    expect(answer.status()).toBe(401);
    expect((await service.page()).text).toContain('State: waiting.');
    await page.goto(address.replace('127.0.0.1', STRANGER));
    expect(await page.locator('body').innerText()).toContain('is not allowed');
  });
});
