import { describe, expect, it } from 'vitest';
import { hydrated, openFixtureWith } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';

describe('the color mode of a site that is built for it', () => {
  it('[100] follows the system where the site respects it, until the reader chooses', async () => {
    const other = await openFixtureWith('fixture-system', '--color-mode', 'system');
    const { page, close } = await other.visit(INTRO, { colorScheme: 'dark' });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-theme=light]').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('.navbar [data-theme-switch]').click();
    await page.locator('html[data-theme=light]').waitFor();
    await page.locator('.footer').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Forget my choice' }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await close();
    await other.close();
  });

  it('[103] deletes a stored choice where there is no switch', async () => {
    const other = await openFixtureWith('fixture-light', '--color-mode', 'light');
    const { page, close } = await other.visit(INTRO, {
      before: (context) => context.addInitScript(() => localStorage.setItem('theme', 'dark')),
    });
    await hydrated(page);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    await page.waitForFunction(() => localStorage.getItem('theme') === null);
    await close();
    await other.close();
  });
});
