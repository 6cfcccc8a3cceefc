import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { openSite, type SiteUnderTest } from './site-under-test.ts';
import { viewsOf } from './views.ts';

const PAGE_TYPES = [
  '/',
  '/docs/p2_arch/p5_provisioner/tech-adapter/',
  '/docs/p5_glossary/',
  '/docs/p10_releases/releases_list/',
  '/tutorials/',
  '/conformance/every-contract/x-01/',
  '/extension-points/',
  '/extension-points/tech-adapter/',
  '/markdown-page/',
  '/search/?q=token',
  '/nope/',
];

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

describe('accessibility', () => {
  it.each(PAGE_TYPES)('finds no violation on %s', async (route) => {
    const violations: string[] = [];
    for (const { mode, width } of viewsOf([375, 820, 1440])) {
      const { page, close } = await site.visit(`${route}${route.includes('?') ? '&' : '?'}theme=${mode}`, {
        // Only for the checker: it has to be injected as a script.
        bypassCSP: true,
        viewport: { width, height: 900 },
      });
      const found = await violationsOn(page);
      violations.push(...found.map((what) => `${mode}, ${width} px: ${what}`));
      await close();
    }
    expect(violations).toEqual([]);
  });
});
