import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn, RUNS_ALL } from '../../../scripts/test-cases.js';
import { startAdapter } from '../../mutants/adapter.ts';
import { doorOf } from '../../mutants/bench.ts';
import { startVirtualTime } from '../../mutants/virtual-time.ts';
import { runConformance } from '../run-conformance.ts';
import type { Report } from '../suite/report.ts';
import { renderHtml } from './html.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each color mode and each width once; with TESTS=all, as in the nightly run, in every combination. */
const LOOKS = oneIn(
  3,
  (['light', 'dark'] as const).flatMap((colorScheme) => [375, 1440].map((width) => ({ colorScheme, width }))),
);

/** How many checks of each verdict, and how many exchanges, are examined for accessibility: they differ in texts only. */
const EXAMINED = RUNS_ALL ? Number.MAX_SAFE_INTEGER : 10;

/** Opens these, and removes the others. */
const OPEN_EXAMINED = `{
  const counts = {};
  for (const one of document.querySelectorAll('details')) {
    const kind = one.className + one.dataset.verdict;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (counts[kind] > ${EXAMINED}) one.remove();
    else one.open = true;
  }
}`;

let browser: Browser;
let folder: string;
let address: string;
let report: Report;
beforeAll(async () => {
  const stop = startVirtualTime();
  const adapter = await startAdapter({
    answer: (reply) => (reply.status === 400 ? { status: 422, body: { detail: [{ msg: 'no' }] } } : reply),
  });
  report = await runConformance({ contract: 'tech-adapter', ...doorOf(adapter), seed: 2 });
  await adapter.close();
  await stop();
  folder = mkdtempSync(join(tmpdir(), 'tessera-report-'));
  writeFileSync(join(folder, 'report.html'), renderHtml(report));
  address = pathToFileURL(join(folder, 'report.html')).href;
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function chromiumPath(): string {
  const file = process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium';
  try {
    accessSync(file, constants.X_OK);
  } catch {
    throw new Error(`There is no Chromium at ${file}: install it, or set TESSERA_CHROMIUM to its path.`);
  }
  return file;
}

async function open(options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  await page.goto(address + hash);
  return page;
}

const shown = (page: Page, selector = ''): Promise<number> =>
  page.locator(`.row${selector}:not([hidden])`).count();

describe('the HTML report', () => {
  it('lets a reader pick by severity, level and verdict with the keyboard, and says how many are left', async () => {
    const page = await open();
    expect(await shown(page)).toBe(report.checks.length);
    const untidy = page.locator('.chip[data-severity=untidy]');
    await untidy.focus();
    await page.keyboard.press('Space');
    expect(await untidy.getAttribute('aria-pressed')).toBe('true');
    const left = report.checks.filter(({ severity }) => severity === 'untidy').length;
    expect(left).toBeGreaterThan(0);
    expect([await shown(page), await shown(page, '[data-severity=untidy]')]).toEqual([left, left]);
    expect(await page.locator('#count').innerText()).toBe(`${left} of ${report.checks.length} checks`);
    await page.keyboard.press('Space');
    await page.locator('.chip[data-verdict=fail]').press('Enter');
    expect(await shown(page)).toBe(report.counts.fail);
    await page.context().close();
  });

  it('finds checks by words; slash focuses the search and Escape clears it', async () => {
    const page = await open();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.id')).toBe('find');
    await page.keyboard.type('ta-07:');
    expect(await shown(page)).toBe(report.checks.filter(({ id }) => id.startsWith('TA-07:')).length);
    await page.keyboard.type('nothing is called so');
    expect(await page.locator('#nothing').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await shown(page)).toBe(report.checks.length);
    await page.context().close();
  });

  it('shows first the number of checks for each verdict', async () => {
    const page = await open();
    const told = await page.locator('header .tally li').allInnerTexts();
    const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
    expect(told).toEqual(counts.map(([verdict, count]) => `${count} ${verdict}`));
    await page.context().close();
  });

  it('lists causes that do not fit on a screen, with a link to each', () => {
    const [headline] = report.headlines;
    if (headline === undefined) throw new Error('The run has found nothing.');
    const linksOf = (count: number) =>
      [
        ...renderHtml({ ...report, headlines: Array.from({ length: count }, () => headline) }).matchAll(
          /<a href="#(cause-\d+)">|<article [^>]*id="(cause-\d+)"/g,
        ),
      ].map(([, link, card]) => link ?? card);
    expect(linksOf(1)).toEqual(['cause-1']);
    const names = ['cause-1', 'cause-2', 'cause-3', 'cause-4', 'cause-5'];
    expect(linksOf(5)).toEqual([...names, ...names]);
  });

  it('opens and focuses the check that a cause links to', async () => {
    const page = await open();
    const link = page.locator('.card h3 a').first();
    const target = String(await link.getAttribute('href')).slice(1);
    await link.click();
    // The page receives the event of its new address a moment after the click.
    await page.locator(`[id="${target}"][open]`).waitFor({ state: 'attached' });
    expect(await page.evaluate('document.activeElement.parentElement.id')).toBe(target);
    await page.context().close();
  });

  it('shows everything without scripts, requests and errors', async () => {
    const plain = await open({ javaScriptEnabled: false });
    expect(await plain.locator('.row').count()).toBe(report.checks.length);
    expect(await plain.locator('.row').first().isVisible()).toBe(true);
    await plain.context().close();
    const context = await browser.newContext();
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => said.push(request.url()));
    await page.goto(address);
    expect(said).toEqual([address]);
    await context.close();
  });

  it.each(LOOKS)(
    'has nothing that stops a screen reader or a weak eye, $colorScheme, $width px',
    async (look) => {
      const { colorScheme, width } = look;
      const page = await open({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.evaluate(OPEN_EXAMINED);
      await page.addScriptTag({ content: AXE });
      const violations = await page.evaluate<string[]>(
        'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))',
      );
      expect(violations.slice(0, 5)).toEqual([]);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - window.innerWidth',
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await page.context().close();
    },
  );
});
