import { canonicalRoute } from '../../shared/docs-versions.ts';
import { KINDS_WITHOUT_TEXT } from '../../shared/page-kinds.ts';
import type { Boot, Page, ShownSite } from '../../shared/site.ts';
import { documentTitle } from '../../shared/title.ts';
import { cspHash } from '../hash.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { type Font, preloadFont } from './font.ts';
import { SOCIAL_SIZE, socialImageOf } from './social-images.ts';

/** What a document needs besides its content. */
export interface DocumentAssets {
  /** Script before the first paint, inlined. */
  readonly early: string;
  readonly font: Font;
  /** Styles, inlined: those of the shell and of the page's content, then those of its kind. */
  readonly styles: readonly string[];
  /** URL of the shell's module. */
  readonly script: string;
  /** URLs of the modules that the shell needs at its start. */
  readonly preloads: readonly string[];
  readonly favicon: string;
  /** Further modules of this page only. */
  readonly modules: readonly string[];
}

export interface DocumentInput {
  readonly boot: Boot;
  readonly page: Page;
  /** The rendered tree, with the article in it. */
  readonly body: string;
  readonly assets: DocumentAssets;
  /** Origin of the published site. */
  readonly url: string;
  /** True for pages with the interactive reference: it sets styles and calls servers that the reader chooses. */
  readonly isInteractive: boolean;
}

/** The background color in `tokens.css`, for the browser's interface. */
const THEME_COLORS = [
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdfcfa">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14191c">',
];

/** The whole HTML file of one page. */
export function renderDocument({ boot, page, body, assets, url, isInteractive }: DocumentInput): string {
  const { site } = boot;
  const title = escapeHtml(documentTitle(page, site.title));
  const description = escapeHtml(page.description);
  const canonical = escapeHtml(url + site.baseUrl + canonicalRoute(site, page).slice(1));
  const announcement = site.announcement ? ` data-announcement="${escapeHtml(site.announcement.id)}"` : '';
  const base = page.kind === 'home' ? ` data-base-url="${escapeHtml(site.baseUrl)}"` : '';
  const robots = robotsOf(page);
  const shell = `<script type="module" async src="${assets.script}"></script>`;
  return [
    '<!doctype html>',
    `<html lang="en" dir="ltr" data-theme="light" data-has-hydrated="false" data-color-mode="${site.colorMode}"${announcement}${base}>`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(assets, isInteractive)}">`,
    // Starts loading while the browser parses the scripts and styles below: it takes the longest.
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...(isInteractive ? [] : [shell]),
    preloadFont(assets.font),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    ...(robots === null ? [] : [`<meta name="robots" content="${robots}">`]),
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(site.title)}">`,
    `<meta property="og:image" content="${escapeHtml(url + site.baseUrl + socialImageOf(page))}">`,
    `<meta property="og:image:width" content="${SOCIAL_SIZE.width}">`,
    `<meta property="og:image:height" content="${SOCIAL_SIZE.height}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...THEME_COLORS,
    `<meta property="og:url" content="${canonical}">`,
    ...(page.docs !== null ? [`<meta name="docs-version" content="${escapeHtml(page.docs.version)}">`] : []),
    // The end of the bar at the top moves the other parts: it is painted only as a whole.
    '<link rel="expect" href="#main" blocking="render">',
    `<link rel="canonical" href="${canonical}">`,
    `<link rel="icon" type="image/svg+xml" href="${assets.favicon}">`,
    `<link rel="manifest" href="${site.baseUrl}site.webmanifest">`,
    ...(hasTwin(page) ? ['<link rel="alternate" type="text/markdown" href="index.md">'] : []),
    `<script>${assets.early}</script>`,
    ...assets.styles.map((css) => `<style>${css}</style>`),
    ...assets.modules.map((src) => `<script type="module" src="${src}"></script>`),
    ...breadcrumbData(site, page, url),
    '</head>',
    '<body>',
    `<div id="root">${body}</div>`,
    '<div id="announcer" class="visually-hidden" role="status"></div>',
    `<script type="application/json" id="boot">${escapeJson(boot)}</script>`,
    // A reference is longer than the script, and readable without it, so it loads first.
    ...(isInteractive ? [shell] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** True for pages with a Markdown version. */
function hasTwin({ kind }: Page): boolean {
  return !KINDS_WITHOUT_TEXT.has(kind);
}

function robotsOf(page: Page): string | null {
  if (page.unlisted) return 'noindex, nofollow';
  return page.kind === 'not-found' || page.kind === 'search' ? 'noindex, follow' : null;
}

function contentSecurityPolicy(assets: DocumentAssets, isInteractive: boolean): string {
  const style = isInteractive ? "'unsafe-inline'" : assets.styles.map(cspHash).join(' ');
  // The reader may send requests to a server of any address.
  const connect = isInteractive ? ' http: https:' : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${cspHash(assets.early)}`,
    `style-src 'self' ${style}`,
    "img-src 'self' data:",
    `connect-src 'self'${connect}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
}

/** Structured data for search engines; a data block, so no policy applies to it. */
function breadcrumbData(site: ShownSite, page: Page, url: string): string[] {
  if (page.breadcrumbs.length === 0) return [];
  const last = page.breadcrumbs.length - 1;
  const itemListElement = page.breadcrumbs.map(({ label, to }, index) => {
    // A category without a page has no address; the last crumb is the page itself.
    const route = index === last ? page.route : to;
    return {
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(route !== undefined && { item: url + site.baseUrl + route.slice(1) }),
    };
  });
  const data = { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement };
  return [`<script type="application/ld+json">${escapeJson(data)}</script>`];
}
