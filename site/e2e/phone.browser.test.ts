import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { openFixture, openSite, type SiteUnderTest, type VisitOptions } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';
const GUIDE = '/docs/guide/everything/';
const WIDTH = 390;
const HEIGHT = 844;

/** Phones with a touch screen, with and without reduced motion, in both color modes. */
const READERS = oneIn(2, [
  { motion: 'no-preference', mode: 'light' },
  { motion: 'reduce', mode: 'dark' },
] as const);

let site: SiteUnderTest;
let whole: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture();
  whole = await openSite();
});
afterAll(async () => {
  await site.close();
  await whole.close();
});

describe.each(READERS)('a telephone in $mode mode, motion $motion', ({ motion, mode }) => {
  const visit = (route: string, options: VisitOptions = {}, from = site) =>
    from.visit(`${route}${route.includes('?') ? '&' : '?'}theme=${mode}`, {
      viewport: { width: WIDTH, height: HEIGHT },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      reducedMotion: motion,
      ...options,
    });

  it('[64] opens the drawer at a touch that came before the shell, once', async () => {
    const { page, close } = await visit(INTRO, {
      before: (_, page) =>
        page.route('**/assets/entry-*.js', async (route) => {
          for (let touch = 0; touch < 2; touch += 1) await page.locator('.drawer-toggle').tap();
          await route.continue();
        }),
    });
    await page.locator('.drawer').waitFor();
    await expect.poll(() => page.locator('.drawer-toggle').getAttribute('aria-expanded')).toBe('true');
    await close();
  });

  it('[64] [65] [66] opens the drawer at a touch, closes it beside it, and follows a link of it', async () => {
    const { page, close } = await visit(INTRO);
    const drawer = page.locator('.drawer');
    await page.locator('.drawer-toggle').tap();
    await drawer.locator('.sidebar a').first().waitFor();
    await page.touchscreen.tap(WIDTH - 10, HEIGHT / 2);
    await drawer.waitFor({ state: 'detached' });
    await page.locator('.drawer-toggle').tap();
    await drawer.locator('[aria-label="Expand sidebar category \'Guide\'"]').tap();
    await drawer.getByRole('link', { name: 'Step 10', exact: true }).tap();
    await page.locator('h1', { hasText: 'Step 10' }).waitFor();
    await drawer.waitFor({ state: 'detached' });
    await close();
  });

  it('[64] has the way out of the drawer in sight, and the current page far down too', async () => {
    const { page, close } = await visit('/docs/guide/p38_step/');
    await page.locator('.drawer-toggle').tap();
    const drawer = page.locator('.drawer');
    for (const part of [drawer.getByLabel('Close navigation bar'), drawer.locator('[aria-current=page]')]) {
      const box = await part.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(HEIGHT);
    }
    await close();
  });

  it('[66] [74] navigates to a category that has a page, and closes the drawer', async () => {
    const { page, close } = await visit(INTRO);
    await page.locator('.drawer-toggle').tap();
    await page.locator('.drawer .category-row').getByRole('link', { name: 'Guide', exact: true }).tap();
    await page.locator('h1', { hasText: 'Guide' }).waitFor();
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await close();
  });

  it('[83] [84] unfolds a category with a movement, or in a millisecond', async () => {
    const { page, close } = await visit(INTRO);
    await page.locator('.drawer-toggle').tap();
    const drawer = page.locator('.drawer');
    await drawer.locator('.sidebar a').first().waitFor();
    await page.evaluate(WATCH_TRANSITIONS);
    await drawer.locator('[aria-label="Expand sidebar category \'Guide\'"]').tap();
    await page.waitForFunction(() => Reflect.get(window, 'ended') === 'height');
    const lasted = await page.evaluate(() => Number(Reflect.get(window, 'lasts')));
    if (motion === 'reduce') expect(lasted).toBe(0.001);
    else expect(lasted).toBeGreaterThan(0.1);
    await close();
  });

  it('[18] fetches the page of a link when a finger touches it', async () => {
    const { page, requests, close } = await visit(INTRO);
    const before = requests.length;
    const fetched = page.waitForRequest('**/page.json');
    await page.locator('.pager-next').dispatchEvent('touchstart');
    await fetched;
    expect(requests.slice(before).filter((url) => url.endsWith('/page.json'))).toHaveLength(1);
    await close();
  });

  it('[25] [29] shows the progress of a slow page at the top, and takes it away', async () => {
    const { page, close } = await visit(INTRO, {
      before: (context) =>
        context.route('**/page.json', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 900));
          await route.continue();
        }),
    });
    await page.locator('.pager-next').tap();
    const bar = page.locator('.progress');
    await bar.waitFor();
    expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    await page.locator('h1', { hasText: 'Guide' }).waitFor();
    await bar.waitFor({ state: 'detached' });
    await close();
  });

  it('[119] [121] gives the results of a search the whole window, and opens one at a touch', async () => {
    const { page, close } = await visit(INTRO);
    await page.locator('.search input').tap();
    await page.locator('.search input').fill('step');
    await page.locator('.search-result').nth(3).waitFor();
    const panel = await page.locator('.search-panel').boundingBox();
    const bar = await page.locator('.navbar').boundingBox();
    expect(panel).toMatchObject({ x: 0, width: WIDTH });
    expect(panel?.y).toBeCloseTo((bar?.y ?? 0) + (bar?.height ?? 0), -1);
    const places = await page
      .locator('.search-result')
      .evaluateAll((results) => results.map((result) => result.getBoundingClientRect().left));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(await sidewaysScroll(page)).toBe(0);
    const target = await page.locator('.search-result').nth(1).getAttribute('href');
    await page.locator('.search-result').nth(1).tap();
    await page.waitForURL(`**${target}`);
    await page.locator('.search-panel').waitFor({ state: 'detached' });
    await close();
  });

  it('[137] shows the whole title of a search', async () => {
    const { page, close } = await visit('/search/?q=step');
    const title = page.locator('h1', { hasText: 'Search results for "step"' });
    await title.waitFor();
    const { cut, right } = await title.evaluate((heading) => ({
      cut: heading.scrollWidth - heading.clientWidth,
      right: heading.getBoundingClientRect().right,
    }));
    expect(cut).toBe(0);
    expect(right).toBeLessThanOrEqual(WIDTH);
    await close();
  });

  it('scrolls wide code and wide tables under the finger, not the page', async () => {
    for (const [route, selector, from] of [
      [GUIDE, '.code pre', site],
      ['/conformance/', '.table', whole],
    ] as const) {
      const { page, close } = await visit(route, {}, from);
      const index = await page
        .locator(selector)
        .evaluateAll((all) => all.findIndex((one) => one.scrollWidth > one.clientWidth + 50));
      expect(index).toBeGreaterThanOrEqual(0);
      const wide = page.locator(selector).nth(index);
      await wide.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await swipeLeft(page, await wide.boundingBox());
      await page.waitForFunction((element) => (element?.scrollLeft ?? 0) > 40, await wide.elementHandle());
      expect(await page.evaluate(() => window.scrollX)).toBe(0);
      expect(await sidewaysScroll(page)).toBe(0);
      await close();
    }
  });

  it('[144] shows without a pointer what others see on hover', async () => {
    const { page, close } = await visit(GUIDE, { permissions: ['clipboard-read', 'clipboard-write'] });
    for (const selector of ['.code .copy', 'h2 > .anchor']) {
      const opacity = await page
        .locator(selector)
        .first()
        .evaluate((element) => Number(getComputedStyle(element).opacity));
      expect(opacity, selector).toBeGreaterThan(0);
    }
    const covered = await page.locator('.code').evaluateAll((blocks) =>
      blocks.flatMap((block) => {
        const [copy, code] = [block.querySelector('.copy'), block.querySelector('code')];
        const [above, below] = [copy?.getBoundingClientRect(), code?.getBoundingClientRect()];
        return above && below && above.bottom > below.top ? [code?.textContent] : [];
      }),
    );
    expect(covered).toEqual([]);
    await page.locator('.code .copy').first().tap();
    await page.locator('.copy', { hasText: 'Copied' }).waitFor();
    await close();
  });

  it('[60] hides the bar on the way down and shows it on the way up', async () => {
    const { page, close } = await visit('/docs/guide/everything/');
    const client = await page.context().newCDPSession(page);
    const drag = (yDistance: number) =>
      client.send('Input.synthesizeScrollGesture', { x: 190, y: 500, yDistance, speed: 1_600 });
    await drag(-150);
    await drag(-350);
    await page.locator('html[data-navbar-hidden]').waitFor({ state: 'attached' });
    await drag(120);
    await page.locator('html:not([data-navbar-hidden])').waitFor({ state: 'attached' });
    await close();
  });
});

/** Records the first transition of a height: its duration, and its end. A text, because it runs in the page. */
const WATCH_TRANSITIONS = `
  document.addEventListener('transitionrun', ({ target, propertyName }) => {
    if (propertyName === 'height') window.lasts = parseFloat(getComputedStyle(target).transitionDuration);
  });
  document.addEventListener('transitionend', ({ propertyName }) => {
    if (propertyName === 'height') window.ended = propertyName;
  });
`;

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Swipes to the left over the middle of a box. */
async function swipeLeft(page: Page, box: { x: number; y: number; width: number; height: number } | null) {
  if (!box) throw new Error('There is nothing to swipe over: the element has no box.');
  const client = await page.context().newCDPSession(page);
  await client.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: Math.min(box.y + box.height / 2, HEIGHT - 40),
    xDistance: -200,
    speed: 1_600,
  });
}
