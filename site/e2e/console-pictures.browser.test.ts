import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const PAGE = '/docs/p1_user/p2_managing_data_products/p2_2_dp_deploy/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it('a picture of the console is shown in the color mode of the reader, and only that one is fetched', async () => {
  const { page, requests, complaints, quiet, close } = await site.visit(PAGE);
  const [light, dark] = [page.locator('img.only-light').first(), page.locator('img.only-dark').first()];
  const fetched = (name: string): boolean => requests.some((url) => url.includes(name));
  await light.scrollIntoViewIfNeeded();
  await quiet();
  expect(await light.isVisible()).toBe(true);
  expect(await dark.isVisible()).toBe(false);
  expect([fetched('/deploy-'), fetched('/deploy.dark-')]).toEqual([true, false]);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await dark.scrollIntoViewIfNeeded();
  await quiet();
  expect(await light.isVisible()).toBe(false);
  expect(await dark.isVisible()).toBe(true);
  expect(fetched('/deploy.dark-')).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

it('a picture has its place before it is loaded, so that the text below does not move', async () => {
  const { page, close } = await site.visit(PAGE, {
    // The request is never answered.
    before: (context) => context.route(/\.webp$/, () => undefined),
  });
  const picture = page.locator('img.only-light').first();
  const [box, wanted] = await picture.evaluate((image) => {
    const [width, height] = ['width', 'height'].map((name) => Number(image.getAttribute(name)));
    const { width: shown, height: high } = image.getBoundingClientRect();
    return [high, (shown * (height ?? 0)) / (width ?? 1)] as const;
  });
  expect(wanted).toBeGreaterThan(100);
  expect(Math.abs(box - wanted)).toBeLessThanOrEqual(1);
  expect(await picture.getAttribute('loading')).toBe('lazy');
  await close();
});
