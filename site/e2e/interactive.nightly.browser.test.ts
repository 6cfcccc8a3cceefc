import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const ROUTE = '/extension-points/tech-adapter/';
const ANCHOR = 'tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision';
const SCRIPT = '**/assets/interactive/entry-*.js';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('opening the interactive reference', () => {
  it('[32] leaves the static one to be read until the other is there', async () => {
    const { page, close } = await site.visit(ROUTE);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SCRIPT, async (route) => {
      await released;
      await route.continue();
    });
    await page.locator('[data-open-interactive]').click();
    await page.getByRole('status').getByText('Loading the interactive reference').waitFor();
    expect(await page.locator('.reference-content h1').isVisible()).toBe(true);
    release();
    await page.locator('[data-close-interactive]').waitFor();
    expect(await page.locator('.reference-layout').count()).toBe(0);
    expect(await page.locator('#interactive-reference').textContent()).not.toBe('');
    await close();
  });

  it('opens at the API of the page', async () => {
    const { page, close } = await site.visit(ROUTE);
    await page.locator('[data-open-interactive]').click();
    await page.locator('[data-close-interactive]').waitFor();
    await page.waitForFunction(isAtPlace, 'tag/tech-adapter-validation');
    await close();
  });

  it('stays the interactive one on a reload, and goes back to the static one at the same place', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`);
    await page.locator('[data-open-interactive]').evaluate((button: HTMLElement) => button.click());
    const back = page.getByRole('button', { name: 'Back to the static reference' });
    await back.waitFor();
    await page.waitForFunction(isAtPlace, ANCHOR);
    await page.reload();
    await back.waitFor();
    // What Scalar does while it renders on a slow machine.
    await page.evaluate(() => history.replaceState({}, '', '#description/introduction'));
    await back.click();
    await page.locator('.reference-content h1').waitFor();
    await page.waitForFunction(isAtPlace, ANCHOR);
    await page.reload();
    await page.locator('.reference-content h1').waitFor();
    expect(await back.count()).toBe(0);
    await close();
  });
});

describe('the interactive reference', () => {
  it('[153] [162] keeps the place and what is open when the colors change', async () => {
    const { page, close } = await site.visit(`${ROUTE}?theme=light#${ANCHOR}`);
    const operation = await openOperation(page);
    await operation.locator('.property-name').first().waitFor();
    const folded = operation.locator('button[aria-expanded=false]').first();
    await folded.click();
    const open = await operation.locator('button[aria-expanded=true]').count();
    const place = await operation.evaluate((element) => element.getBoundingClientRect().top);
    for (const mode of ['dark', 'light']) {
      await page.locator('.navbar [data-theme-switch]').click();
      await page.locator(`body.${mode}-mode:not(.${mode === 'dark' ? 'light' : 'dark'}-mode)`).waitFor();
      await expect.poll(() => operation.locator('button[aria-expanded=true]').count()).toBe(open);
      const moved = () =>
        operation.evaluate((element, from) => Math.abs(element.getBoundingClientRect().top - from), place);
      await expect.poll(moved).toBeLessThan(5);
    }
    await close();
  });

  it('offers no request to try where nothing answers', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`);
    const operation = await openOperation(page);
    expect(await operation.getByRole('button', { name: 'Test Request' }).count()).toBe(0);
    await close();
  });

  it('[153] leaves Ctrl+K to the search of the site', async () => {
    const { page, close } = await site.visit(ROUTE);
    await page.locator('[data-open-interactive]').click();
    await page
      .locator('#interactive-reference')
      .getByRole('heading', { name: 'Extension Points API' })
      .waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.closest('.navbar') !== null)).toBe(true);
    await close();
  });

  it('[152] understands the anchors of the static reference, and shows the fields of a single schema', async () => {
    const { page, close } = await site.visit(`${ROUTE}#${ANCHOR}`);
    const operation = await openOperation(page);
    for (const field of ['descriptorKind', 'componentIdToProvision'])
      await operation.locator('.property-name', { hasText: field }).first().waitFor();
    await close();
  });

  it.each(['light', 'dark'])(
    '[152] [153] fits the window of a telephone in %s mode, and has its menu',
    async (mode) => {
      const { page, complaints, close } = await site.visit(`${ROUTE}?theme=${mode}`, {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      });
      await page.locator('[data-open-interactive]').tap();
      const mount = page.locator('#interactive-reference');
      await mount.getByRole('heading', { name: 'Extension Points API' }).waitFor();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
      await expect
        .poll(() => page.locator('body').evaluate((body) => body.classList.contains('dark-mode')))
        .toBe(mode === 'dark');
      await mount.getByRole('button', { name: /menu/i }).first().tap();
      await mount.getByText('Tech Adapter: Provisioning', { exact: true }).first().waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

/** Rules about a whole page: the client has the heading of this one, and a second main landmark. */
const WITH_THE_CLIENT = /^(?:page-has-heading-one|landmark-no-duplicate-main):/;

describe('the accessibility of the interactive reference', () => {
  it('has no violation outside the embedded client', async () => {
    const { page, close } = await site.visit(ROUTE, { bypassCSP: true });
    await page.locator('[data-open-interactive]').click();
    await page.locator('[data-close-interactive]').waitFor();
    const found = await violationsOn(page, { exclude: ['#interactive-reference'] });
    expect(found.filter((violation) => !WITH_THE_CLIENT.test(violation))).toEqual([]);
    await close();
  });
});

/** Opens the interactive reference at the address; returns the operation in it. */
async function openOperation(page: Page): Promise<Locator> {
  await page.locator('[data-open-interactive]').evaluate((button: HTMLElement) => button.click());
  const operation = page.locator(`#interactive-reference [id$="${ANCHOR}"]`).first();
  await operation.waitFor({ state: 'attached' });
  return operation;
}

/**
 * Whether the part with this id is the one that is read, and the address says so. Runs in the page. Scalar writes the
 * name of the document before its ids.
 */
function isAtPlace(id: string): boolean {
  const top = document.querySelector(`[id$="${id}"]`)?.getBoundingClientRect().top ?? -1;
  return top >= 0 && top < 400 && location.hash === `#${id}`;
}
