import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { listRoutes } from './routes.ts';
import { serveEverything } from './serve-everything.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const ROUTE = '/extension-points/tech-adapter/';
const AREA = '/extension-points/';
const ANCHOR = 'tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision';

const BLOCKS = '.operation, .schema, .lifecycle, .error';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('static reference', () => {
  it('shows operations with parameters, answers, errors, schemas and lifecycles', async () => {
    const { page, close } = await site.visit(ROUTE, { javaScriptEnabled: false });
    const operation = page.locator(`[id="${ANCHOR}"]`);
    // The browser skips content that is off screen, so `innerText` would be empty.
    const text = await operation.textContent();
    for (const part of [
      'Provision a component',
      '/tech-adapter/v1/provision',
      'Request body',
      '202',
      'DESCRIPTOR_REQUIRED',
    ]) {
      expect(text).toContain(part);
    }
    const drawing = page.locator('[id="lifecycle/tech-adapter/ProvisioningTaskStatus"] svg');
    expect(await drawing.getAttribute('aria-label')).toContain('starts as RUNNING');
    expect(await page.locator('[id="schema/tech-adapter/ProvisioningRequest"]').textContent()).toContain(
      'removeData',
    );
    await close();
  });

  it('[175] has a page for each API, and a list of them whose entries keep the earlier addresses', async () => {
    const { page, close } = await site.visit(`${AREA}?x=1#${ANCHOR}`);
    await page.waitForURL(`${site.origin}${ROUTE}?x=1#${ANCHOR}`);
    await page.locator('h1', { hasText: 'Tech Adapter API' }).waitFor();
    // The interactive reference has all APIs of the area: its address may name a place on the page of another one.
    await page.goto(`${site.origin}${ROUTE}#schema/llm-engine/PolicyResult`);
    await page.waitForURL('**/extension-points/llm-engine/#schema/llm-engine/PolicyResult');
    await close();
    const still = await site.visit(`${AREA}#${ANCHOR}`, { javaScriptEnabled: false });
    const entry = still.page.locator(`[id="${ANCHOR}"]`);
    expect((await entry.boundingBox())?.y).toBeLessThan(900);
    await entry.click();
    await still.page.waitForURL(`${site.origin}${ROUTE}#${ANCHOR}`);
    await still.close();
  });

  it('[175] no page of a reference is heavier than 100 kB on the wire', async () => {
    const routes = listRoutes(site.folder).filter((route) => /^\/(?:api|extension-points)\//.test(route));
    expect(routes.length).toBeGreaterThan(10);
    for (const route of routes) {
      const html = readFileSync(path.join(site.folder, route, 'index.html'));
      expect(gzipSync(html).length, route).toBeLessThan(100_000);
    }
  });

  it('[165] shows an example of every answer beside the request, without scripts', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`, { javaScriptEnabled: false });
    const operation = page.locator(`[id="${ANCHOR}"]`);
    const answers = operation.locator('.samples .answers details');
    expect(await answers.locator('summary code').allTextContents()).toEqual(['200', '202', '400', '500']);
    expect(await answers.first().locator('pre').innerText()).toContain('"COMPLETED"');
    await answers.nth(1).locator('summary').click();
    expect(await answers.nth(1).locator('pre').isVisible()).toBe(true);
    const [request, list] = [operation.locator('.samples'), operation.locator('.responses')];
    const besides = async () => [await request.boundingBox(), await list.boundingBox()] as const;
    const [right, left] = await besides();
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    await page.setViewportSize({ width: 820, height: 900 });
    const [above, below] = await besides();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    await close();
  });

  it('[170] lists the changes of an operation by contract version, and leads to those of its contract, without scripts', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`, { javaScriptEnabled: false });
    const changes = page.locator(`[id="${ANCHOR}"] .changes`);
    await changes.locator('summary').click();
    expect(await changes.locator('dt').allInnerTexts()).toEqual(['Deprecated', '2.5.0', '2.2.0', '2.0.0']);
    expect(await changes.innerText()).toContain('Value TERMINATED of ProvisioningTaskStatus added.');
    await page.getByRole('link', { name: 'Changes by contract version' }).click();
    expect(new URL(page.url()).hash).toBe('#tech-adapter');
    expect(await page.locator('h1').innerText()).toBe('Changes by contract version');
    await close();
  });

  it('[152] has a contents column of 300 px and anchors that stop below the navbar', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`);
    expect(await page.locator('.reference-nav').evaluate((nav) => nav.getBoundingClientRect().width)).toBe(
      300,
    );
    const navbar = await page.locator('.navbar').evaluate((bar) => bar.getBoundingClientRect().bottom);
    await page.waitForFunction(
      ([id, bottom]) => {
        const top = document.getElementById(String(id))?.getBoundingClientRect().top ?? -1;
        return top >= Number(bottom) && top < 400;
      },
      [ANCHOR, navbar] as const,
    );
    await close();
  });

  it('asks for the script of the shell after its whole text', async () => {
    const { page, close } = await site.visit(ROUTE);
    const order = await page.evaluate(() => {
      const [text, shell] = [document.querySelector('#errors'), document.querySelector('script[async]')];
      return shell === null ? null : text?.compareDocumentPosition(shell);
    });
    expect(order).toBe(4); // Node.DOCUMENT_POSITION_FOLLOWING
    await close();
  });

  it('[162] marks in the contents what is being read, where the reader sees it', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`);
    const current = page.locator('.reference-nav [aria-current]');
    const isSeen = async () => {
      const box = await current.boundingBox();
      return box !== null && box.y >= 60 && box.y + box.height <= 900;
    };
    await page.locator(`.reference-nav a[href="#${ANCHOR}"][aria-current]`).waitFor();
    expect(await isSeen()).toBe(true);
    await page.locator('#errors').evaluate((part) => part.scrollIntoView());
    await page.locator('.reference-nav a[href="#errors"][aria-current]').waitFor();
    expect(await current.count()).toBe(1);
    expect(await isSeen()).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('.reference-nav a[href="#errors"]:not([aria-current])').waitFor();
    expect(await current.count()).toBe(1);
    expect(await isSeen()).toBe(true);
    await close();
  });

  it.each(oneIn(3, ['/api/governance/', ROUTE, AREA]))(
    'on %s keeps enough room for what is not shown yet, and not far too much',
    async (route) => {
      const { page, close } = await site.visit(route, { bypassCSP: true });
      for (const width of [375, 412, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const rooms = await page.evaluate(measureRooms, BLOCKS);
        expect(rooms.length).toBeGreaterThan(30);
        expect(
          rooms.filter(({ kept, taken }) => kept < taken),
          `${width} px`,
        ).toEqual([]);
        const [kept, taken] = [rooms.map((room) => room.kept), rooms.map((room) => room.taken)].map((list) =>
          list.reduce((sum, height) => sum + height, 0),
        );
        expect((kept ?? 0) / (taken ?? 1), `${width} px`).toBeLessThan(1.75);
      }
      await close();
    },
  );

  it('colors an example when it is opened, and copies it as it is', async () => {
    const { page, close } = await site.visit(ROUTE, { permissions: ['clipboard-read', 'clipboard-write'] });
    const example = page.locator(`[id="${ANCHOR}"] details.example`).first();
    expect(await example.locator('code span').count()).toBe(0);
    await example.locator('summary').click();
    await example.locator('code .p').first().waitFor();
    const text = await example.locator('code').first().textContent();
    expect(text).toMatch(/^\{\n {2}"/);
    await example.locator('.copy').first().click();
    await example.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await close();
  });

  it.each(oneIn(2, [1440, 390]))(
    'keeps the codes of errors in one piece, above their line, at %i px',
    async (width) => {
      const { page, close } = await site.visit('/api/governance/', {
        viewport: { width, height: 900 },
        bypassCSP: true,
      });
      await page.addStyleTag({ content: `:is(${BLOCKS}) { content-visibility: visible !important }` });
      const codes = await page.locator('.codes a').evaluateAll((links) =>
        links.map((link) => ({
          code: link.textContent,
          height: link.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(link).lineHeight),
          right: link.getBoundingClientRect().right,
          offset:
            Number.parseFloat(getComputedStyle(link).textUnderlineOffset) /
            Number.parseFloat(getComputedStyle(link).fontSize),
        })),
      );
      expect(codes.length).toBeGreaterThan(20);
      expect(codes.filter(({ height }) => height > 1.9)).toEqual([]);
      expect(codes.filter(({ right }) => right > width)).toEqual([]);
      // An underscore reaches about a quarter of the letter below its line.
      expect(codes.filter(({ offset }) => offset < 0.3)).toEqual([]);
      await close();
    },
  );

  it('leads from every operation of an explained contract to the pages that explain it', async () => {
    const html = await (await fetch(site.origin + ROUTE)).text();
    const start = html.indexOf(`id="${ANCHOR}"`);
    const operation = html.slice(start, html.indexOf('</section>', start));
    expect(operation).toContain('Explained in');
    expect(operation).toContain('href="/docs/p2_arch/p5_provisioner/tech-adapter/"');
  });

  it('[152] links to specification files that exist', async () => {
    const { page, close } = await site.visit(ROUTE);
    const hrefs = await page
      .locator('a[download]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain('/openapi/tech-adapter.openapi.json');
    for (const href of hrefs) {
      const file = path.join(site.folder, String(href));
      expect(existsSync(file), String(href)).toBe(true);
      expect(JSON.parse(readFileSync(file, 'utf8')).openapi).toMatch(/^3\.1/);
    }
    await close();
  });
});

describe('interactive reference', () => {
  it('[152] [153] opens on demand, without download button, in the colors of the site, inside its origin', async () => {
    const { page, requests, complaints, close } = await site.visit(`${ROUTE}?theme=dark`);
    await page.locator('[data-open-interactive]').click();
    const mount = page.locator('#interactive-reference');
    await mount.getByRole('heading', { name: 'Extension Points API' }).waitFor();
    expect(await mount.getByText('Download OpenAPI').count()).toBe(0);
    await expect
      .poll(() => page.locator('body').evaluate((body) => body.classList.contains('dark-mode')))
      .toBe(true);
    const accent = () =>
      mount
        .locator('.scalar-app')
        .first()
        .evaluate((app) => ({
          scalar: getComputedStyle(app).getPropertyValue('--scalar-color-accent').trim(),
          site: getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
          sidebar: getComputedStyle(app).getPropertyValue('--scalar-sidebar-width').trim(),
        }));
    await expect.poll(accent).toEqual({ scalar: '#ff9d5c', site: '#ff9d5c', sidebar: '300px' });
    await page.locator('.navbar [data-theme-switch]').click();
    await page.locator('body.light-mode').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => !url.startsWith(site.origin))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('sends a request to the reference servers that serve the site, and shows the answer', async () => {
    const servers = await serveEverything(site.folder);
    onTestFinished(servers.stop);
    const context = await site.browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(`${servers.origin}${ROUTE}#${ANCHOR}`);
    const operation = await openOperation(page);
    await operation.getByRole('button', { name: 'Test Request' }).first().click();
    const send = page.getByRole('button', { name: /Send/ }).first();
    await send.waitFor();
    // The styles of the client are complete: the button has its text, and the response is beside the request.
    expect(await send.innerText()).toContain('Send');
    await expect.poll(async () => (await send.boundingBox())?.width).toBeGreaterThan(60);
    await send.click();
    const status = page.getByText('202 Accepted').first();
    await status.waitFor();
    await expect.poll(async () => (await status.boundingBox())?.x).toBeGreaterThan(700);
    await expect.poll(async () => (await status.boundingBox())?.y).toBeLessThan(300);
    // Changing the colors keeps the response and the input.
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await page.locator('body.dark-mode').waitFor();
    expect(await status.isVisible()).toBe(true);
    expect(requests).toContain(`POST ${servers.origin}/tech-adapter/v1/provision`);
    expect(requests.filter((request) => !request.includes(` ${servers.origin}/`))).toEqual([]);
    await context.close();
  });
});

/** Of every block: the height reserved while it is skipped, and its actual height. */
function measureRooms(selector: string): { id: string; kept: number; taken: number }[] {
  const blocks = [...document.querySelectorAll<HTMLElement>(selector)];
  const show = (value: string) => {
    for (const block of blocks) block.style.setProperty('content-visibility', value);
  };
  const heights = () => blocks.map((block) => block.getBoundingClientRect().height);
  show('hidden');
  const kept = heights();
  show('visible');
  const taken = heights();
  show('');
  return blocks.map(({ id }, index) => ({ id, kept: kept[index] ?? 0, taken: taken[index] ?? 0 }));
}

/** Opens the interactive reference at the address; returns the operation in it. */
async function openOperation(page: Page): Promise<Locator> {
  await page.locator('[data-open-interactive]').evaluate((button: HTMLElement) => button.click());
  const operation = page.locator(`#interactive-reference [id$="${ANCHOR}"]`).first();
  await operation.waitFor({ state: 'attached' });
  return operation;
}
