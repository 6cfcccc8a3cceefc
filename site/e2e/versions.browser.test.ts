import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFixture, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';
const KEY = 'docs-preferred-version-default';
/** Milliseconds that a browser needs to paint. */
const LATE = 500;

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture();
});
afterAll(() => site.close());

describe('versions of the documentation', () => {
  it('[108] [110] [111] lead to the same document with query and hash, and are remembered', async () => {
    const { page, close } = await site.visit(`${INTRO}?x=1#again`);
    const menu = page.locator('.menu', { hasText: '2.3.0' });
    await menu.locator('summary').click();
    expect(await menu.locator('a').allInnerTexts()).toEqual(['Next', '2.3.0', '2.2.0']);
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
    await menu.locator('a', { hasText: '2.2.0' }).click();
    await page.waitForURL('**/docs/2.2.0/p0_intro/?x=1#again');
    await page.getByText('no longer actively maintained').waitFor();
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBe('2.2.0');
    // Outside the documentation the menu shows the reader's chosen version, and the link to the documentation leads
    // there.
    await page.locator('.navbar-links a', { hasText: 'Tutorials' }).click();
    await page.locator('h1', { hasText: 'Tutorials' }).waitFor();
    await expect.poll(() => page.locator('.menu summary').first().innerText()).toBe('2.2.0');
    const way = page.locator('.navbar-links a', { hasText: 'Documentation' });
    await expect.poll(() => way.getAttribute('href')).toBe('/docs/2.2.0/p0_intro/');
    await close();
  });

  it('[111] lead to the main document where a version does not have the page', async () => {
    const { page, close } = await site.visit('/docs/next/p9_next/');
    const menu = page.locator('.menu', { hasText: 'Next' });
    await menu.locator('summary').click();
    const other = menu.locator('a', { hasText: '2.2.0' });
    expect(await other.getAttribute('href')).toBe('/docs/2.2.0/p0_intro/');
    expect(await other.innerText()).toBe('2.2.0 without this page');
    expect(await page.locator('.version-banner').innerText()).toContain('does not exist in 2.3.0');
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('open')).toBeNull();
    await close();
  });

  it('[113] lead to the sections that differ from the newest', async () => {
    const { page, close } = await site.visit('/docs/next/p0_intro/');
    await page.locator('.version-banner a', { hasText: 'Unreleased part' }).click();
    await page.waitForURL('**/docs/next/p0_intro/#unreleased-part');
    await page.goto(`${site.origin}/docs/2.2.0/guide/p38_step/`);
    await page.getByText('This page is the same in 2.3.0.').waitFor();
    await close();
  });

  it('[111] [170] keep the place in a reference, which says what the chosen release has', async () => {
    const { page, close } = await site.visit('/extension-points/tech-adapter/#errors');
    const menu = page.locator('.menu').first();
    await menu.locator('summary').click();
    await menu.locator('a', { hasText: '2.2.0' }).click();
    const notice = page.locator('.version-banner');
    await notice.getByText('You chose 2.2.0').waitFor();
    expect(page.url()).toBe(`${site.origin}/extension-points/tech-adapter/#errors`);
    await menu.locator('summary').click();
    await menu.locator('a', { hasText: '2.3.0' }).click();
    await notice.waitFor({ state: 'hidden' });
    await close();
  });

  it('[113] [108] say when they are not the newest, and lead to the same document there', async () => {
    const { page, close } = await site.visit('/docs/next/p0_intro/');
    const banner = page.locator('.version-banner');
    expect(await banner.innerText()).toContain('unreleased documentation');
    await banner.locator('a', { hasText: 'Latest version' }).click();
    await page.waitForURL(`**${INTRO}`);
    await banner.waitFor({ state: 'detached' });
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBe('2.3.0');
    await close();
  });

  it('[109] forget a stored choice that no longer exists', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (context) => context.addInitScript((key) => localStorage.setItem(key, '0.0.1'), KEY),
    });
    await page.waitForFunction((key) => localStorage.getItem(key) === null, KEY);
    await close();
  });

  it('[114] [150] name themselves in the head, and the newest release as the address of the document', async () => {
    const html = await (await fetch(`${site.origin}/docs/2.2.0/p0_intro/`)).text();
    expect(html).toContain('<meta name="docs-version" content="2.2.0">');
    expect(html).toContain('<link rel="canonical" href="https://docs.tessera.example/docs/p0_intro/">');
  });

  it('[70] stand in the drawer under their title', async () => {
    const { page, close } = await site.visit('/tutorials/', { viewport: { width: 800, height: 800 } });
    await page.locator('.drawer-toggle').click();
    await page.getByText('← Back to main menu').click();
    await page.locator('.drawer-menu h2', { hasText: 'Versions' }).waitFor();
    await page.locator('.drawer-menu a', { hasText: '2.2.0' }).click();
    await page.waitForURL('**/docs/2.2.0/p0_intro/');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await close();
  });

  it('[123] have a separate search index, without reloading the page', async () => {
    const { page, close } = await site.visit('/docs/next/p0_intro/');
    const find = async (count: 'some' | 'none') => {
      await page.locator('.search input').fill('unreleased');
      await (count === 'some'
        ? page.locator('.search-result').first()
        : page.getByText('No results')
      ).waitFor();
    };
    await find('some');
    await expect
      .poll(() => page.locator('.search-all').getAttribute('href'))
      .toBe('/search/?q=unreleased&version=current');
    await page.keyboard.press('Escape');
    await page.locator('.version-banner a', { hasText: 'Latest version' }).click();
    await page.waitForURL(`**${INTRO}`);
    await page.locator('.search input').fill('');
    await find('none');
    await close();
  });

  it('[140] choose the index of the search page, an unknown context is ignored', async () => {
    const { page, close } = await site.visit('/search/?q=unreleased&version=current&ctx=nowhere');
    await page.getByText(/^\d+ documents? found$/).waitFor();
    await page.locator('.search-filters select').selectOption('2.3.0');
    await page.getByText('No documents were found').waitFor();
    expect(page.url()).toContain('version=2.3.0');
    await page.locator('.search-page input').fill('tutorials');
    await page.getByRole('group', { name: 'Search in' }).getByRole('button', { name: 'Tutorials' }).click();
    await page.getByText(/^\d+ documents? found$/).waitFor();
    await page.locator('.search-page input').fill('step');
    await page.getByText('No documents were found').waitFor();
    expect(page.url()).toContain('ctx=tutorials');
    await close();
  });
});

describe('announcement', () => {
  it('[105] [107] is in the static page, and hidden before the first paint once it was closed', async () => {
    expect(await (await fetch(site.origin + INTRO)).text()).toContain('Read what is');
    const { page, close } = await site.visit(INTRO);
    const bar = page.locator('.announcement');
    expect(await bar.isVisible()).toBe(true);
    await bar.getByRole('button', { name: 'Close' }).click();
    await bar.waitFor({ state: 'hidden' });
    const stored = () =>
      page.evaluate(() =>
        ['id', 'dismiss'].map((name) => localStorage.getItem(`tessera.announcement.${name}`)),
      );
    await expect.poll(() => stored()).toEqual(['fixture-1', 'true']);
    await page.context().route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    expect(await bar.isVisible()).toBe(false);
    await close();
  });

  it('[106] comes back with another id', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (context) =>
        context.addInitScript(() => {
          localStorage.setItem('tessera.announcement.id', 'older');
          localStorage.setItem('tessera.announcement.dismiss', 'true');
        }),
    });
    expect(await page.locator('.announcement').isVisible()).toBe(true);
    await page.waitForFunction(() => localStorage.getItem('tessera.announcement.dismiss') === 'false');
    await close();
  });

  it.each([undefined, 'fixture-1'])(
    '[107] moves nothing when the page of one who closed %s is loaded',
    async (closed) => {
      const { page, close } = await site.visit(INTRO, {
        before: (context) => context.addInitScript(watchShifts, closed),
      });
      await page.waitForLoadState('networkidle');
      expect(await page.locator('.announcement').isVisible()).toBe(closed === undefined);
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
      await close();
    },
  );

  it('[107] moves nothing while a slow line brings the bar at the top in pieces', async () => {
    const line = await deliverInTwo(site.origin + INTRO, 'class="navbar-menus"');
    const page = await site.browser.newPage();
    await page.addInitScript(watchShifts, undefined);
    await page.goto(line.url);
    await page.locator('.navbar-menus').waitFor();
    // Two frames later the browser has painted.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
    await page.close();
    await line.close();
  });

  it('[107] does not print', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.announcement').isVisible()).toBe(false);
    await close();
  });
});

describe('a long sidebar', () => {
  const LOW = { viewport: { width: 1300, height: 600 } };

  it('[80] shows the active item on load and keeps its place through a navigation', async () => {
    const { page, close } = await site.visit('/docs/guide/p38_step/', LOW);
    const column = page.locator('.docs-sidebar');
    const isActiveVisible = () =>
      column.evaluate((frame) => {
        const item = frame.querySelector('[aria-current=page]')?.getBoundingClientRect();
        return item !== undefined && item.top >= 0 && item.bottom <= window.innerHeight;
      });
    await page.waitForFunction(() => (document.querySelector('.docs-sidebar')?.scrollTop ?? 0) > 0);
    await expect.poll(() => isActiveVisible()).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const before = await column.evaluate((frame) => frame.scrollTop);
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Step 29' }).waitFor();
    await expect.poll(() => column.evaluate((frame) => frame.scrollTop)).toBe(before);
    await expect.poll(() => isActiveVisible()).toBe(true);
    await close();
  });

  it('[73] [71] opens the category that becomes active and leaves others as they are', async () => {
    const { page, close } = await site.visit(INTRO, LOW);
    const caret = page.locator('.docs-sidebar [aria-label*="\'Guide\'"]');
    expect(await caret.getAttribute('aria-expanded')).toBe('false');
    expect(await caret.getAttribute('aria-label')).toBe("Expand sidebar category 'Guide'");
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Guide' }).waitFor();
    await expect.poll(() => caret.getAttribute('aria-expanded')).toBe('true');
    await page.locator('.docs-sidebar a', { hasText: 'Intro' }).click();
    await page.locator('h1', { hasText: 'Intro' }).waitFor();
    expect(await caret.getAttribute('aria-expanded')).toBe('true');
    await close();
  });
});

describe('folded text', () => {
  const ROUTE = '/docs/next/p9_next/';

  it('[87] folds by itself inside another, and a double click on its title selects nothing', async () => {
    const { page, close } = await site.visit(ROUTE);
    const [outer, inner] = [page.locator('.prose details').first(), page.locator('.prose details').last()];
    await outer.locator('summary').first().click();
    await inner.locator('summary').click();
    await page.getByText('Inside.').waitFor();
    await inner.locator('summary').click();
    await page.getByText('Inside.').waitFor({ state: 'hidden' });
    expect(await page.getByText('Outside.').isVisible()).toBe(true);
    await outer.locator('summary').first().dblclick();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    await close();
  });

  it('[87] opens without scripts', async () => {
    const { page, close } = await site.visit(ROUTE, { javaScriptEnabled: false });
    expect(await page.getByText('Outside.').isVisible()).toBe(false);
    await page.locator('.prose summary').first().click();
    await page.getByText('Outside.').waitFor();
    await close();
  });
});

describe('a page', () => {
  it('[148] says where it can be edited and when it was', async () => {
    const { page, close } = await site.visit('/docs/guide/everything/');
    const edit = page.getByRole('link', { name: 'Edit this page' });
    expect(await edit.getAttribute('href')).toBe(
      'https://code.example/edit/e2e/fixture/docs/guide/everything.md',
    );
    const time = page.locator('.updated time');
    expect(await time.getAttribute('datetime')).toBe('2025-03-01');
    expect(await time.innerText()).toBe('Mar 1, 2025');
    await close();
  });

  it('[145] offers to wrap code that is wider than its block', async () => {
    const { page, close } = await site.visit('/docs/guide/everything/');
    await page.locator('.code').first().hover();
    const wrap = page.locator('.code').first().getByRole('button', { name: 'Wrap' });
    // A block that fits has no wrap button.
    const blocks = await page.locator('.code').evaluateAll((all) =>
      all.map((block) => {
        const pre = block.querySelector('pre');
        return {
          isOffered: block.querySelector('[data-wrap]') !== null,
          isTooWide: pre !== null && pre.scrollWidth > pre.clientWidth,
        };
      }),
    );
    expect(blocks.filter(({ isOffered, isTooWide }) => isOffered !== isTooWide)).toEqual([]);
    await wrap.click();
    const isTooWide = await page
      .locator('.code pre')
      .first()
      .evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    expect(isTooWide).toBe(false);
    await close();
  });
});

/** The same page at another address, its document in two parts: what follows the words is late. */
async function deliverInTwo(address: string, words: string): Promise<{ url: string; close(): void }> {
  const html = await (await fetch(address)).text();
  const at = html.indexOf(words);
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, at));
    await wait(LATE);
    response.end(html.slice(at));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the line has no port');
  return { url: `http://127.0.0.1:${listening.port}/`, close: () => server.close() };
}

/** Runs before the page's scripts: stores a closed announcement and records layout shifts. */
function watchShifts(closed: string | undefined): void {
  if (closed !== undefined) {
    localStorage.setItem('tessera.announcement.id', closed);
    localStorage.setItem('tessera.announcement.dismiss', 'true');
  }
  const shifts: number[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
  }).observe({ type: 'layout-shift', buffered: true });
}
