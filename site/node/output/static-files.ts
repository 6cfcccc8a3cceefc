import type { SiteData } from '../../shared/site.ts';
import type { Settings } from '../config.ts';
import { isCheckPage } from '../conformance/check-pages.ts';
import { loadSpecFiles, type ReferencePlace } from '../contracts.ts';
import { shortHash } from '../hash.ts';
import type { CompiledPage } from '../pages.tsx';
import { REPORTS } from '../sample-report/sample-reports.ts';
import { CONSOLE_FOLDER } from './console-page.ts';
import { FAVICON } from './favicon.ts';
import { renderLlms, renderLlmsFull } from './llms.ts';
import { markdownTwin } from './markdown-twin.ts';
import type { Output } from './output-folder.ts';
import type { SiteAssets } from './site-assets.ts';
import { renderRobots, renderSitemap } from './sitemap.ts';
import { addSocialImages } from './social-images.ts';
import { renderManifest } from './web-manifest.ts';

export interface StaticInput {
  readonly site: SiteData;
  readonly settings: Settings;
  readonly compiled: readonly CompiledPage[];
  readonly places: readonly ReferencePlace[];
  /** OpenAPI files from other sources, offered beside those of our contracts. */
  readonly specifications: ReadonlyMap<string, string>;
  readonly assets: SiteAssets;
  readonly output: Output;
}

/** All files for other programs: contracts, Markdown, lists of pages, the service worker. */
export function addStaticFiles(input: StaticInput): void {
  const { site, settings, compiled, places, specifications, assets, output } = input;
  const root = settings.url + site.baseUrl;
  for (const [name, text] of [...specifications, ...loadSpecFiles()]) output.set(`openapi/${name}`, text);
  const twins = compiled.flatMap((page) => {
    const text = markdownTwin(page, places, root);
    return text === null ? [] : [{ page: page.page, text }];
  });
  for (const { page, text } of twins) output.set(`${page.route.slice(1)}index.md`, text);
  output.set('llms.txt', renderLlms(root, site, twins));
  output.set('llms-full.txt', renderLlmsFull(site, twins));
  output.set('sitemap.xml', renderSitemap(root, site, compiled));
  output.set('robots.txt', renderRobots(root));
  // The reference servers have this address when they serve the site; then readers can send requests.
  output.set('health', '{"status":"static"}\n');
  output.set('icon.svg', FAVICON);
  addSocialImages(output);
  output.set('site.webmanifest', renderManifest(site));
  // Last: it lists what has been written.
  output.set('sw.js', serviceWorker(site, assets, output));
}

/**
 * Large files that reading does not need: the interactive client, the console, contracts, searches, recordings,
 * reports.
 */
const HEAVY = [
  ...['assets/interactive/', CONSOLE_FOLDER, 'openapi/', 'search-index', 'recordings/'],
  `${REPORTS}/`,
];

/**
 * Files for offline reading: the newest documents, without other versions and without the hundreds of pages about
 * single requirements.
 */
function isKept(name: string, site: SiteData): boolean {
  const isOther = site.docsVersions.some(({ path, isLast }) => !isLast && name.startsWith(path.slice(1)));
  const isHeavy = HEAVY.some((start) => name.startsWith(start));
  return (
    !isOther &&
    !isHeavy &&
    !isCheckPage(`/${name.replace(/[^/]*$/, '')}`) &&
    /\.(?:html|json|js|css|svg|webmanifest|woff2)$/.test(name)
  );
}

function serviceWorker(site: SiteData, assets: SiteAssets, output: Output): string {
  const names = [...output.keys()].filter((name) => isKept(name, site)).sort();
  const version = shortHash(names.map((name) => `${name} ${shortHash(output.get(name) ?? '')}`).join('\n'));
  const files = names.map((name) => name.replace(/(^|\/)index\.html$/, '$1'));
  const data = { version, baseUrl: site.baseUrl, files };
  return `const OFFLINE=${JSON.stringify(data)};\n${assets.serviceWorker}\n`;
}
