import { createServer, type IncomingMessage } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { violationsOn } from './axe.ts';
import { serveEverything } from './serve-everything.ts';
import { hydrated, openSite, type SiteUnderTest } from './site-under-test.ts';
import { viewsOf } from './views.ts';

const ADAPTER = '/extension-points/tech-adapter/';
const PROVISION = 'tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision';
const TASK = 'tag/tech-adapter-provisioning/GET/tech-adapter/v1/provision/{token}/status';
const PLATFORM = '/api/coordinator-v2/';
const UNIT =
  'tag/provisioning-coordinator-api-v2-provisioning/GET/coordinator/v2/deployment-units/{deployment-unit-id}/provisioning-status';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('trying an operation', () => {
  it('[166] [167] calls the reference servers that serve the site, and shows a conforming answer', async () => {
    const servers = await serveEverything(site.folder);
    onTestFinished(servers.stop);
    const page = await site.browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(`${servers.origin}${ADAPTER}#${PROVISION}`);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((request) => /\/try|TryPanel/.test(request))).toEqual([]);
    const panel = await openPanel(page, PROVISION);
    await expect
      .poll(() => field(panel, 'Server address').inputValue())
      .toBe(`${servers.origin}/tech-adapter`);
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    await field(panel, 'Request body').press('Control+Enter');
    await panel.getByText('The answer conforms to the schema Token of status 202.').waitFor();
    await expect.poll(() => panel.getByRole('status').innerText()).toMatch(/^202 Accepted in \d+ ms/);
    await expect.poll(() => codeOf(panel, 'The answer')).toMatch(/^"[\da-f-]{36}"\n$/);
    await expect
      .poll(() => codeOf(panel, 'The request, as curl'))
      .toContain(`'${servers.origin}/tech-adapter/v1/provision'`);
    await panel.getByText('Headers of the answer').click();
    await expect.poll(() => panel.locator('dl').innerText()).toContain('content-type');
    await field(panel, 'Example of the body').selectOption({ index: 1 });
    const second = await field(panel, 'Request body').inputValue();
    expect(JSON.parse(second)).toHaveProperty('descriptorKind');
    await page.close();
  });

  it('[166] opens with the focus in the first field and all of the form in sight', async () => {
    const { page, close } = await site.visit(`${ADAPTER}#${PROVISION}`);
    const panel = await openPanel(page, PROVISION);
    const column = page.locator(`[id="${PROVISION}"] .samples`);
    const isFirst = () => field(panel, 'Server address').evaluate((one) => one === document.activeElement);
    const isInSight = async () => {
      const [form, room] = [await panel.locator('form').boundingBox(), await column.boundingBox()];
      if (form === null || room === null) return false;
      return form.y >= room.y && form.y + form.height <= Math.min(room.y + room.height, 900);
    };
    await expect.poll(isFirst).toBe(true);
    await expect.poll(isInSight).toBe(true);
    const button = page.locator(`[id="${PROVISION}"] .try-it`);
    await button.click();
    await expect.poll(() => panel.isVisible()).toBe(false);
    await button.click();
    await expect.poll(isFirst).toBe(true);
    await expect.poll(isInSight).toBe(true);
    await close();
  });

  it('[167] lists what departs from the schema, and marks it in the body', async () => {
    const answers = [
      { status: 200, body: { status: 'OVER', logs: [{ level: 'INFO' }] } },
      { status: 418, body: {} },
    ];
    const server = await serveAnswers(() => answers.shift() ?? { status: 500, body: {} });
    const { page, close } = await site.visit(`${ADAPTER}#${TASK}`);
    const panel = await openPanel(page, TASK);
    await expect
      .poll(() => field(panel, 'Server address').inputValue())
      .toBe('http://localhost:4400/tech-adapter');
    await field(panel, 'Server address').fill(`${server.origin}/`);
    await send(panel);
    await panel.getByText('The answer departs from the schema ProvisioningStatus of status 200:').waitFor();
    expect(await panel.getByRole('listitem').allInnerTexts()).toEqual(
      expect.arrayContaining([
        '/status: expected one of "RUNNING", "COMPLETED", "FAILED", "TERMINATING", "TERMINATED", got "OVER"',
        '/logs/0/timestamp: expected this required member, got nothing',
      ]),
    );
    const marked = await panel
      .locator('[data-departs]')
      .evaluateAll((lines) =>
        lines.map((line) => [line.textContent?.trim(), line.getAttribute('data-departs')]),
      );
    expect(marked).toContainEqual(['"status": "OVER",', expect.stringMatching(/^✗ expected one of/)]);
    expect(marked).toContainEqual(['{', expect.stringContaining('timestamp: expected this required member')]);
    expect(await codeOf(panel, 'The answer')).toBe(
      `${JSON.stringify({ status: 'OVER', logs: [{ level: 'INFO' }] }, null, 2)}\n`,
    );
    await send(panel);
    await panel.getByText('The operation does not declare status 418. It declares 200, 400, 500').waitFor();
    await close();
  });

  it('[168] names what stops a request, and leads to the field', async () => {
    const silent = await serveAnswers(() => ({ status: 200, body: {} }), {});
    const { page, close } = await site.visit(`${ADAPTER}#${PROVISION}`);
    const panel = await openPanel(page, PROVISION);
    const body = field(panel, 'Request body');
    await field(panel, 'Server address').fill('http://127.0.0.1:1');
    await send(panel);
    await panel.getByText('No answer from http://127.0.0.1:1.').waitFor();
    await field(panel, 'Server address').fill(silent.origin);
    await send(panel);
    await panel.getByText(`with --cors ${site.origin}`).waitFor();
    await body.fill('{\n  "descriptor": 1,\n}');
    await send(panel);
    await panel.getByText('Line 3 is not valid JSON: expected a name in double quotes.').waitFor();
    await expect.poll(() => body.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => body.getAttribute('aria-invalid')).toBe('true');
    const task = await openPanel(page, TASK);
    await field(task, /^token/).fill('');
    await send(task);
    await task.getByText('Enter a value: token is required.').waitFor();
    await close();
  });

  it('[168] calls a reference server of another origin that was started with --cors', async () => {
    const servers = await serveEverything(site.folder, '--cors', site.origin);
    onTestFinished(servers.stop);
    const { page, close } = await site.visit(`${ADAPTER}#${PROVISION}`);
    const panel = await openPanel(page, PROVISION);
    await field(panel, 'Server address').fill(`${servers.origin}/tech-adapter`);
    await send(panel);
    await panel.getByText('The answer conforms to the schema Token of status 202.').waitFor();
    await panel.getByText('Headers of the answer').click();
    expect(await panel.locator('dl').innerText()).toContain('x-request-id');
    await close();
  });

  it('[169] remembers the address, and keeps the token for its server and for the session', async () => {
    const [first, second] = [await serveAnswers(NOT_DEPLOYED), await serveAnswers(NOT_DEPLOYED)];
    const { page, close } = await site.visit(`${PLATFORM}#${UNIT}`);
    const panel = await openPanel(page, UNIT);
    await field(panel, 'Server address').fill(first.origin);
    await field(panel, 'Bearer token').fill('secret-token');
    await send(panel);
    await panel.getByText('The answer conforms').waitFor();
    expect(first.requests.at(-1)?.headers.authorization).toBe('Bearer secret-token');
    await expect
      .poll(() => codeOf(panel, 'The request, as curl'))
      .toContain('"authorization: Bearer $TOKEN"');
    const stored = () =>
      page.evaluate(() => ({ local: JSON.stringify(localStorage), session: JSON.stringify(sessionStorage) }));
    expect((await stored()).session).toContain('secret-token');
    expect((await stored()).local).not.toContain('secret-token');
    await field(panel, 'Server address').fill(second.origin);
    await expect.poll(() => field(panel, 'Bearer token').inputValue()).toBe('');
    await send(panel);
    await panel.getByText('The answer conforms').waitFor();
    expect(second.requests.at(-1)?.headers.authorization).toBeUndefined();

    await page.reload();
    const sample = page.locator(`[id="${UNIT}"] [role=tabpanel] code`).first();
    await expect.poll(() => sample.textContent()).toContain(`'${second.origin}/v2/deployment-units/`);
    const again = await openPanel(page, UNIT);
    await expect.poll(() => field(again, 'Server address').inputValue()).toBe(second.origin);
    await field(again, 'Server address').fill(first.origin);
    await expect.poll(() => field(again, 'Bearer token').inputValue()).toBe('secret-token');
    await close();
  });

  it('is accessible with all of an answer open', async () => {
    const server = await serveAnswers(() => ({ status: 200, body: { status: 'OVER' } }));
    const found: string[] = [];
    for (const { mode, width } of viewsOf([1440, 820, 390])) {
      const { page, close } = await site.visit(`${ADAPTER}?theme=${mode}#${TASK}`, {
        bypassCSP: true,
        viewport: { width, height: 900 },
      });
      const panel = await openPanel(page, TASK);
      await field(panel, 'Server address').fill(server.origin);
      await send(panel);
      await panel.getByText('Headers of the answer').click();
      await field(panel, /^token/).fill('');
      await send(panel);
      await panel.getByText('token is required').waitFor();
      const violations = await violationsOn(page, `[id="${TASK}"]`);
      found.push(...violations.map((what) => `${mode}, ${width} px: ${what}`));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await close();
    }
    expect(found).toEqual([]);
  });
});

const NOT_DEPLOYED = () => ({ status: 200, body: { status: 'NOT_DEPLOYED' } });

/** What a server answers that lets every page call it. */
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'DELETE, PATCH, PUT',
};

/** A server that answers what a test says. */
async function serveAnswers(
  answer: () => { readonly status: number; readonly body: unknown },
  headers: Readonly<Record<string, string>> = ANY_ORIGIN,
): Promise<{ origin: string; requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    requests.push(request);
    const { status, body } = answer();
    response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return { origin: `http://127.0.0.1:${address.port}`, requests };
}

async function openPanel(page: Page, id: string): Promise<Locator> {
  const operation = page.locator(`[id="${id}"]`);
  const button = operation.getByRole('button', { name: 'Try it' });
  await button.click();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  const panel = operation.locator('.try');
  await panel.waitFor();
  return panel;
}

function field(panel: Locator, label: string | RegExp): Locator {
  return panel.getByLabel(label);
}

async function send(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Send request' }).click();
}

/** The text of the block with this title. */
function codeOf(panel: Locator, title: string): Promise<string | null> {
  return panel.getByRole('group', { name: title, exact: true }).locator('code').textContent();
}
