import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

/** The page with the widest drawing. */
const WIDEST = '/docs/p2_arch/p1_intro/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('diagrams', () => {
  it('are shown whole on a wide window', async () => {
    const cut: string[] = [];
    const { page, close } = await site.visit(WIDEST);
    const routes = routesWithDiagrams(site.folder);
    expect(routes.length).toBeGreaterThan(10);
    for (const route of oneIn(4, routes)) {
      await page.goto(site.origin + route);
      const isCut = await page
        .locator('.diagram > div')
        .evaluateAll((frames) => frames.some((frame) => frame.scrollWidth > frame.clientWidth));
      if (isCut) cut.push(route);
    }
    expect(cut).toEqual([]);
    await close();
  });

  it('can be enlarged by button or click on a telephone, and closed by button or Escape', async () => {
    const { page, complaints, close } = await site.visit(WIDEST, { viewport: { width: 390, height: 844 } });
    const figure = page.locator('figure.diagram').first();
    const natural = Number(await figure.locator('svg').getAttribute('width'));
    const button = figure.getByRole('button', { name: 'Enlarge' });
    await button.click();
    const dialog = page.getByRole('dialog');
    const width = () => dialog.locator('svg').evaluate((drawing) => drawing.getBoundingClientRect().width);
    expect(await width()).toBeGreaterThanOrEqual(natural);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await figure.locator('svg').click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('fill the window when they are enlarged on a wide one', async () => {
    const { page, close } = await site.visit('/docs/p3_tech/p3_customizations/p3_5_templates/');
    const figure = page.locator('figure.diagram').first();
    await figure.getByRole('button', { name: 'Enlarge' }).click();
    const width = await page
      .locator('dialog svg')
      .evaluate((drawing) => drawing.getBoundingClientRect().width);
    expect(width).toBeGreaterThan(1300);
    await close();
  });
});

function routesWithDiagrams(folder: string): string[] {
  return readdirSync(path.join(folder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('index.html') && !name.startsWith('next/'))
    .filter((name) =>
      readFileSync(path.join(folder, 'docs', name), 'utf8').includes('<figure class="diagram"'),
    )
    .map((name) => `/docs/${name.slice(0, -'index.html'.length)}`);
}
