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

  it('[32] says that it did not load, keeps the static one and tries again', async () => {
    const { page, close } = await site.visit(ROUTE);
    await page.route(SCRIPT, (route) => route.abort(), { times: 1 });
    await page.locator('[data-open-interactive]').click();
    await page.getByRole('alert').getByText('The interactive reference did not load.').waitFor();
    expect(await page.locator('.reference-content h1').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Retry' }).click();
    const back = page.getByRole('button', { name: 'Back to the static reference' });
    await back.click();
    await page.locator('.reference-content h1').waitFor();
    expect(new URL(page.url()).search).toBe('');
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

/**
 * Whether the part with this id is the one that is read, and the address says so. Runs in the page. Scalar writes the
 * name of the document before its ids.
 */
function isAtPlace(id: string): boolean {
  const top = document.querySelector(`[id$="${id}"]`)?.getBoundingClientRect().top ?? -1;
  return top >= 0 && top < 400 && location.hash === `#${id}`;
}
