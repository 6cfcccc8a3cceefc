import { accessSync, constants } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { inject } from 'vitest';
import { type Compression, type StaticServer, serveStatic } from '../node/serve.ts';
import { buildFixture, type SharedSite } from './build-sites.ts';

/** Ends an action or a wait that hangs, in milliseconds: no test measures with it. */
export const ACTION_TIMEOUT = 120_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A built site behind a static server, and a browser to visit it. */
export interface SiteUnderTest {
  readonly origin: string;
  readonly folder: string;
  /** The paths that any page or worker requested from the server. */
  readonly asked: readonly string[];
  readonly browser: Browser;
  visit(route: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Runs in the page before any of its scripts. */
  readonly before?: (context: BrowserContext, page: Page) => Promise<unknown>;
  /** False to return before the shell has hydrated. */
  readonly waitForHydration?: boolean;
  /** The page that shares its cache and storage, as the next page of one reader; without it, a new reader. */
  readonly reader?: BrowserContext;
}

/** One page, with its requests and errors. */
export interface Visit {
  readonly page: Page;
  readonly requests: string[];
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: string[];
  /** Waits until the browser is idle and the page has no open requests. */
  quiet(): Promise<void>;
  /** Simulates the first interaction of a reader, and waits for the code that loads on interaction. */
  awake(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the site, and starts the browser unless it runs already. */
export function openSite(): Promise<SiteUnderTest> {
  return open(builtBefore('site'), '/');
}

/** The same for a small site with features that the real one lacks: three versions, an announcement, ... */
export function openFixture(compression?: Compression): Promise<SiteUnderTest> {
  return open(builtBefore('fixture'), '/', compression);
}

/** The same, built for this test alone. */
export async function openFixtureWith(name: string, ...flags: string[]): Promise<SiteUnderTest> {
  return open(await buildFixture(name, ...flags), '/');
}

/** The same, published in a folder of its host. */
export async function openFixtureUnder(baseUrl: string, name: string): Promise<SiteUnderTest> {
  return open(await buildFixture(name, '--base-url', baseUrl), baseUrl);
}

function builtBefore(name: SharedSite): string {
  const { folder, failure } = inject('sharedSites')[name];
  if (failure !== undefined) throw new Error(failure);
  return folder;
}

async function open(
  folder: string,
  baseUrl: string,
  compression: Compression = 'fast',
): Promise<SiteUnderTest> {
  const server = await serveStatic(folder, baseUrl, 0, compression);
  const browser = await sharedBrowser();
  return {
    origin: server.origin,
    folder,
    asked: server.asked,
    browser,
    visit: (route, options) => visit(server, browser, route, options),
    async close() {
      // A test that failed has left its pages open.
      for (const context of browser.contexts()) await context.close();
      await server.close();
    },
  };
}

let running: Promise<Browser> | undefined;

/** The files of tests that run one after the other in this process share a browser; it ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await running?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  running = chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  return running;
}

function chromiumPath(): string {
  const file = process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium';
  try {
    accessSync(file, constants.X_OK);
  } catch {
    throw new Error(`There is no Chromium at ${file}: install it, or set TESSERA_CHROMIUM to its path.`);
  }
  return file;
}

async function visit(
  server: StaticServer,
  browser: Browser,
  route: string,
  { before, waitForHydration = true, reader, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context =
    reader ?? (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options }));
  context.setDefaultTimeout(ACTION_TIMEOUT);
  const page = await context.newPage();
  const { requests, quiet } = watchRequests(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await before?.(context, page);
  await page.goto(server.origin + route);
  if (waitForHydration && options.javaScriptEnabled !== false) await hydrated(page);
  const awake = async () => {
    await page.mouse.move(700, 5);
    await page.locator('#footer-tools > *').waitFor({ state: 'attached' });
    await quiet();
  };
  return { page, requests, complaints, quiet, awake, close: () => (reader ? page : context).close() };
}

function watchRequests(page: Page): Pick<Visit, 'requests' | 'quiet'> {
  const requests: string[] = [];
  const traveling = new Map<Request, { readonly ended: Promise<void>; readonly end: () => void }>();
  page.on('request', (request) => {
    requests.push(request.url());
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    traveling.set(request, { ended, end });
  });
  // Not by the response: that of a HEAD request never finishes, because the page does not read its body.
  const leave = (request: Request): void => {
    traveling.get(request)?.end();
    traveling.delete(request);
  };
  page.on('requestfinished', leave);
  page.on('requestfailed', leave);
  const quiet = async () => {
    do {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))));
      await Promise.all([...traveling.values()].map(({ ended }) => ended));
    } while (traveling.size > 0);
  };
  return { requests, quiet };
}

/** Waits until the shell handles clicks. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated=true]').waitFor({ state: 'attached' });
}
