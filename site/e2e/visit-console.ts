import type { BrowserContextOptions, Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { ACTION_TIMEOUT, type SiteUnderTest } from './site-under-test.ts';
import { viewsOf } from './views.ts';

const WINDOW = { width: 1440, height: 900 };

/** A page of a platform in a browser. */
export interface ConsolePage {
  readonly page: Page;
  /** Unhandled errors of the page, and violations of its policy. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Opens a view of the console of a platform as a new visitor. */
export function visitConsole(
  site: Pick<SiteUnderTest, 'browser'>,
  origin: string,
  hash: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  return visitPlatform(site, `${origin}/platform/${hash}`, options);
}

/** Opens any page that a platform serves as a new visitor. */
export async function visitPlatform(
  { browser }: Pick<SiteUnderTest, 'browser'>,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const viewport = WINDOW;
  // Only for the accessibility checker, which is injected as a script; another test covers the policy. Transitions of
  // colors would be measured midway.
  const reducedMotion = 'reduce';
  const context = await browser.newContext({ viewport, reducedMotion, bypassCSP: true, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** The checker's findings in a view of the console. */
export async function violationsOf(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const { mode, width } of viewsOf([390, 820, 996, 1440])) {
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), mode);
    await page.setViewportSize({ width, height: 900 });
    const found = await violationsOn(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (overflow) found.push('the page scrolls sideways');
    violations.push(...found.map((what) => `${mode}, ${width} px: ${what}`));
  }
  await page.setViewportSize(WINDOW);
  return violations;
}
