import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_TIMEOUT, openSite, type SiteUnderTest } from './site-under-test.ts';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => {
  await site.close();
});

describe('the rows of the search', () => {
  it('name an operation by its summary, with the name that was found beside its path', async () => {
    const { page, close } = await site.visit('/search/?q=unprovision');
    const path = page.locator('code', { hasText: '/v1/unprovision' });
    const found = page.locator('.search-page li', { has: path });
    await found.nth(1).waitFor();
    const titles = await found.locator('> a').allInnerTexts();
    expect(titles).not.toContain('unprovision');
    expect(new Set(titles).size).toBe(titles.length);
    await expect.poll(() => found.first().locator('code mark').innerText()).toBe('unprovision');
    await close();
  });

  it('suggest sections before the first query', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/');
    await page.locator('.search input').click();
    await page.locator('.search-panel a', { hasText: 'Platform API' }).click();
    await page.waitForURL('**/api/');
    await close();
  });

  it('leave the way to all results in sight, and the selected one above it', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/', { viewport: { width: 1024, height: 420 } });
    const box = page.locator('.search input');
    await box.fill('provision');
    const all = page.locator('.search-all');
    await all.waitFor();
    const bottom = () => all.evaluate((link) => link.getBoundingClientRect().bottom);
    expect(await bottom()).toBeLessThanOrEqual(420);
    for (let press = 0; press < 6; press += 1) await box.press('ArrowDown');
    const selected = page.locator('.search-result[aria-selected=true]');
    const top = await all.evaluate((link) => link.getBoundingClientRect().top);
    await expect
      .poll(() => selected.evaluate((row) => row.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(top);
    expect(await bottom()).toBeLessThanOrEqual(420);
    await close();
  });

  it('[137] names an API by its title before schemas, and counts the results of every place', async () => {
    const { page, close } = await site.visit('/search/?q=tech+adapter');
    const rows = page.locator('.search-page li');
    await rows.locator('.search-badge').first().waitFor();
    expect(await rows.locator('> a').allInnerTexts()).toContain('Tech Adapter API');
    const kinds = await page.locator('.search-badge').allInnerTexts();
    expect(kinds.slice(0, 3)).not.toContain('Schemas');
    const places = page.getByRole('group', { name: 'Search in' });
    const tutorials = places.getByRole('button', { name: /^Tutorials \d+$/ });
    await places.getByRole('button', { name: /^Everything \d+\+$/ }).waitFor();
    expect(await places.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    const count = Number.parseInt((await tutorials.innerText()).replace(/\D+/, ''), 10);
    await tutorials.click();
    await expect.poll(() => tutorials.getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(async () => new Set(await page.locator('.search-badge').allInnerTexts()))
      .toEqual(new Set(['Tutorials']));
    await expect.poll(() => rows.count(), { timeout: ACTION_TIMEOUT }).toBe(Math.min(count, 100));
    await close();
  });

  it('[137] offer no place without results', async () => {
    const { page, close } = await site.visit('/search/?q=xyzzyplugh');
    await page.getByText('No documents were found').waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Search in' }).count()).toBe(0);
    await close();
  });
});
