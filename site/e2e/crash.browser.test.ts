import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';
/** The page before that on provisioning. */
const BEFORE = '/docs/p2_arch/p5_provisioner/intro/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('a page that cannot be rendered', () => {
  /** A page beside another sidebar with an invalid item: no build would write it. */
  const broken = {
    async before(context: import('playwright-core').BrowserContext) {
      await context.route('**/provisioning/page.json', async (route) => {
        const response = await route.fetch();
        const fragment = await response.json();
        await route.fulfill({
          response,
          json: { ...fragment, page: { ...fragment.page, sidebar: 'tutorials' } },
        });
      });
      await context.route('**/sidebar-tutorials-*.json', (route) => route.fulfill({ json: [null] }));
    },
  };

  it('[44] [48] shows the crash page between navbar and footer', async () => {
    const { page, close } = await site.visit(BEFORE, broken);
    await page.locator('.pager-next').click();
    await page.getByRole('heading', { name: 'This page crashed.' }).waitFor();
    await expect.poll(() => page.title()).toBe('Page Error');
    expect(await page.locator('.crash pre').innerText()).toMatch(/null/);
    expect(await page.locator('.navbar').isVisible()).toBe(true);
    expect(await page.locator('.footer').isVisible()).toBe(true);
    await close();
  });

  it('[47] renders the same page again on "Try again", and crashes again if it must', async () => {
    const { page, close } = await site.visit(BEFORE, broken);
    await page.locator('.pager-next').click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'This page crashed.' }).waitFor();
    await page.locator('.footer a', { hasText: 'Introduction' }).click();
    await page.getByRole('heading', { name: 'Introduction', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Introduction | tessera');
    await close();
  });
});

describe('a site under the wrong base URL', () => {
  it('[58] says so on the home page and suggests the base URL of the present address', async () => {
    const { page, close } = await site.visit('/?x=1', {
      waitForHydration: false,
      before: (context) => context.route('**/assets/entry-*.js', (route) => route.abort()),
    });
    const banner = page.locator('.base-url-banner');
    await banner.waitFor();
    const text = await banner.innerText();
    expect(text).toContain('did not load properly');
    expect(text).toContain('configured base URL is /');
    expect(text).toContain('try /');
    expect(await (await fetch(`${site.origin}/`)).text()).not.toContain('did not load properly.<');
    await close();
  });

  it('[58] says nothing when the site has loaded, and nothing on other pages', async () => {
    const home = await site.visit('/');
    expect(await home.page.locator('.base-url-banner').count()).toBe(0);
    await home.close();
    const other = await site.visit(INTRO, {
      waitForHydration: false,
      before: (context) => context.route('**/assets/entry-*.js', (route) => route.abort()),
    });
    expect(await other.page.locator('.base-url-banner').count()).toBe(0);
    await other.close();
  });
});
