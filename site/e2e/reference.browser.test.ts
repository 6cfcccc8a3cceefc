import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const ROUTE = '/extension-points/';
const ANCHOR = 'tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
}, 120_000);
afterAll(() => site.close());

describe('static reference', () => {
  it('shows operations with parameters, answers, errors, schemas and lifecycles', async () => {
    const { page, close } = await site.visit(ROUTE, { javaScriptEnabled: false });
    const operation = page.locator(`[id="${ANCHOR}"]`);
    // The browser skips what is off screen, so the text that is shown would be empty.
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
    expect(await drawing.getAttribute('aria-label')).toContain('begins with RUNNING');
    expect(await page.locator('[id="schema/tech-adapter/ProvisioningRequest"]').textContent()).toContain(
      'removeData',
    );
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
    expect(hrefs.length).toBeGreaterThan(1);
    for (const href of hrefs) {
      const file = path.join(site.folder, String(href));
      expect(existsSync(file), String(href)).toBe(true);
      expect(JSON.parse(readFileSync(file, 'utf8')).openapi).toMatch(/^3\.1/);
    }
    await close();
  });
});

describe('interactive reference', () => {
  it('[152] [153] opens on demand, without download button, in the colours of the site, inside its origin', async () => {
    const { page, requests, complaints, close } = await site.visit(`${ROUTE}?theme=dark`);
    await page.locator('[data-open-interactive]').click();
    const mount = page.locator('#interactive-reference');
    await mount.getByRole('heading', { name: 'Extension Points API' }).waitFor({ timeout: 30_000 });
    expect(await mount.getByText('Download OpenAPI').count()).toBe(0);
    expect(await page.locator('body').evaluate((body) => body.classList.contains('dark-mode'))).toBe(true);
    const accent = await mount
      .locator('.scalar-app')
      .first()
      .evaluate((app) => ({
        scalar: getComputedStyle(app).getPropertyValue('--scalar-color-accent').trim(),
        site: getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
        sidebar: getComputedStyle(app).getPropertyValue('--scalar-sidebar-width').trim(),
      }));
    expect(accent).toEqual({ scalar: '#ff9d5c', site: '#ff9d5c', sidebar: '300px' });
    await page.locator('.navbar [data-theme-switch]').click();
    await page.locator('body.light-mode').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => !url.startsWith(site.origin))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('offers to try a request where the reference servers answer, and nowhere else', async () => {
    for (const status of ['static', 'ok']) {
      const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`, {
        before: (context) => context.route('**/health', (route) => route.fulfill({ json: { status } })),
      });
      await page.locator('[data-open-interactive]').evaluate((button: HTMLElement) => button.click());
      const mount = page.locator('#interactive-reference');
      await mount.locator(`[id$="${ANCHOR}"]`).first().waitFor({ state: 'attached', timeout: 30_000 });
      const button = mount.getByRole('button', { name: 'Test Request' });
      if (status === 'ok') await button.first().waitFor();
      else expect(await button.count()).toBe(0);
      await close();
    }
  }, 90_000);

  it('[153] leaves Ctrl+K to the search of the site', async () => {
    const { page, close } = await site.visit(ROUTE);
    await page.locator('[data-open-interactive]').click();
    await page
      .locator('#interactive-reference')
      .getByRole('heading', { name: 'Extension Points API' })
      .waitFor({ timeout: 30_000 });
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.closest('.navbar') !== null)).toBe(true);
    await close();
  }, 60_000);

  it('understands the anchors of the static reference', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`);
    await page.locator('[data-open-interactive]').evaluate((button: HTMLElement) => button.click());
    await page
      .locator(`#interactive-reference [id$="${ANCHOR}"]`)
      .first()
      .waitFor({ state: 'attached', timeout: 30_000 });
    await close();
  }, 60_000);
});
