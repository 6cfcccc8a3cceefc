import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const ROUTE = '/extension-points/tech-adapter/';
const SCRIPT = '**/assets/interactive/entry-*.js';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('opening the interactive reference', () => {
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
});
