import type { Browser, Page } from 'playwright-core';
import { SLOW_LINE, type SlowLine } from './slow-line.ts';

/** What one visit of a page costs. Times in milliseconds, sizes in bytes on the wire with headers. */
export interface View {
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Null for a site that says nothing about it. */
  readonly hydrated: number | null;
  readonly layoutShift: number;
  /** What the first move of the pointer brings. */
  readonly afterMove: number;
}

/** A slow telephone: 1.6 Mbit/s, 150 ms latency, a quarter of this machine's speed. */
const SLOW_NETWORK = {
  offline: false,
  latency: SLOW_LINE.latency,
  downloadThroughput: SLOW_LINE.bytesPerSecond,
  uploadThroughput: 94_000,
};
const SLOW_CPU = 4;
const SETTLE = 1_200;
/** A place without a link, px. */
const MOVE_TO = { x: 700, y: 5 };

/** Visits an address for the first time and waits until nothing more is fetched. */
export async function measureView(browser: Browser, url: string, isSlow: boolean): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (isSlow) {
    await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  }
  const kinds = new Map<string, string>();
  let [bytes, scriptBytes, requests] = [0, 0, 0];
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    kinds.set(requestId, type ?? '');
    requests += 1;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!kinds.has(requestId)) return;
    bytes += encodedDataLength;
    if (kinds.get(requestId) === 'Script') scriptBytes += encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLE);
  const times = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largestPaint: Number(Reflect.get(window, 'largestPaint') ?? 0),
    hydrated: Number(Reflect.get(window, 'hydratedAt') ?? 0) || null,
    layoutShift: Number(Reflect.get(window, 'layoutShift') ?? 0),
  }));
  const view = { bytes, scriptBytes, requests, ...times };
  await page.mouse.move(MOVE_TO.x, MOVE_TO.y);
  await page.waitForTimeout(SETTLE);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { ...view, afterMove: bytes - view.bytes };
}

/** From the click on the link to the next page until its heading is painted, a page at a time. */
export async function measureNavigation(
  browser: Browser,
  { url, next }: { readonly url: string; readonly next: string },
  hover: number,
  times: number,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    if (hover > 0) {
      await page.locator(next).hover();
      await page.waitForTimeout(hover);
    }
    taken.push(await clickAndWait(page, next));
  }
  await context.close();
  return taken;
}

/** The browser measures: the clock of this process would count the way to it. */
async function clickAndWait(page: Page, next: string): Promise<number> {
  await page.evaluate(CLICK_NEXT.replace('NEXT', JSON.stringify(next)));
  const taken = await page.waitForFunction(() => Reflect.get(window, 'navigationTook'));
  return Number(await taken.jsonValue());
}

/** A text, because functions inside functions do not survive the way into the browser when they are compiled. */
const CLICK_NEXT = `
  window.navigationTook = undefined;
  const before = document.querySelector('h1').textContent;
  const start = performance.now();
  const frame = () => {
    if (document.querySelector('h1').textContent === before) requestAnimationFrame(frame);
    else requestAnimationFrame(() => { window.navigationTook = performance.now() - start; });
  };
  document.querySelector(NEXT).click();
  requestAnimationFrame(frame);
`;

/** Milliseconds from the first key of the first search to its first result. */
export async function measureSearch(browser: Browser, url: string, query: string): Promise<number> {
  const { context, page } = await openForSearch(browser, url);
  const first = await typeQuery(page, query);
  await context.close();
  return first;
}

/** The same over a slow line, and the bytes that it has carried until then and in all. */
export async function measureSlowSearch(
  browser: Browser,
  line: SlowLine,
  route: string,
  query: string,
): Promise<{ first: number; firstBytes: number; allBytes: number }> {
  const { context, page } = await openForSearch(browser, line.origin + route);
  const before = line.carried();
  let firstBytes = 0;
  await page.exposeFunction('onFirstResult', () => {
    firstBytes = line.carried() - before;
  });
  const first = await typeQuery(page, query);
  let carried: number;
  do {
    carried = line.carried();
    await page.waitForTimeout(SETTLE);
  } while (line.carried() > carried);
  await context.close();
  return { first, firstBytes, allBytes: carried - before };
}

async function openForSearch(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  return { context, page };
}

async function typeQuery(page: Page, query: string): Promise<number> {
  await page.evaluate(WATCH_SEARCH);
  const input = page.locator('.search input');
  await input.focus();
  await input.pressSequentially(query, { delay: 30 });
  const taken = await page.waitForFunction(() => Reflect.get(window, 'searchTook'));
  return Number(await taken.jsonValue());
}

/** The browser measures, from the first key: the list is there before the last one is pressed, and before Playwright asks. */
const WATCH_SEARCH = `
  document.addEventListener('keydown', () => {
    const start = performance.now();
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.search-result')) return;
      observer.disconnect();
      window.searchTook = performance.now() - start;
      window.onFirstResult?.();
    }).observe(document.body, { childList: true, subtree: true });
  }, { once: true, capture: true });
`;

function watch(): void {
  new PerformanceObserver((list) => {
    Reflect.set(window, 'largestPaint', list.getEntries().at(-1)?.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    const shift = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0);
    Reflect.set(window, 'layoutShift', Number(Reflect.get(window, 'layoutShift') ?? 0) + shift);
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset['hasHydrated'] !== 'true') return;
    Reflect.set(window, 'hydratedAt', performance.now());
    observer.disconnect();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-has-hydrated'] });
}
