import type { BrowserContext, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFixture, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture('best');
});
afterAll(() => site.close());

/** Lets requests wait until they are released. */
function hold(pattern: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const before = (context: BrowserContext) =>
    context.route(pattern, async (route) => {
      await held;
      await route.continue();
    });
  return { before, release: () => release() };
}

describe('the first page', () => {
  it('[17] needs nothing but its document and the script of the shell to hydrate', async () => {
    const { page, requests, close } = await site.visit(INTRO, {
      before: (context) => context.route('**/*.json', (route) => route.abort()),
    });
    expect(await page.locator('html').getAttribute('data-has-hydrated')).toBe('true');
    expect(requests.filter((url) => /\.(?:html|js|css|svg)$|\/$/.test(url))).toHaveLength(2);
    await close();
  });

  it.each(['/', INTRO])('is at most 90 kB on the wire, all in, on %s', async (route) => {
    const { page, close } = await site.visit(route);
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() => {
      const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
      return entries.reduce((sum, entry) => sum + Number(Reflect.get(entry, 'transferSize')), 0);
    });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(90_000);
    await close();
  });

  it('[19] fetches a few visible links ahead at the first move, when it is idle, each once', async () => {
    const { page, requests, quiet, close } = await site.visit('/docs/guide/p20_step/');
    const ahead = () => requests.filter((url) => url.endsWith('page.json'));
    await page.waitForLoadState('networkidle');
    expect(ahead()).toEqual([]);
    await page.mouse.move(700, 5);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some((e) => e.name.endsWith('page.json')),
    );
    await quiet();
    expect(ahead().length).toBeLessThanOrEqual(5);
    expect(new Set(ahead()).size).toBe(ahead().length);
    await close();
  });

  it('[19] fetches a link ahead when it comes into view, no sooner', async () => {
    const { page, requests, quiet, close } = await site.visit('/docs/guide/everything/', {
      viewport: { width: 1440, height: 400 },
    });
    const next = `${await page.locator('.pager-next').getAttribute('href')}page.json`;
    await page.mouse.move(700, 5);
    await page.waitForFunction(() => history.scrollRestoration === 'manual');
    await quiet();
    expect(requests.filter((url) => url.endsWith(next))).toEqual([]);
    const fetched = page.waitForRequest(`**${next}`);
    await page.locator('.pager-next').scrollIntoViewIfNeeded();
    await fetched;
    await close();
  });
});

describe('a part that is fetched late', () => {
  it('[31] shows nothing for 200 ms and then a spinner', async () => {
    const { before, release } = hold('**/assets/SearchPanel-*.js');
    const { page, close } = await site.visit(INTRO, { before });
    const start = await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.lazy-ring')) return;
        Reflect.set(window, 'ringAt', performance.now());
        observer.disconnect();
      }).observe(document.body, { childList: true, subtree: true });
      document.querySelector<HTMLElement>('.search input')?.focus();
      return performance.now();
    });
    await page.locator('.lazy-ring').waitFor({ state: 'attached' });
    const at = await page.evaluate(() => Number(Reflect.get(window, 'ringAt')));
    expect(at - start).toBeGreaterThanOrEqual(199);
    release();
    await page.locator('.lazy-ring').waitFor({ state: 'detached' });
    await close();
  });

  it('[32] shows why it failed and tries again on Retry', async () => {
    const { page, close } = await site.visit(INTRO, {
      viewport: { width: 800, height: 800 },
      before: (context) =>
        context.route('**/assets/DrawerPanel-*.js', (route) => route.abort(), { times: 1 }),
    });
    await page.locator('.drawer-toggle').click();
    const failure = page.locator('.lazy-failed');
    expect(await failure.locator('p').innerText()).toContain('DrawerPanel');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await page.locator('.drawer').waitFor();
    await close();
  });
});

describe('the search index', () => {
  it('[117] searches what was typed before it was there, with a ring meanwhile', async () => {
    const { before, release } = hold('**/assets/search-*.json');
    const { page, close } = await site.visit(INTRO, { before });
    await page.locator('.search input').fill('guide');
    await page.locator('.search .ring[aria-label="Loading search"]').waitFor();
    release();
    await page.locator('.search-result', { hasText: 'Guide' }).first().waitFor();
    await page.locator('.search .ring').waitFor({ state: 'detached' });
    await close();
  });

  it('[117] answers from the titles as soon as they are there, whatever was asked before', async () => {
    const { before, release } = hold('**/assets/search-1-*.json');
    const { page, close } = await site.visit(INTRO, {
      before: async (context) => {
        await before(context);
        await context.route('**/assets/search-2-*.json', () => new Promise(() => {}));
      },
    });
    let asked = 0;
    // The page requests first, then the worker: by then it has received the empty query.
    const isWorkerAsking = (request: Request) => request.url().includes('/search-1-') && ++asked === 2;
    const asking = page.context().waitForEvent('request', isWorkerAsking);
    await page.locator('.search input').focus();
    await asking;
    await page.locator('.search input').fill('guide');
    release();
    await page.locator('.search-result', { hasText: 'Guide' }).first().waitFor();
    await close();
  });

  it('[126] is fetched again after a failure', async () => {
    const { page, complaints, close } = await site.visit(INTRO, {
      // The page requests first, then the worker, which finds nothing in the browser's cache.
      before: (context) => context.route('**/assets/search-1-*.json', (route) => route.abort(), { times: 2 }),
    });
    const failed = page.waitForEvent('console', (message) => message.text().includes('Search failed'));
    await page.locator('.search input').focus();
    await failed;
    await page.locator('.search input').fill('guide');
    await page.locator('.search-result').first().waitFor();
    expect(complaints.some((text) => text.includes('it will be tried again'))).toBe(true);
    await close();
  });

  it('[32] [126] reports a load error with a Retry button', async () => {
    let isDown = true;
    const before = (context: BrowserContext) =>
      context.route('**/assets/search-*.json', (route) => (isDown ? route.abort() : route.continue()));
    for (const [route, input] of [
      [INTRO, '.search input'],
      ['/search/', '.search-page input'],
    ] as const) {
      isDown = true;
      const { page, close } = await site.visit(route, { before });
      await page.locator(input).fill('guide');
      const failure = page.getByRole('alert');
      expect(await failure.locator('p').innerText()).toContain('The search index did not load.');
      await expect.poll(() => page.locator('.ring').count()).toBe(0);
      isDown = false;
      await failure.getByRole('button', { name: 'Retry' }).click();
      await page.locator('mark', { hasText: 'Guide' }).first().waitFor();
      await failure.waitFor({ state: 'detached' });
      await close();
    }
  });

  it('forgives a typing error, and recalls what was searched before', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('introducton');
    await page.getByText('Showing results for introduction').waitFor();
    await page.locator('.search-result').first().click();
    await page.locator('.search input').focus();
    await page.locator('.search-recent button', { hasText: 'introducton' }).click();
    await page.getByText('Showing results for introduction').waitFor();
    await close();
  });

  it('[122] passes its limit on to the page of all results', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.search input').fill('step');
    await page.locator('.search-scope button', { hasText: 'Documentation' }).click();
    await page.locator('.search-scope [aria-pressed=true]', { hasText: 'Documentation' }).waitFor();
    await expect
      .poll(() => page.locator('.search-all').getAttribute('href'))
      .toBe('/search/?q=step&ctx=docs');
    await close();
  });
});

describe('the keyboard', () => {
  it('[42] marks the body while the reader moves by Tab', async () => {
    const { page, close } = await site.visit(INTRO);
    const isMarked = () => page.evaluate(() => document.body.classList.contains('keyboard-navigation'));
    await page.keyboard.press('Tab');
    expect(await isMarked()).toBe(true);
    await page.mouse.click(700, 400);
    expect(await isMarked()).toBe(false);
    await close();
  });
});

describe('the color mode', () => {
  it('[100] returns to the default when the reader takes the choice back', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.navbar [data-theme-switch]').click();
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Forget my choice' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
    await close();
  });

  it('[101] [102] follows neither the system, where the site does not respect it, nor the printer', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.locator('.navbar [data-theme-switch]').click();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await close();
  });
});
