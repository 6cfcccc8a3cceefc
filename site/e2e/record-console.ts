import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { commandAlone } from '../node/command-line.ts';
import { readSettings, SITE_ROOT } from '../node/config.ts';
import { buildFixture } from './build-sites.ts';
import {
  CONSOLE_PICTURES,
  type ConsolePicture,
  STAGES,
  type Stage,
  type Subject,
  WIDTH,
} from './console-pictures.ts';
import { type Box, boxOf, drawMarks } from './draw-marks.ts';
import { seedGovernance } from './governance-under-test.ts';
import {
  breakTemplate,
  deploySample,
  openPlatform,
  openSilentHook,
  post,
  runSample,
} from './platform-under-test.ts';

commandAlone(`Deploys the sample on a new platform and takes the pictures of the console that pages show, in both modes.

Usage: npm run record:console -w site`);

/** Pixels of the picture per pixel of the page, so that text is sharp on dense screens. */
const SCALE = 1.25;
const QUALITY = 34;

/** Height of the screen, in pixels of the page: enough of a plan to recognize it. */
const HEIGHT = 640;
/** Space above the first and below the last element, in pixels of the page. */
const MARGIN = 20;

const UNIT = 'urn:dmb:dp:logistics:shipment-tracking:1';

const content = readSettings([], process.env).contentDir;
const site = await buildFixture('console');
const platform = await openPlatform(site);
/** What has to be closed, the latest first. */
const opened: { close(): Promise<void> }[] = [platform];
try {
  const executablePath = process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  opened.unshift(browser);
  let subject: Subject = { plan: '', report: '' };
  for (const stage of STAGES) {
    console.log(`${stage}:`);
    subject = { ...subject, ...(await reach(stage, platform.origin)) };
    for (const picture of CONSOLE_PICTURES)
      if (picture.stage === stage) await take(browser, picture, subject);
  }
} finally {
  for (const one of opened) await one.close();
}

/** Brings the platform to a stage; the earlier ones have been reached. */
async function reach(stage: Stage, origin: string): Promise<Partial<Subject>> {
  switch (stage) {
    case 'deployed':
      return { plan: await deploySample(origin) };
    case 'requested': {
      const service = await openSilentHook();
      opened.unshift(service);
      await post(`${origin}/platform/access-requests`, {
        requestId: 'request-1',
        environment: 'development',
        dataProductUrn: UNIT,
        identities: ['group:analysts'],
        fields: { purpose: 'Weekly planning of the northern depots' },
        hook: service.origin,
      });
      return {};
    }
    case 'failed': {
      const adapter = await breakTemplate(origin, 'urn:dmb:itm:dbt-workload:1', 'production');
      opened.unshift(adapter);
      const { plan } = await runSample(origin, 'production');
      return { plan };
    }
    case 'evaluated':
      return { report: (await seedGovernance(origin)).reportId };
  }
}

/** Takes a picture in both modes. */
async function take(browser: Browser, picture: ConsolePicture, subject: Subject): Promise<void> {
  const { width = WIDTH } = picture;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    // The policy of the console allows no style sheet of others.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(`${platform.origin}/platform/${picture.hash(subject)}`);
  await picture.prepare(page);
  await page.evaluate(() => document.fonts.ready);
  if (picture.marks.length > 0) await page.addStyleTag({ content: '.ask-button { display: none; }' });
  // What has the focus, or is under the pointer, looks different.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  // The bar sticks to the top of the screen, which has to be that of the page.
  await page.evaluate(() => scrollTo(0, 0));
  await drawMarks(
    page,
    picture.marks.map((find) => find(page)),
  );
  const part = { x: 0, width, ...(await rangeOf(page, picture)) };
  for (const mode of ['light', 'dark']) {
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), mode);
    await write(page, `${picture.file}${mode === 'dark' ? '.dark' : ''}.webp`, part);
  }
  await context.close();
}

/** The lines of the page that a picture shows. */
async function rangeOf(page: Page, { begin, end }: ConsolePicture): Promise<Pick<Box, 'y' | 'height'>> {
  const [first, last] = [begin && (await boxOf(page, begin(page))), end && (await boxOf(page, end(page)))];
  const y = first === undefined ? 0 : Math.floor(first.y - MARGIN);
  const bottom = last === undefined ? HEIGHT : Math.ceil(last.y + last.height + MARGIN);
  return { y, height: bottom - y };
}

/** Writes a part of a page as a picture below the content folder. */
async function write(page: Page, name: string, part: Box): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...part, scale: SCALE },
    captureBeyondViewport: true,
  });
  await protocol.detach();
  const file = path.join(content, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(file, bytes);
  console.log(`  ${path.relative(SITE_ROOT, file)}: ${Math.round(bytes.length / 1000)} kB`);
}
