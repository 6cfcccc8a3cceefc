import { readFileSync } from 'node:fs';
import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { BOOT_ID, type ConsoleBoot } from '../../console/boot.ts';
import type { SiteData } from '../../shared/site.ts';
import { cspHash } from '../hash.ts';
import { type Bundle, clientBundle } from './client-bundle.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { FAVICON_URL } from './favicon.ts';
import { type Font, preloadFont } from './font.ts';
import type { Output } from './output-folder.ts';
import { readText } from './site-assets.ts';

/** Folder of the console: its document, and files that belong to no other page. */
export const CONSOLE_FOLDER = 'platform/';

const ENTRY = 'console/main.tsx';

/** Writes the console of a platform: one document with separate scripts and styles. */
export async function addConsole(output: Output, site: SiteData, font: Font): Promise<void> {
  const [bundle, first] = await Promise.all([clientBundle('console'), clientBundle('early')]);
  const early = readText(first, first.entry('app/early.ts').file);
  for (const [name, file] of bundle.files) output.set(`${CONSOLE_FOLDER}assets/${name}`, readFileSync(file));
  output.set(`${CONSOLE_FOLDER}index.html`, renderConsole(bundle, site, { early, font }));
}

function renderConsole(
  bundle: Bundle,
  { baseUrl, title, colorMode }: SiteData,
  { early, font }: { readonly early: string; readonly font: Font },
): string {
  const { file, css } = bundle.entry(ENTRY);
  const url = (name: string) => `${baseUrl}${CONSOLE_FOLDER}assets/${name}`;
  // Nothing prescribes a default for the console, so it follows the system until the user switches.
  const ownMode = colorMode === 'light' ? 'light' : 'system';
  const boot: ConsoleBoot = { baseUrl, title, sample: descriptors['shipment-tracking'].text };
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${cspHash(early)}`,
    `style-src 'self' ${cspHash(font.css)}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
  return [
    '<!doctype html>',
    `<html lang="en" dir="ltr" data-theme="light" data-color-mode="${ownMode}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Platform console | ${escapeHtml(title)}</title>`,
    '<meta name="description" content="Plans, units, tech adapters and hooks of a running platform.">',
    '<meta name="robots" content="noindex, nofollow">',
    `<link rel="icon" type="image/svg+xml" href="${FAVICON_URL}">`,
    `<script>${early}</script>`,
    preloadFont(font),
    `<style>${font.css}</style>`,
    ...css.map((name) => `<link rel="stylesheet" href="${url(name)}">`),
    `<script type="module" src="${url(file)}"></script>`,
    '</head>',
    '<body>',
    '<div id="root"><noscript><p>The console needs JavaScript.</p></noscript></div>',
    '<div id="announcer" class="visually-hidden" role="status"></div>',
    `<script type="application/json" id="${BOOT_ID}">${escapeJson(boot)}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
