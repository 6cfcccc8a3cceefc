import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { openFixture, type SiteUnderTest } from './site-under-test.ts';

const GUIDE = '/docs/guide/everything/';
const PAGES = ['/', GUIDE, '/search/?q=guide', '/extension-points/tech-adapter/', '/nope/'];
/** From a small phone over both sides of the drawer's limit to a wide screen. */
const WIDTHS = [320, 375, 600, 820, 996, 997, 1024, 1100, 1180, 1201, 1280, 1366, 1440, 1920];

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture();
});
afterAll(() => site.close());

describe('the width of a page', () => {
  it.each(oneIn(4, PAGES))(
    'is that of the window on %s, and nothing in the bar covers its neighbor',
    async (route) => {
      const { page, close } = await site.visit(route);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysScroll(page), `${width} px`).toBe(0);
        expect(await overlapsInBar(page), `${width} px`).toEqual([]);
      }
      await close();
    },
  );

  it('loses nothing at twice the size: what a wide window shows can still be reached', async () => {
    const { page, close } = await site.visit(GUIDE, { viewport: { width: 720, height: 450 } });
    const heading = page.locator('.mobile-toc summary');
    await heading.click();
    expect(await page.locator('.mobile-toc a').count()).toBeGreaterThan(2);
    await page.locator('.drawer-toggle').click();
    const drawer = page.locator('.drawer');
    await drawer.locator('.sidebar a').first().waitFor();
    await drawer.getByRole('button', { name: '← Back to main menu' }).click();
    for (const name of ['Documentation', 'Extension Points API', 'Versions'])
      await drawer.getByText(name, { exact: true }).first().waitFor();
    await close();
  });
});

describe('while a page comes into being', () => {
  it.each(oneIn(4, PAGES))('nothing that is there moves on %s, on a telephone', async (route) => {
    const { page, close } = await site.visit(route, {
      viewport: { width: 375, height: 800 },
      before: (context) => context.addInitScript(WATCH_SHIFTS),
    });
    if (route.startsWith('/search/')) await page.getByText(/documents found$/).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
    await close();
  });
});

/** A text, because it runs before the page's scripts. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.className ?? node?.nodeName).join());
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** How far the document scrolls sideways, in pixels. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Pairs of neighbors in the bar whose boxes overlap. */
function overlapsInBar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector =
      '.navbar :is(.drawer-toggle, .logo, .navbar-links a, .search input, .navbar-menus summary, [data-theme-switch])';
    const boxes = [...document.querySelectorAll(selector)]
      .map((element) => ({
        name: element.className || element.tagName,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0);
    return boxes.flatMap(({ name, box }, index) => {
      const before = boxes[index - 1];
      return before && before.box.right > box.left + 0.5 ? [`${before.name} and ${name}`] : [];
    });
  });
}

describe('by keyboard alone', () => {
  it('goes through the bar and the sidebar in the order in which they stand, always visibly', async () => {
    const { page, close } = await site.visit(GUIDE);
    const stops: string[] = [];
    for (let index = 0; index < 24; index += 1) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
    }
    const bar = [
      'Skip to',
      'tessera',
      'Documentation',
      'Extension Points API',
      'Search',
      'Version of',
      'Language',
    ];
    const places = [...bar, 'Switch between', 'Intro', 'Guide'].map((name) =>
      stops.findIndex((stop) => stop.startsWith(name)),
    );
    expect(places, stops.join(' | ')).not.toContain(-1);
    expect(places, stops.join(' | ')).toEqual(places.toSorted((a, b) => a - b));
    await close();
  });

  it('opens a menu with Enter, moves into it with Tab and closes it with Escape', async () => {
    const { page, close } = await site.visit(GUIDE);
    const summary = page.locator('.navbar-menus summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.locator('.menu[open] .menu-list a').first().waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toMatch(/^Next/);
    await page.keyboard.press('Escape');
    await page.locator('.menu[open]').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Version of/);
    await close();
  });

  it('unfolds a category and follows a link of it', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/');
    const category = page.locator('.sidebar .category-row :is(button, [role=button])').first();
    await category.focus();
    await page.keyboard.press('Enter');
    // The whole tree is fetched when the reader comes near: what is below the category may take a moment.
    await page.locator('.sidebar li:has([aria-expanded=true]) li a').first().waitFor();
    await page.keyboard.press('Tab');
    const name = await focused(page);
    await page.keyboard.press('Enter');
    await page.locator('.sidebar [aria-current=page]', { hasText: name }).waitFor();
    await close();
  });

  it('searches, chooses a result and arrives', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('guide');
    await page.locator('.search-result').first().waitFor();
    // Earlier results may belong to the first letters only.
    await page.getByLabel('Loading search').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guide/**');
    await close();
  });

  it('goes from the search box into its suggestions, and back to it with Escape', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/');
    const suggestions = page.locator('.search-recent a');
    await page.getByRole('combobox', { name: 'Search' }).focus();
    await suggestions.first().waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe(await suggestions.first().innerText());
    await page.keyboard.press('Escape');
    await suggestions.first().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Search');
    await page.keyboard.press('ArrowDown');
    await suggestions.first().waitFor();
    const count = await suggestions.count();
    for (let index = 0; index <= count; index += 1) await page.keyboard.press('Tab');
    await suggestions.first().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Version of/);
    await close();
  });

  it('opens the drawer, stays inside it, and comes back to its button with Escape', async () => {
    const { page, close } = await site.visit(GUIDE, { viewport: { width: 800, height: 800 } });
    await page.locator('.drawer-toggle').focus();
    await page.keyboard.press('Enter');
    await page.locator('.drawer .sidebar a').first().waitFor();
    for (let index = 0; index < 40; index += 1) {
      await page.keyboard.press('Tab');
      // After its last link the focus moves to the browser's toolbar; the page behind never gets it.
      const place = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement === body || activeElement?.closest('.drawer')
          ? 'drawer'
          : activeElement?.outerHTML;
      });
      expect(place).toBe('drawer');
    }
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Toggle navigation bar');
    await close();
  });
});

/** The name of the focused element, which must have a visible focus indicator. */
async function focused(page: Page): Promise<string> {
  const { name, isShown } = await page.evaluate(() => {
    const element = document.activeElement;
    const style = element && getComputedStyle(element);
    return {
      name: element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '',
      isShown: style !== null && style.outlineStyle !== 'none',
    };
  });
  expect(isShown, `${name} shows its focus`).toBe(true);
  return name;
}
