import { afterAll, beforeAll, describe, it } from 'vitest';
import { hydrated, openSite, type SiteUnderTest } from './site-under-test.ts';

const PROVISIONING = '/docs/p2_arch/p5_provisioner/provisioning/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('the scroll position', () => {
  it('[38] is restored after a reload too, before the reader has moved there', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    await page.evaluate(() => window.scrollTo(0, 800));
    await page.locator('.pager-next').dispatchEvent('click', { button: 0 });
    await page.waitForURL((url) => url.pathname !== PROVISIONING);
    await page.waitForFunction(() => window.scrollY === 0);
    await page.reload();
    await hydrated(page);
    await page.goBack();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await page.waitForFunction(() => window.scrollY === 800);
    await close();
  });

  it.each(['in place', 'by loading it anew'])(
    '[38] is restored among the results of a search %s',
    async (how) => {
      const { page, close } = await site.visit('/search/?q=provision');
      await page.locator('.search-page li').nth(20).waitFor();
      await page.evaluate(() => window.scrollTo(0, 900));
      if (how === 'in place') {
        await page.locator('.search-page li a').first().dispatchEvent('click', { button: 0 });
        await page.waitForURL((url) => url.pathname !== '/search/');
        await page.locator('article h1, .reference-content h1').waitFor();
      } else await page.goto(`${site.origin}/404.html`);
      await page.goBack();
      await page.waitForFunction(() => window.scrollY === 900);
      await close();
    },
  );
});

describe('the drawer', () => {
  it('[80] opens where the current page is in view', async () => {
    const { page, close } = await site.visit('/docs/p3_tech/p11_managing_policies/p11_9_llm_engine/', {
      viewport: { width: 390, height: 700 },
    });
    await page.locator('.drawer-toggle').click();
    const current = page.locator('.drawer [aria-current=page]');
    await current.waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('.drawer [aria-current=page]')?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
    });
    await close();
  });
});
