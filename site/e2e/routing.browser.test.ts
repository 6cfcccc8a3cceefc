import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hydrated, openSite, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';
/** The page before that on provisioning. */
const BEFORE = '/docs/p2_arch/p5_provisioner/intro/';
const PROVISIONING = '/docs/p2_arch/p5_provisioner/provisioning/';
const ADAPTER = '/docs/p2_arch/p5_provisioner/tech-adapter/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Waits until the part of the page begins near the top of the window. */
async function isAtTop(page: Page, id: string): Promise<void> {
  await page.waitForFunction((part) => {
    const top = document.getElementById(part)?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < 100;
  }, id);
}

describe('routes', () => {
  it('[1] answers every top-level route, and not-found for the rest', async () => {
    for (const route of [
      '/',
      INTRO,
      '/extension-points/',
      '/api/',
      '/markdown-page/',
      '/search/',
      '/tutorials/',
    ]) {
      expect((await fetch(site.origin + route)).status, route).toBe(200);
    }
    expect((await fetch(`${site.origin}/no-such-page/`)).status).toBe(404);
  });

  it('[2] [3] shows the not-found page with its title and its two paragraphs', async () => {
    const { page, close } = await site.visit('/no-such-page/');
    await expect(page.locator('h1').innerText()).resolves.toBe('Page Not Found');
    expect(await page.title()).toBe('Page Not Found | tessera');
    expect(await page.locator('.not-found p').allInnerTexts()).toEqual([
      'We could not find what you were looking for.',
      expect.stringContaining('contact the owner of the site that linked you'),
    ]);
    const places = page.getByRole('navigation', { name: 'Starting points' });
    await places.getByRole('link', { name: 'Conformance' }).waitFor();
    await page.locator('.not-found').getByRole('link', { name: 'Go to the home page' }).click();
    await page.waitForURL(`${site.origin}/`);
    expect(readFileSync(path.join(site.folder, '404.html'), 'utf8')).toContain('Page Not Found');
    await close();
  });

  it('shows the address that has no page, and searches for its words', async () => {
    const { page, close } = await site.visit('/docs/p2_arch/tech-adapter_guide.html');
    await page.locator('.not-found').getByText('/docs/p2_arch/tech-adapter_guide.html').waitFor();
    await page.locator('.not-found').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(`${site.origin}/search/?q=tech+adapter+guide`);
    await close();
  });

  it.each([`${PROVISIONING.slice(0, -1)}.html`, `${PROVISIONING.slice(0, -1)}/index.html?x=1`])(
    '[4] renders the page that %s means and keeps the address',
    async (address) => {
      const { page, close } = await site.visit(address);
      await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
      expect(page.url()).toBe(site.origin + address);
      await close();
    },
  );

  it('[4] [36] goes to the part of that page that the address names', async () => {
    const { page, close } = await site.visit(`${PROVISIONING.slice(0, -1)}.html#errors`);
    await isAtTop(page, 'errors');
    await close();
  });

  it('[14] shows the not-found page for an address that cannot be decoded', async () => {
    const { page, close } = await site.visit('/docs/%E0%A4%A');
    await expect(page.locator('h1').innerText()).resolves.toBe('Page Not Found');
    await close();
  });

  it('[8] opens external links in a new tab, without telling where the reader came from', async () => {
    const { page, close } = await site.visit('/');
    const external = page.locator('.navbar-links a', { hasText: 'Product' });
    expect(await external.getAttribute('target')).toBe('_blank');
    expect(await external.getAttribute('rel')).toBe('noopener noreferrer');
    await close();
  });
});

describe('client navigation', () => {
  it('[15] swaps the page in place, without loading the document anew', async () => {
    const { page, requests, close } = await site.visit(BEFORE);
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
    expect(await page.title()).toBe('Provisioning Coordinator: Provisioning | tessera');
    expect(requests.filter((url) => url.endsWith('page.json')).length).toBeGreaterThan(0);
    await close();
  });

  it('[13] leaves clicks with a modifier to the browser', async () => {
    const { page, close } = await site.visit(BEFORE);
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('.pager-next').click({ modifiers: ['Control'] }),
    ]);
    await popup.waitForURL(`**${PROVISIONING}`);
    expect(page.url()).toBe(site.origin + BEFORE);
    await close();
  });

  it('[10] lets links to files through to the browser', async () => {
    const { page, close } = await site.visit(INTRO);
    const link = page.locator('.prose a', { hasText: 'merged file' });
    expect(await link.getAttribute('href')).toBe('/openapi/extension-points.openapi.json');
    await close();
  });

  it('[16] shows the last page asked for when an earlier one arrives later', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { page, close } = await site.visit(BEFORE, {
      before: (context) =>
        context.route(`**${PROVISIONING}page.json`, async (route) => {
          await held;
          await route.continue();
        }),
    });
    await page
      .locator(`.docs-sidebar a[href="${PROVISIONING}"]`)
      .first()
      .dispatchEvent('click', { button: 0 });
    await page.locator(`.docs-sidebar a[href="${ADAPTER}"]`).first().dispatchEvent('click', { button: 0 });
    await page.locator('h1', { hasText: 'Write a tech adapter' }).waitFor();
    const late = page.waitForResponse(`**${PROVISIONING}page.json`);
    release();
    await (await late).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    await expect(page.locator('h1').innerText()).resolves.toBe('Write a tech adapter');
    await close();
  });

  it('[38] goes Back to a reference as it was left, without asking for it in parts', async () => {
    const { page, requests, complaints, close } = await site.visit('/extension-points/tech-adapter/#errors');
    await isAtTop(page, 'errors');
    // A click with the pointer would scroll up first, until the bar is on screen.
    await page.locator('.navbar-links a', { hasText: 'Tutorials' }).dispatchEvent('click', { button: 0 });
    await page.locator('h1', { hasText: 'Tutorials' }).waitFor();
    await page.goBack();
    await page.locator('.reference-content h1').waitFor();
    await isAtTop(page, 'errors');
    expect(requests.filter((url) => url.endsWith('/extension-points/tech-adapter/page.json'))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('[24] logs a warning and loads the new address when a page cannot be fetched', async () => {
    const { page, complaints, close } = await site.visit(BEFORE, {
      before: (context) => context.route('**/page.json', (route) => route.abort()),
    });
    await page.locator('.pager-next').click();
    // The address changes before the page does.
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    expect(page.url()).toBe(site.origin + PROVISIONING);
    expect(complaints.some((text) => text.includes(`Loading ${PROVISIONING} failed`))).toBe(true);
    await close();
  });
});

describe('a page that cannot be fetched', () => {
  const BROKEN = {
    before: (context: BrowserContext) => context.route('**/page.json', (route) => route.abort()),
  };

  it('[24] is loaded whole, the second time within a minute too', async () => {
    const { page, close } = await site.visit(BEFORE, BROKEN);
    for (let time = 0; time < 2; time += 1) {
      await page.locator('.pager-next').click();
      await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
      await hydrated(page);
      await page.locator('.pager-previous').click();
      await page.locator('h1', { hasText: 'Provisioning' }).waitFor({ state: 'detached' });
      await hydrated(page);
    }
    expect(page.url()).toBe(site.origin + BEFORE);
    await close();
  });

  it('[24] [36] is loaded whole at the part that the link names', async () => {
    const { page, close } = await site.visit(BEFORE, BROKEN);
    await page
      .locator('.pager-next')
      .evaluate((link) => link.setAttribute('href', `${link.getAttribute('href')}#errors`));
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await isAtTop(page, 'errors');
    expect(page.url()).toBe(`${site.origin}${PROVISIONING}#errors`);
    await page.goBack();
    await page.waitForURL(`**${BEFORE}`);
    await close();
  });
});

describe('fetching ahead', () => {
  it('[18] fetches a page once when the pointer rests on its links', async () => {
    const { page, requests, close } = await site.visit('/');
    const link = page.locator(`.navbar-links a[href="${INTRO}"]`);
    const fetched = page.waitForRequest(`**${INTRO}page.json`);
    await link.hover();
    await fetched;
    await page.locator('.navbar .logo').hover();
    await link.hover();
    expect(requests.filter((url) => url.endsWith(`${INTRO}page.json`))).toHaveLength(1);
    await close();
  });

  it.each([{ effectiveType: 'slow-2g' }, { saveData: true }])(
    '[20] [21] fetches nothing ahead on %o, but everything that is clicked',
    async (connection) => {
      const { page, requests, close } = await site.visit(BEFORE, {
        before: (context) =>
          context.addInitScript((value) => {
            Object.defineProperty(navigator, 'connection', { value });
          }, connection),
      });
      await page.locator('.pager-next').hover();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))));
      expect(requests.filter((url) => url.endsWith('page.json'))).toEqual([]);
      await page.locator('.pager-next').click();
      await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
      await close();
    },
  );
});

describe('progress bar', () => {
  /** A page whose time stands still, so that a page is as fast or slow as the test says. */
  const visitWithoutTime = async () => {
    const visit = await site.visit(BEFORE, {
      before: async (context) => {
        await context.clock.install();
        await context.addInitScript(() => {
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
          Reflect.set(window, 'barSeen', false);
          new MutationObserver(() => {
            if (document.querySelector('.progress')) Reflect.set(window, 'barSeen', true);
          }).observe(document, { childList: true, subtree: true });
        });
      },
    });
    const now = await visit.page.evaluate(() => Date.now());
    await visit.page.clock.pauseAt(now + 60_000);
    const isBarSeen = () => visit.page.evaluate(() => Reflect.get(window, 'barSeen'));
    return { ...visit, isBarSeen };
  };

  it('[25] [30] shows a busy bar 200 ms after a click on a page that takes longer', async () => {
    const { page, isBarSeen, close } = await visitWithoutTime();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/page.json', async (route) => {
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest('**/page.json');
    await page.locator('.pager-next').click();
    await requested;
    await page.clock.runFor(199);
    expect(await isBarSeen()).toBe(false);
    await page.clock.runFor(1);
    await page.locator('.progress').waitFor();
    const style = await page.locator('.progress').evaluate((bar) => {
      const { height, pointerEvents } = getComputedStyle(bar);
      return { height, pointerEvents, isBusy: document.documentElement.classList.contains('busy') };
    });
    expect(style).toEqual({ height: '2px', pointerEvents: 'none', isBusy: true });
    release();
    await page.clock.resume();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await page.locator('.progress').waitFor({ state: 'detached' });
    await close();
  });

  it('[26] [27] never shows it for a fast page, a hash, or the first load', async () => {
    const { page, isBarSeen, close } = await visitWithoutTime();
    await page.locator('.toc a').first().click();
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await page.clock.runFor(300);
    expect(await isBarSeen()).toBe(false);
    await close();
  });
});
