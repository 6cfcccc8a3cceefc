import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const ROUTE = '/docs/p2_arch/p5_provisioner/intro/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('a word of the glossary', () => {
  it('[157] shows its definition on focus and on hover, hides it on Escape, and is described by it', async () => {
    const { page, close } = await site.visit(ROUTE);
    const word = page.locator('.prose .term').first();
    const tip = page.locator(`#${await word.getAttribute('aria-describedby')}`);
    expect(await tip.isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    await word.focus();
    await tip.waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await word.blur();
    await word.hover();
    await tip.waitFor({ state: 'visible' });
    await tip.hover();
    expect(await tip.isVisible()).toBe(true);
    await close();
  });

  it('[157] hides its definition on Escape, and shows it again, where the scripts of the shell never come', async () => {
    const { page, close } = await site.visit(ROUTE, {
      before: (context) => context.route('**/assets/*.js', (route) => route.abort()),
      waitForHydration: false,
    });
    const word = page.locator('.prose .term').first();
    const tip = page.locator(`#${await word.getAttribute('aria-describedby')}`);
    await word.hover();
    await tip.waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    await word.hover();
    await tip.waitFor({ state: 'visible' });
    await close();
  });

  it('stays below the field that filters it, in windows of every width', async () => {
    for (const width of [1440, 390]) {
      const { page, close } = await site.visit('/docs/p5_glossary/', { viewport: { width, height: 800 } });
      await page
        .locator('.entry')
        .nth(20)
        .evaluate((entry) => entry.scrollIntoView({ behavior: 'instant' }));
      const field = page.getByRole('searchbox', { name: 'Filter terms' });
      await expect.poll(async () => (await field.boundingBox())?.y ?? -1).toBeGreaterThan(0);
      expect((await field.boundingBox())?.y).toBeLessThan(200);
      await close();
    }
  });

  it('is among those that a reader filters by a part of the text', async () => {
    const { page, close } = await site.visit('/docs/p5_glossary/');
    const shown = page.locator('.entry:visible');
    const all = await shown.count();
    await page.getByRole('searchbox', { name: 'Filter terms' }).fill('OUTPUT PORT');
    await expect.poll(() => shown.count()).toBeLessThan(all / 2);
    for (const text of await shown.allInnerTexts()) expect(text.toLowerCase()).toContain('output port');
    const heads = await page.locator('.prose h2:visible').allInnerTexts();
    expect(heads.length).toBeLessThanOrEqual(await shown.count());
    expect(await page.locator('.filter [role=status]').innerText()).toBe(`${await shown.count()} of ${all}`);
    await page.getByRole('searchbox', { name: 'Filter terms' }).fill('');
    await expect.poll(() => shown.count()).toBe(all);
    await close();
  });

  it('leads to its place in the glossary', async () => {
    const { page, close } = await site.visit(ROUTE);
    const word = page.locator('.prose .term').first();
    const anchor = (await word.getAttribute('href'))?.split('#')[1] ?? '';
    await word.click();
    await page.waitForURL(`**/docs/p5_glossary/#${anchor}`);
    await page.locator(`h3#${anchor}`).waitFor({ state: 'visible' });
    await close();
  });

  it('[157] shows its definition without scripts, and none of it makes a page wider', async () => {
    const { page, close } = await site.visit(ROUTE, {
      javaScriptEnabled: false,
      viewport: { width: 375, height: 800 },
    });
    for (const word of await page.locator('.prose .term').all()) {
      await word.hover();
      const tip = page.locator(`#${await word.getAttribute('aria-describedby')}`);
      const box = await tip.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
      expect(box?.width).toBeGreaterThan(200);
    }
    await close();
  });
});
