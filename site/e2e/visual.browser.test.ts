import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn, RUNS_ALL } from '../../scripts/test-cases.js';
import { SITE_ROOT } from '../node/config.ts';
import { MOBILE_MAX_WIDTH } from '../shared/constants.ts';
import { openFixture, openSite, type SiteUnderTest } from './site-under-test.ts';

/** Pictures are taken at half size and compared at an eighth: layout and color count, the shapes of letters do not. */
const SCALE = 0.5;
const REDUCTION = 4;
/** How far a color may differ, and what share of the picture may differ more. */
const COLOR_TOLERANCE = 0.2;
const AREA_TOLERANCE = 0.02;

const FOLDER = path.join(SITE_ROOT, 'e2e', 'screenshots');
const FAILED = path.join(SITE_ROOT, '.cache', 'screenshots');
const WIDTHS = [375, 820, 1440];
const HEIGHT = 900;
/**
 * One of them for each page, the other one for the next page; with TESTS=all, as in the nightly run, both, and the interactive
 * reference too, which takes longest to open.
 */
const MODES = ['light', 'dark'] as const;
const PAGES = [
  ['home', '/'],
  ['doc', '/docs/guide/everything/'],
  ['search', '/search/?q=guide'],
  ['reference', '/extension-points/tech-adapter/'],
  ['apis', '/extension-points/'],
  ['interactive', '/extension-points/'],
  ['missing', '/nope/'],
  ['results', '/docs/p0_intro/'],
  ['drawer', '/docs/p0_intro/'],
  ['tutorials', '/tutorials/'],
  ['glossary', '/docs/p5_glossary/'],
  ['print', '/docs/guide/everything/'],
  ['contract', '/conformance/tech-adapter/'],
  ['requirement', '/conformance/tasks/a-08/'],
  ['report', '/conformance/reports/tech-adapter.html'],
] as const;

/** The small site has none of these pages. */
const OF_THE_WHOLE_SITE: ReadonlySet<string> = new Set(['contract', 'requirement', 'report']);

/** Texts of the contracts change with them; their layout does not. */
const CHANGING = '.reference-nav ul, .reference-content .description';
const CHANGING_OF_THE_WHOLE_SITE = '.docs-sidebar .category li a, .row .title';

/** Actions of a reader before the picture is taken. */
const PREPARATIONS: Readonly<Partial<Record<(typeof PAGES)[number][0], (page: Page) => Promise<unknown>>>> = {
  search: (page) => page.getByText(/documents found$/).waitFor(),
  async results(page) {
    await page.locator('.search input').fill('step');
    await page.locator('.search-result[aria-selected=true]').waitFor();
  },
  async interactive(page) {
    await page.locator('[data-open-interactive]').evaluate((button: HTMLElement) => button.click());
    await page.locator('.scalar-app h1').first().waitFor();
    await page.waitForLoadState('networkidle');
  },
  print: (page) => page.emulateMedia({ media: 'print' }),
  async drawer(page) {
    await page.locator('.drawer-toggle').click();
    await page.locator('.drawer .sidebar a').first().waitFor();
  },
};

let small: SiteUnderTest;
let whole: SiteUnderTest;
beforeAll(async () => {
  small = await openFixture();
  whole = await openSite();
});
afterAll(async () => {
  await small.close();
  await whole.close();
});

describe('the look of a page', () => {
  it.each(
    PAGES.flatMap(([name, route], index) =>
      MODES.filter((_, turn) => RUNS_ALL || (turn === index % MODES.length && name !== 'interactive')).map(
        (mode) => [name, mode, route, widthsOf(name, index)] as const,
      ),
    ),
  )('of type %s in %s is that of the pictures', async (name, mode, route, widths) => {
    const site = OF_THE_WHOLE_SITE.has(name) ? whole : small;
    const { page, close } = await site.visit(`${route}${route.includes('?') ? '&' : '?'}theme=${mode}`, {
      viewport: { width: WIDTHS[0] ?? 0, height: HEIGHT },
      deviceScaleFactor: SCALE,
      reducedMotion: 'reduce',
      colorScheme: mode,
      // The report stands alone, without the shell.
      waitForHydration: name !== 'report',
    });
    await PREPARATIONS[name]?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      const mask = [page.locator(site === whole ? CHANGING_OF_THE_WHOLE_SITE : CHANGING)];
      const fullPage = name === 'print';
      const shot = await page.screenshot({ animations: 'disabled', caret: 'hide', mask, fullPage });
      expect(differingPart(`${name}-${mode}-${width}.png`, shot)).toBeLessThanOrEqual(AREA_TOLERANCE);
    }
    await close();
  });
});

describe('the comparison of pictures', () => {
  it.each(
    oneIn(3, WIDTHS).flatMap((width) => [
      [`home-light-${width}.png`, `doc-light-${width}.png`],
      [`doc-light-${width}.png`, `doc-dark-${width}.png`],
      [`search-dark-${width}.png`, `missing-dark-${width}.png`],
    ]),
  )('tells %s from %s', (one, other) => {
    const [first, second] = [one, other].map((file) => readFileSync(path.join(FOLDER, file)));
    if (!first || !second) throw new Error('There are no two pictures.');
    expect(partBetween(first, second)).toBeGreaterThan(AREA_TOLERANCE);
  });
});

/** The widths in which a page is compared: one of them, the next one for the next page; with TESTS=all every one. */
function widthsOf(name: string, index: number): number[] {
  const all = WIDTHS.filter((width) => name !== 'drawer' || width <= MOBILE_MAX_WIDTH);
  return all.filter((_, turn) => RUNS_ALL || turn === index % all.length);
}

/** The share of the picture that differs from the stored one; the first picture of a page is stored. */
function differingPart(file: string, shot: Buffer): number {
  const known = path.join(FOLDER, file);
  if (!existsSync(known) || process.env['TESSERA_UPDATE_SCREENSHOTS'] === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(known, shot);
    return 0;
  }
  const differing = partBetween(readFileSync(known), shot);
  if (differing > AREA_TOLERANCE) {
    mkdirSync(FAILED, { recursive: true });
    writeFileSync(path.join(FAILED, file), shot);
  }
  return differing;
}

function partBetween(one: Buffer, other: Buffer): number {
  const [before, after] = [one, other].map((png) => reduce(PNG.sync.read(png)));
  if (!before || !after || before.width !== after.width || before.height !== after.height) return 1;
  const { width, height } = before;
  const options = { threshold: COLOR_TOLERANCE, includeAA: true };
  return pixelmatch(before.data, after.data, undefined, width, height, options) / (width * height);
}

/** The mean color of every square of pixels. */
function reduce(image: PNG): PNG {
  const small = new PNG({
    width: Math.floor(image.width / REDUCTION),
    height: Math.floor(image.height / REDUCTION),
  });
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        for (let part = 0; part < REDUCTION * REDUCTION; part += 1) {
          const row = y * REDUCTION + Math.floor(part / REDUCTION);
          const column = x * REDUCTION + (part % REDUCTION);
          sum += image.data[(row * image.width + column) * 4 + channel] ?? 0;
        }
        small.data[(y * small.width + x) * 4 + channel] = sum / (REDUCTION * REDUCTION);
      }
    }
  }
  return small;
}
