import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { openSite, type SiteUnderTest } from './site-under-test.ts';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe('the bar in a narrow window', () => {
  it.each(oneIn(3, [320, 360, 600, 997, 1024, 1280]))(
    'has room for its links and the whole invitation to search at %i px',
    async (width) => {
      const { page, close } = await site.visit('/docs/p0_intro/', { viewport: { width, height: 700 } });
      const room = await page.locator('.search input').evaluate((input: HTMLInputElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input);
        const pen = document.createElement('canvas').getContext('2d');
        if (pen === null) throw new Error('There is nothing to measure with.');
        pen.font = font;
        const text = pen.measureText(input.placeholder).width;
        return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text;
      });
      expect(room).toBeGreaterThanOrEqual(0);
      const links = page.locator('.navbar-links a:visible');
      expect((await links.allInnerTexts()).includes('Conformance')).toBe(width > 996);
      await close();
    },
  );
});

describe('the bar', () => {
  it('[171] leads to the reference of the client library, and marks that link alone there', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/');
    await page.locator('.navbar-links').getByRole('link', { name: 'Client' }).click();
    await page.waitForURL('**/docs/p4_api/p4_2_typescript_client/');
    await page.locator('.navbar-links a[aria-current=page]', { hasText: 'Client' }).waitFor();
    expect(await page.locator('.navbar-links a[aria-current]').allInnerTexts()).toEqual(['Client']);
    await close();
  });
});

describe('tables', () => {
  it('[173] are in the tab order only while they scroll', async () => {
    const { page, close } = await site.visit('/docs/p6_integrations/tech-adapter/');
    await page.locator('h1').hover();
    const wrong = () =>
      page
        .locator('.prose .table')
        .evaluateAll(
          (tables) =>
            tables.filter((one) => one.scrollWidth > one.clientWidth !== one.hasAttribute('tabindex')).length,
        );
    await expect.poll(wrong).toBe(0);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(wrong).toBe(0);
    expect(await page.locator('.prose .table[tabindex]').count()).toBeGreaterThan(0);
    await close();
  });
});

describe('the requirements of a contract on a telephone', () => {
  it.each([
    '/conformance/tech-adapter/',
    '/conformance/remote-request-hook/',
    '/conformance/data-catalog-plugin/',
    '/conformance/tasks/',
  ])('on %s show level and severity without scrolling sideways', async (route) => {
    const { page, close } = await site.visit(route, { viewport: { width: 390, height: 844 } });
    const tables = page.locator('.table', { has: page.getByText('Severity', { exact: true }) });
    expect(await tables.count()).toBeGreaterThan(0);
    const cut = await tables.evaluateAll(
      (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    );
    expect(cut).toBe(0);
    await close();
  });
});

describe('the operations in tables on a telephone', () => {
  it.each(oneIn(2, ['/docs/p4_api/p4_3_client_functions/', '/docs/p6_integrations/tech-adapter/']))(
    'on %s have the whole width, and no table with them scrolls sideways',
    async (route) => {
      const { page, close } = await site.visit(route, { viewport: { width: 390, height: 844 } });
      const tables = page.locator('.table', { has: page.locator('code b') });
      expect(await tables.count()).toBeGreaterThan(0);
      const widths = await tables.evaluateAll((all) =>
        all.flatMap((table) => [
          table.clientWidth - table.scrollWidth,
          ...Array.from(table.querySelectorAll('td:has(code b)'), (cell) => cell.clientWidth - 300),
        ]),
      );
      expect(Math.min(...widths)).toBeGreaterThanOrEqual(0);
      await close();
    },
  );
});

describe('the static reference in a narrow window', () => {
  it.each(oneIn(2, ['/api/governance/', '/extension-points/tech-adapter/']))(
    'on %s shows every property without scrolling sideways',
    async (route) => {
      const { page, close } = await site.visit(route, {
        bypassCSP: true,
        viewport: { width: 320, height: 800 },
      });
      await page.locator('.unfold:not([hidden])').evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click();
      });
      expect(await page.locator('[data-folded]').count()).toBe(0);
      // What is off screen has no width before it is rendered.
      await page.addStyleTag({ content: 'section { content-visibility: visible !important; }' });
      const cut = await page
        .locator('.properties, .endpoint')
        .evaluateAll((parts) =>
          parts.flatMap((part) => (part.scrollWidth > part.clientWidth ? [part.textContent] : [])),
        );
      expect(cut).toEqual([]);
      expect(await page.locator('.properties').count()).toBeGreaterThan(20);
      await close();
    },
  );
});

describe('the page of an API', () => {
  it('begins with its place and, in a wide window, its operations beside the introduction', async () => {
    const { page, close } = await site.visit('/extension-points/tech-adapter/', {
      viewport: { width: 1440, height: 900 },
    });
    const way = page.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(await way.getByRole('link').getAttribute('href')).toBe('/extension-points/');
    const operations = page.getByRole('navigation', { name: 'Operations' });
    const [box, lead] = [await operations.boundingBox(), await page.locator('.lead').boundingBox()];
    expect(box?.y).toBeLessThan(lead?.y ?? 0);
    expect(box?.x).toBeGreaterThan(lead?.x ?? 0);
    await operations.getByRole('link', { name: 'POST /v1/provision', exact: true }).click();
    expect(page.url()).toContain('#tag/tech-adapter-provisioning/POST/tech-adapter/v1/provision');
    await close();
  });
});
