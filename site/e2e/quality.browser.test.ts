import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../scripts/test-cases.js';
import { readTree } from '../node/report/load-report.ts';
import { listRoutes } from './routes.ts';
import { hydrated, openSite, type SiteUnderTest } from './site-under-test.ts';

let site: SiteUnderTest;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Addresses of the files of the interactive reference. */
const INTERACTIVE = /\/assets\/interactive\//;

/** Concurrent readers, each with one page that visits address after address. */
const READERS = 3;

/** Every route; of the pages of requirements one per contract. */
function routesToVisit(): string[] {
  const routes = listRoutes(site.folder);
  const contracts = new Set<string>();
  return routes.filter((route) => {
    const [, contract] = /^(\/conformance\/[^/]+\/)[^/]+\/$/.exec(route) ?? [];
    if (contract === undefined) return true;
    const isFirst = !contracts.has(contract);
    contracts.add(contract);
    return isFirst;
  });
}

describe('every route', () => {
  it('[159] is declared in the tree, and every declared one is there', () => {
    const built = listRoutes(site.folder);
    const declared = readTree().filter((route) => route !== '/404/');
    expect(built.toSorted()).toEqual(declared.toSorted());
  });

  it('[50] [150] [153] [154] hydrates without a complaint and asks for nothing of other origins or of the interactive reference', async () => {
    const routes = [...oneIn(16, routesToVisit())];
    expect(routes.length).toBeGreaterThan(5);
    const wrong: string[] = [];
    const read = async (): Promise<void> => {
      const { page, requests, complaints, quiet, close } = await site.visit('/');
      for (let route = routes.pop(); route !== undefined; route = routes.pop()) {
        await page.goto(site.origin + route);
        await hydrated(page);
        await quiet();
        const unwanted = requests.filter((url) => !url.startsWith(site.origin) || INTERACTIVE.test(url));
        wrong.push(...[...complaints, ...unwanted].map((what) => `${route} ${what}`));
        requests.length = 0;
        complaints.length = 0;
      }
      await close();
    };
    await Promise.all(Array.from({ length: READERS }, read));
    expect(wrong).toEqual([]);
  });

  it('[51] says in the static file that it is not hydrated, and then that it is', async () => {
    const html = await (await fetch(`${site.origin}/`)).text();
    expect(html).toContain('data-has-hydrated="false"');
    const { page, close } = await site.visit('/');
    expect(await page.locator('html').getAttribute('data-has-hydrated')).toBe('true');
    await close();
  });

  it('[150] [172] has a unique title, a description, a canonical address, language, direction and a picture that exists', async () => {
    const icons = new Set<string>();
    const titles = new Map<string, string>();
    const pictures = new Set<string>();
    for (const route of listRoutes(site.folder)) {
      const html = readFileSync(path.join(site.folder, route, 'index.html'), 'utf8');
      expect(html, route).toMatch(/<html lang="en" dir="ltr"/);
      expect(html, route).toMatch(/<title>[^<]+<\/title>/);
      expect(html, route).toMatch(/<meta name="description" content="[^"]{20,}"/);
      expect(html, route).toMatch(/<meta property="og:title" content="[^"]+"/);
      expect(html, route).toMatch(/<link rel="canonical" href="https:[^"]+"/);
      expect(html, route).toContain('<meta property="og:site_name" content="tessera">');
      expect(html, route).toContain('<meta name="twitter:card" content="summary_large_image">');
      expect(html.match(/<meta name="theme-color" media="[^"]+"/g), route).toHaveLength(2);
      const [, icon = ''] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
      icons.add(icon);
      const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
      expect(titles.get(title), `${route} is titled "${title}" like`).toBeUndefined();
      titles.set(title, route);
      const [, picture = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
      pictures.add(new URL(picture).pathname);
    }
    for (const picture of pictures) {
      const answer = await fetch(site.origin + picture, { method: 'HEAD' });
      expect([answer.status, answer.headers.get('content-type')], picture).toEqual([200, 'image/png']);
    }
    for (const icon of icons) expect(icon).toMatch(/^(?:\/|data:image\/svg)/);
  });

  it('[150] is listed in the sitemap', async () => {
    const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
    const routes = listRoutes(site.folder).filter((route) => !['/offline/', '/search/'].includes(route));
    for (const route of routes) expect(sitemap, route).toContain(`${route}</loc>`);
    expect(sitemap).not.toContain('404');
  });

  it('runs no script that its policy does not name', async () => {
    const { page, complaints, close } = await site.visit('/docs/p0_intro/');
    const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
    });
    expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined();
    expect(complaints.join()).toContain('Content Security Policy');
    await close();
  });
});

describe('without scripts', () => {
  it.each([
    ['/docs/p2_arch/p5_provisioner/provisioning/', 'Order of operations'],
    ['/extension-points/', 'Start a validation'],
    ['/extension-points/tech-adapter/', 'Start a validation'],
    ['/', 'use data without knowing them all'],
  ])('shows the whole of %s', async (route, text) => {
    const { page, close } = await site.visit(route, { javaScriptEnabled: false });
    expect(await page.locator('main').innerText()).toContain(text);
    expect(await page.locator('.navbar-links a').first().isVisible()).toBe(true);
    expect(await page.locator('[data-open-interactive]:visible').count()).toBe(0);
    await close();
  });

  it('offers nothing that needs them: no switch, no search', async () => {
    const { page, close } = await site.visit('/search/', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    expect(await page.locator('button:visible, input:visible, select:visible').count()).toBe(0);
    expect(await page.locator('main').innerText()).toContain('Searching needs scripts');
    await close();
  });

  it('[75] leads from a closed category to its first page', async () => {
    const { page, close } = await site.visit('/docs/p0_intro/', { javaScriptEnabled: false });
    await page.locator('.sidebar a', { hasText: 'Architecture' }).click();
    expect(page.url()).toMatch(/\/docs\/p2_arch\/.+/);
    await close();
  });
});

describe('without storage', () => {
  it('[56] warns once and works', async () => {
    const { page, complaints, close } = await site.visit('/docs/p0_intro/', {
      before: (context) =>
        context.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new Error('blocked');
            },
          });
        }),
    });
    await page.locator('.navbar [data-theme-switch]').click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(complaints.filter((text) => text.includes('storage'))).toHaveLength(1);
    await close();
  });
});
