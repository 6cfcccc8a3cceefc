import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from './routes.ts';
import { openFixtureUnder, type SiteUnderTest } from './site-under-test.ts';

const BASE = '/some/place/';
/** Addresses in attributes; those of data blocks and of text in articles are not followed by browsers. */
const ADDRESS = /<(?:a|link|script|img|iframe)\b[^>]*?\s(?:href|src)="([^"#]+)/g;

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixtureUnder(BASE, 'fixture-base');
});
afterAll(() => site.close());

describe('a site that is published in a folder of its host', () => {
  it('[11] links to nothing outside the folder and contains the folder once per link', () => {
    const wrong: string[] = [];
    for (const route of [...listRoutes(site.folder).map((name) => `${name}index.html`), '/404.html']) {
      const html = readFileSync(path.join(site.folder, route), 'utf8');
      for (const [, address = ''] of html.matchAll(ADDRESS))
        if (address.startsWith('/') && (!address.startsWith(BASE) || address.lastIndexOf(BASE) > 0))
          wrong.push(`${route} ${address}`);
    }
    expect(wrong).toEqual([]);
  });

  it('[1] [11] leads through pages, versions, a search and both references without leaving the folder', async () => {
    const { page, requests, complaints, close } = await site.visit(BASE);
    await page.locator('.navbar-links a', { hasText: 'Documentation' }).click();
    await page.locator('h1', { hasText: 'Intro' }).waitFor();
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Guide' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Intro' }).waitFor();
    await page.locator('.search input').fill('step');
    await page.locator('.search-result').first().waitFor();
    await page.locator('.search-all').click();
    await page.waitForURL(`**${BASE}search/?q=step`);
    await page.locator('.search-page ol a').first().click();
    await page.locator('.breadcrumbs').waitFor();
    await page.locator('.navbar-menus summary').first().click();
    await page.locator('.menu[open] .menu-list a', { hasText: '2.2.0' }).click();
    await page.waitForURL(`**${BASE}docs/2.2.0/**`);
    for (const route of ['api/', 'extension-points/tech-adapter/']) {
      await page.goto(site.origin + BASE + route);
      await page.locator('[data-open-interactive]').click();
      await page.locator('#interactive-reference h1').first().waitFor();
    }
    const outside = requests.filter((url) => !url.startsWith(site.origin + BASE) && !url.startsWith('blob:'));
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('[2] answers what is missing in it, with a way home into it', async () => {
    const { page, close } = await site.visit(`${BASE}nowhere/`);
    expect(await page.locator('h1').innerText()).toBe('Page Not Found');
    await page.locator('.not-found a', { hasText: 'home' }).click();
    await page.waitForURL(site.origin + BASE);
    await close();
  });

  it('keeps its pages for reading offline inside the folder', async () => {
    const { page, close } = await site.visit(`${BASE}docs/p0_intro/`);
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Keep for reading offline' }).click();
    await page.getByRole('button', { name: 'Kept for offline' }).waitFor();
    const scope = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration())?.scope ?? '',
    );
    expect(scope).toBe(site.origin + BASE);
    await page.context().setOffline(true);
    await page.goto(`${site.origin}${BASE}docs/guide/p20_step/`);
    expect(await page.locator('h1').innerText()).toBe('Step 10');
    await close();
  });

  it('names its folder to search engines and installers', async () => {
    const read = async (name: string) => (await fetch(site.origin + BASE + name)).text();
    for (const [name, text] of [
      ['sitemap.xml', `${BASE}docs/p0_intro/</loc>`],
      ['robots.txt', `${BASE}sitemap.xml`],
      ['site.webmanifest', `"${BASE}"`],
      ['llms.txt', `${BASE}docs/p0_intro/index.md`],
    ] as const)
      expect(await read(name), name).toContain(text);
  });
});
