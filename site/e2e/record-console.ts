import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { commandAlone } from '../node/command-line.ts';
import { readSettings, SITE_ROOT } from '../node/config.ts';
import { buildFixture } from './build-sites.ts';
import { deploySample, openPlatform } from './platform-under-test.ts';

commandAlone(`Deploys the sample on a new platform and takes the pictures of the console that pages show, in both modes.

Usage: npm run record:console -w site`);

/** Folder of the pictures in the content. */
const FOLDER = 'pages/console';
/** Pixels of the picture per pixel of the page, so that text is sharp on dense screens. */
const SCALE = 1.25;
const QUALITY = 45;

/** Size of the view, in pixels of the page: enough of the plan to recognize it. */
const SIZE = { width: 960, height: 640 };

const folder = path.join(readSettings([], process.env).contentDir, FOLDER);
const site = await buildFixture('console');
const platform = await openPlatform(site);
try {
  console.log('deploying the sample');
  const plan = await deploySample(platform.origin);
  const executablePath = process.env['TESSERA_CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  for (const mode of ['light', 'dark']) await take(browser, plan, mode);
  await browser.close();
} finally {
  await platform.close();
}

/** Takes the picture of a plan, given by its id. */
async function take(browser: Browser, plan: string, mode: string): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${platform.origin}/platform/#/plans/${plan}`);
  await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), mode);
  await page.locator('.graph .task').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const protocol = await context.newCDPSession(page);
  const clip = { x: 0, y: 0, ...SIZE, scale: SCALE };
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  const file = path.join(folder, `plan${mode === 'dark' ? '.dark' : ''}.webp`);
  mkdirSync(folder, { recursive: true });
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  console.log(`${path.relative(SITE_ROOT, file)}: ${Math.round(picture.length / 1000)} kB`);
  await context.close();
}
