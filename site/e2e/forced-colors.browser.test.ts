import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFixture, type SiteUnderTest } from './site-under-test.ts';

const GUIDE = '/docs/guide/everything/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openFixture();
});
afterAll(() => site?.close());

describe('colors that the system chooses', () => {
  it('mark the chosen tab and the heading that is read, and no other', async () => {
    const { page, awake, close } = await site.visit(GUIDE, { forcedColors: 'active' });
    await awake();
    await onlyOneIsMarked(page, '[role=tab]', '[aria-selected=true]');
    await page.locator('.docs-toc a').nth(1).click();
    await page.locator('.docs-toc a[aria-current]').waitFor();
    await onlyOneIsMarked(page, '.docs-toc a', '[aria-current]');
    await close();
  });

  it('mark the selected result of a search', async () => {
    const { page, close } = await site.visit(GUIDE, { forcedColors: 'active' });
    await page.locator('.search input').fill('step');
    const selected = page.locator('.search-result[aria-selected=true]');
    await selected.waitFor();
    expect(await selected.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    const other = page.locator('.search-result[aria-selected=false]').first();
    expect(await other.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
    await close();
  });
});

/** Waits until the borders of all others have a different color than that of the marked one. */
async function onlyOneIsMarked(page: Page, all: string, marked: string): Promise<void> {
  await page.waitForFunction(
    ([every, one]) => {
      const colors = (selector: string) =>
        Array.from(document.querySelectorAll(selector), (element) => {
          const { borderLeftWidth, borderLeftColor, borderBottomColor } = getComputedStyle(element);
          return borderLeftWidth === '0px' ? borderBottomColor : borderLeftColor;
        });
      const [chosen] = colors(every + one);
      const others = colors(`${every}:not(${one})`);
      return chosen !== undefined && others.length > 0 && !others.includes(chosen);
    },
    [all, marked] as const,
  );
}
