import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';
/** The page before that on provisioning. */
const BEFORE = '/docs/p2_arch/p5_provisioner/intro/';
const PROVISIONING = '/docs/p2_arch/p5_provisioner/provisioning/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Scrolls, and waits until the browser has painted. */
async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo(0, to), y);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

describe('scrolling and focus', () => {
  it('[35] [41] starts a new page at the top, with the focus before the skip link, and announces it', async () => {
    const { page, close } = await site.visit(BEFORE);
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.locator('[data-skip-region]:focus').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('#announcer').innerText()).toBe('Provisioning');
    await close();
  });

  it('[37] stays where it is for a hash that cannot be decoded', async () => {
    const { page, complaints, awake, close } = await site.visit(`${PROVISIONING}#%E0%A4%A`);
    await awake();
    expect(await page.locator('h1').innerText()).toBe('Provisioning');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('[36] [39] [62] scrolls to the target of a hash, and the bar makes room for it', async () => {
    const { page, close } = await site.visit(PROVISIONING, { viewport: { width: 1440, height: 500 } });
    await page.locator('.toc a', { hasText: 'Statuses of a unit' }).click();
    await page.locator('html[data-navbar-hidden]').waitFor({ state: 'attached' });
    const top = () =>
      page.locator('#statuses-of-a-unit').evaluate((heading) => heading.getBoundingClientRect().top);
    await expect.poll(() => top()).toBeCloseTo(8, 0);
    await page.locator('.footer a', { hasText: 'Contribute' }).click();
    await page.waitForFunction(
      () => (document.getElementById('take-part')?.getBoundingClientRect().top ?? 999) < 400,
    );
    await close();
  });

  it('[37] stays where it is when a hash names nothing', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.evaluate(() => {
      location.hash = '#no-such-heading';
    });
    await page.waitForURL('**#no-such-heading');
    expect(await page.evaluate(() => window.scrollY)).toBe(300);
    await close();
  });

  it('[60] hides the bar on the way down and shows it on the way up', async () => {
    const { page, awake, close } = await site.visit(PROVISIONING, {
      viewport: { width: 1440, height: 500 },
    });
    await awake();
    for (const y of [100, 300]) await scrollTo(page, y);
    await page.locator('html[data-navbar-hidden]').waitFor({ state: 'attached' });
    expect(await page.locator('.navbar').evaluate((bar: HTMLElement) => bar.style.transform)).toBe(
      'translateY(-62px)',
    );
    // The column beside the article takes the place of the bar.
    await page.waitForFunction(() => {
      const column = document.querySelector('.docs-sidebar')?.getBoundingClientRect();
      return column?.top === 0 && column.bottom === innerHeight;
    });
    await page.evaluate(() => window.scrollTo(0, 250));
    await page.locator('html:not([data-navbar-hidden])').waitFor({ state: 'attached' });
    await close();
  });

  it('[43] offers the way to the top on scrolling up past 300 px only', async () => {
    const { page, awake, close } = await site.visit('/docs/p2_arch/p5_provisioner/tech-adapter/');
    await awake();
    const button = page.locator('.back-to-top');
    await scrollTo(page, 1200);
    expect(await button.count()).toBe(0);
    await scrollTo(page, 1000);
    await button.waitFor();
    await scrollTo(page, 1100);
    await button.waitFor({ state: 'detached' });
    await scrollTo(page, 1000);
    await button.click();
    await page.waitForFunction(() => window.scrollY === 0);
    await button.waitFor({ state: 'detached' });
    await close();
  });

  it('[38] restores the scroll position on Back, also when the page has to be fetched again', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    await page.evaluate(() => window.scrollTo(0, 500));
    await page.locator('.pager-previous').evaluate((link: HTMLElement) => link.click());
    await page.locator('h1', { hasText: 'Introduction' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await page.waitForFunction(() => window.scrollY === 500);
    await close();
  });

  it('[43] [62] takes a click on the hash of the address for a jump like any other', async () => {
    const { page, close } = await site.visit(INTRO, { viewport: { width: 1440, height: 300 } });
    const link = page.locator('.toc a:visible').nth(2);
    await link.click();
    await page.locator('html[data-navbar-hidden]').waitFor({ state: 'attached' });
    const target = await page.evaluate(() => window.scrollY);
    await page.evaluate(() => window.scrollBy(0, 300));
    await page.waitForFunction((y) => window.scrollY > y, target);
    await link.dispatchEvent('click', { button: 0 });
    await page.waitForFunction((y) => window.scrollY === y, target);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    expect(await page.locator('html[data-navbar-hidden]').count()).toBe(1);
    expect(await page.locator('.back-to-top').count()).toBe(0);
    await close();
  });

  it('[40] begins the tab order with a link that skips to the content', async () => {
    const { page, close } = await site.visit(INTRO);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    await close();
  });
});

describe('color mode', () => {
  it('[95] [104] stores the choice of the switch under "theme" and names the mode in its label', async () => {
    const { page, close } = await site.visit(INTRO);
    const toggle = page.locator('.navbar [data-theme-switch]');
    expect(await toggle.getAttribute('aria-label')).toBe(
      'Switch between dark and light mode (currently light mode)',
    );
    await toggle.click();
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await expect.poll(() => toggle.getAttribute('aria-label')).toContain('(currently dark mode)');
    await close();
  });

  it.each(['dark', 'light'] as const)(
    '[96] paints the first frame in %s when that is stored',
    async (theme) => {
      const { page, close } = await site.visit(INTRO, {
        waitForHydration: false,
        before: async (context) => {
          await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
          // Without the shell, the document alone decides what is painted.
          await context.route('**/assets/*.js', (route) => route.abort());
        },
      });
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(theme === 'dark' ? 'rgb(20, 25, 28)' : 'rgb(253, 252, 250)');
      await close();
    },
  );

  it('[97] counts any other stored value as light', async () => {
    const { page, close } = await site.visit(INTRO, {
      before: (context) => context.addInitScript(() => localStorage.setItem('theme', 'undefined')),
    });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    await close();
  });

  it('[98] takes the mode from the address for this visit only', async () => {
    const { page, close } = await site.visit(`${INTRO}?theme=dark&tessera-data-x=y`);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('data-x')).toBe('y');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
    await close();
  });

  it('[99] follows a change in another tab', async () => {
    const { page, close } = await site.visit(INTRO);
    const other = await page.context().newPage();
    await other.goto(site.origin + INTRO);
    await other.locator('.navbar [data-theme-switch]').click();
    await page.locator('html[data-theme=dark]').waitFor();
    await close();
  });

  it('[104] answers the switch before the shell has hydrated', async () => {
    const { page, close } = await site.visit(INTRO, {
      waitForHydration: false,
      before: (context) => context.route('**/assets/*.js', (route) => route.abort()),
    });
    await page.locator('.navbar [data-theme-switch]').click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await close();
  });
});

describe('sidebar and contents', () => {
  it('[72] [76] opens the categories of the current page and marks its link', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    expect(await page.locator('.docs-sidebar [aria-current=page]').allInnerTexts()).toEqual(['Provisioning']);
    const expanded = page.locator('.docs-sidebar [aria-expanded=true]');
    expect(await expanded.allInnerTexts()).toEqual(['Architecture', 'Provisioning Coordinator']);
    await close();
  });

  it('[74] [85] [86] toggles a category without a page, and renders its children only once it was open', async () => {
    const { page, close } = await site.visit(INTRO);
    const category = page.locator('.docs-sidebar [role=button]', { hasText: 'Architecture' });
    expect(await page.locator('.docs-sidebar', { hasText: 'Provisioning Coordinator' }).count()).toBe(0);
    await category.click();
    await expect.poll(() => category.getAttribute('aria-expanded')).toBe('true');
    await page.locator('.docs-sidebar', { hasText: 'Provisioning Coordinator' }).waitFor();
    expect(page.url()).toBe(site.origin + INTRO);
    await category.click();
    await page
      .locator('.docs-sidebar .collapsible[hidden=until-found]')
      .first()
      .waitFor({ state: 'attached' });
    await close();
  });

  it('[74] answers both keys of a button, and keeps up with what a page search opens', async () => {
    const { page, close } = await site.visit(INTRO);
    const category = page.locator('.docs-sidebar a[role=button]').first();
    const isOpen = () => category.getAttribute('aria-expanded');
    expect(await isOpen()).toBe('false');
    await category.press('Space');
    await expect.poll(() => isOpen()).toBe('true');
    await category.press('Enter');
    await expect.poll(() => isOpen()).toBe('false');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const block = page.locator(`[id="${await category.getAttribute('aria-controls')}"]`);
    await block.dispatchEvent('beforematch');
    await expect.poll(() => isOpen()).toBe('true');
    await close();
  });

  it('[81] shows the way to the page, the page itself as plain text', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    expect(await page.locator('.breadcrumbs li').allInnerTexts()).toEqual([
      '',
      'Architecture',
      'Provisioning Coordinator',
      'Provisioning',
    ]);
    expect(await page.locator('.breadcrumbs li').last().locator('a').count()).toBe(0);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}');
    expect(data.itemListElement[0]).toMatchObject({ position: 1, name: 'Architecture' });
    // A folder without a hand-written page has a generated one.
    expect(new URL(data.itemListElement[0].item).pathname).toBe('/docs/p2_arch/');
    await page.locator('.breadcrumbs').getByRole('link', { name: 'Architecture' }).click();
    await page.locator('h1', { hasText: 'Architecture' }).waitFor();
    await page.locator('.card').getByRole('link', { name: 'Provisioning Coordinator' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    expect(new URL(data.itemListElement.at(-1).item).pathname).toBe(new URL(page.url()).pathname);
    await close();
  });

  it('[82] leads to the previous and the next page of the sidebar', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    const pager = page.locator('nav[aria-label="Docs pages"]');
    expect(await pager.locator('a').allInnerTexts()).toEqual([
      expect.stringMatching(/^Previous\s+Provisioning Coordinator: Introduction/),
      expect.stringMatching(/^Next\s+Validation/),
    ]);
    await close();
  });

  it('[88] gives headings below the title an id and a link to themselves', async () => {
    const { page, close } = await site.visit(PROVISIONING);
    const link = page.locator('#statuses-of-a-unit > a.anchor');
    expect(await link.getAttribute('href')).toBe('#statuses-of-a-unit');
    expect(await link.getAttribute('title')).toBe('Direct link to Statuses of a unit');
    expect(await link.getAttribute('aria-label')).toBe('Direct link to Statuses of a unit');
    expect(await page.locator('h1 a, h1[id]').count()).toBe(0);
    await close();
  });

  it('[92] [93] marks the heading that is being read', async () => {
    const { page, close } = await site.visit(PROVISIONING, { viewport: { width: 1440, height: 600 } });
    await page.locator('#statuses-of-a-unit').evaluate((heading) => heading.scrollIntoView());
    await page.locator('.toc [aria-current]', { hasText: 'Statuses of a unit' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('.toc [aria-current]', { hasText: /^Next steps$/ }).waitFor();
    await close();
  });

  it('[94] folds the contents above the article on narrow windows', async () => {
    const { page, close } = await site.visit(PROVISIONING, { viewport: { width: 820, height: 900 } });
    expect(await page.locator('.docs-toc').isVisible()).toBe(false);
    const fold = page.locator('.mobile-toc');
    expect(await fold.locator('summary').innerText()).toBe('On this page');
    expect(await fold.evaluate((details: HTMLDetailsElement) => details.open)).toBe(false);
    await close();
  });
});

describe('drawer', () => {
  const narrow = { viewport: { width: 996, height: 900 } };

  it('[52] [64] is offered up to 996 px and not from 997 px on', async () => {
    const { page, close } = await site.visit(INTRO, narrow);
    const toggle = page.locator('[aria-label="Toggle navigation bar"]');
    expect(await toggle.isVisible()).toBe(true);
    await page.setViewportSize({ width: 997, height: 900 });
    expect(await toggle.isVisible()).toBe(false);
    await close();
  });

  it('[65] stops the page behind it from scrolling and closes when the window becomes wide', async () => {
    const { page, close } = await site.visit(INTRO, narrow);
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
    await page.setViewportSize({ width: 997, height: 900 });
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await close();
  });

  it('[66] [68] begins with the docs sidebar, closes on a choice, and leads back to the main menu', async () => {
    const { page, close } = await site.visit(INTRO, narrow);
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer', { hasText: 'Architecture' }).waitFor();
    await page.getByText('← Back to main menu').click();
    await page.locator('.drawer-menu a', { hasText: 'Extension Points API' }).waitFor();
    await page.locator('[aria-label="Close navigation bar"]').click();
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer [role=button]', { hasText: 'Architecture' }).click();
    await page.locator('.drawer [role=button]', { hasText: 'Provisioning Coordinator' }).click();
    await page.locator(`.drawer a[href="${PROVISIONING}"]`).click();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await close();
  });

  it('[67] closes on Back and stays on the page', async () => {
    const { page, close } = await site.visit(BEFORE, narrow);
    await page.locator('.pager-next').click();
    await page.locator('h1', { hasText: 'Provisioning' }).waitFor();
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer').waitFor();
    await page.evaluate(() => history.back());
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await page.waitForURL(`**${PROVISIONING}`);
    expect(await page.locator('h1').innerText()).toBe('Provisioning');
    await close();
  });

  it('[69] begins with the main menu on other pages', async () => {
    const { page, close } = await site.visit('/markdown-page/', narrow);
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer-menu').waitFor();
    expect(await page.getByText('← Back to main menu').count()).toBe(0);
    await close();
  });
});
