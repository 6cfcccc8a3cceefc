import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFixture, type SiteUnderTest } from './site-under-test.ts';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture();
});
afterAll(() => site.close());

describe('the unreleased version', () => {
  it('[174] lists its pages, and how they differ', async () => {
    const { page, close } = await site.visit('/tutorials/');
    await page.locator('.menu', { hasText: '2.3.0' }).locator('summary').click();
    await page.locator('.menu a', { hasText: 'Next' }).click();
    await page.locator('h1', { hasText: 'Changes since 2.3.0' }).waitFor();
    expect(await page.locator('.prose li').allInnerTexts()).toEqual([
      'Intro: Take part, Unreleased part',
      'Only next: not in 2.3.0',
    ]);
    await page.locator('.prose a', { hasText: 'Intro' }).click();
    await page.waitForURL('**/docs/next/p0_intro/');
    // Its sidebar leads to the newest release where the page is the same; the choice stays.
    await page.locator('.docs-sidebar a', { hasText: 'Glossary' }).click();
    await page.waitForURL(`${site.origin}/docs/p5_glossary/`);
    const menu = page.locator('.menu', { hasText: 'Next' });
    await menu.locator('summary').click();
    expect(await menu.locator('a').allInnerTexts()).toEqual(['Next', '2.3.0 the same page', '2.2.0']);
    await close();
  });

  it('[174] keeps the place at an address whose page is the same', async () => {
    const { page, close } = await site.visit('/docs/next/guide/everything/?x=1#variants', {
      waitForHydration: false,
    });
    await page.waitForURL(`${site.origin}/docs/guide/everything/?x=1#variants`);
    await close();
    const still = await site.visit('/docs/next/guide/everything/#variants', { javaScriptEnabled: false });
    await still.page.locator('#variants a').click();
    await still.page.waitForURL(`${site.origin}/docs/guide/everything/#variants`);
    await still.close();
  });

  it('[174] is found by search engines and by the search where it differs', async () => {
    const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
    expect(sitemap).toContain('/docs/next/p9_next/');
    expect(sitemap).not.toContain('/docs/next/guide/');
    const html = await (await fetch(`${site.origin}/docs/next/guide/everything/`)).text();
    expect(html).toContain(
      '<link rel="canonical" href="https://docs.tessera.example/docs/guide/everything/">',
    );
    const { page, close } = await site.visit('/search/?q=everything&version=current');
    const result = page.locator('.search-page ol a', { hasText: 'Everything' }).first();
    await expect.poll(() => result.getAttribute('href')).toMatch(/^\/docs\/guide\/everything\//);
    await close();
  });
});
