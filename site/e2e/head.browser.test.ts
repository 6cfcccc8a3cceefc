import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

const INTRO = '/docs/p0_intro/';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('the head of a page', () => {
  it('[150] is the same after a navigation as in a newly loaded document', async () => {
    const { page, awake, close } = await site.visit(INTRO);
    await awake();
    for (const to of ['/search/', '/docs/p5_glossary/', '/tutorials/', INTRO]) {
      await follow(page, to);
      const other = await site.visit(to);
      expect(await headOf(page), to).toEqual(await headOf(other.page));
      await other.close();
    }
    await close();
  });
});

/** Follows a link of this page to another one, anywhere in the document. */
async function follow(page: Page, to: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.querySelector('main')?.append(link);
    link.click();
  }, to);
  await page.waitForFunction((pathname) => {
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    const isThere = location.pathname === pathname && canonical?.href.endsWith(pathname);
    return isThere && !document.documentElement.classList.contains('busy');
  }, to);
}

function headOf(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() => {
    const read = (selector: string, name: string) =>
      document.head.querySelector(selector)?.getAttribute(name) ?? null;
    const markdown = document.head.querySelector<HTMLLinkElement>('link[type="text/markdown"]');
    return {
      title: document.title,
      description: read('meta[name=description]', 'content'),
      canonical: read('link[rel=canonical]', 'href'),
      url: read('meta[property="og:url"]', 'content'),
      version: read('meta[name=docs-version]', 'content'),
      markdown: markdown === null ? null : new URL(markdown.href).pathname,
    };
  });
}
