import type { DocsVersion, Fragment, Sidebars, SiteData } from '../shared/site.ts';
import { loadParts } from '../theme/lazy-part.tsx';
import { categoryPages } from './category-pages.ts';
import type { Settings } from './config.ts';
import { CONFORMANCE } from './conformance/check-pages.ts';
import { loadAnnouncement } from './content/announcement.ts';
import { withDifferences } from './content/differences.ts';
import { lastChanges } from './content/last-changes.ts';
import { CURRENT_VERSION } from './content/releases.ts';
import { flattenSidebar, openBranch } from './content/sidebar.ts';
import { type Edition, editionsOf } from './content/versions.ts';
import { allReferences, referencePlaces, routeOfReference } from './contracts.ts';
import { guidesTo } from './guides.ts';
import { shortHash } from './hash.ts';
import { withNextPage } from './next-page.ts';
import { type BuiltPage, checkLinks } from './output/check-links.ts';
import { addConsole } from './output/console-page.ts';
import { addFont } from './output/font.ts';
import { type Output, STAMP, swapIn } from './output/output-folder.ts';
import { addRedirects } from './output/redirects.ts';
import { renderPage, shownOf } from './output/render-page.tsx';
import { type AddAsset, assetWriter, bundleAssets, type SiteAssets } from './output/site-assets.ts';
import { addStaticFiles } from './output/static-files.ts';
import {
  type CompiledPage,
  compileContent,
  compileReference,
  compileSidebars,
  notFoundPage,
  offlinePage,
  referencePage,
  searchPage,
} from './pages.tsx';
import { BuildFailure, type Problem } from './problems.ts';
import { addRecordingFiles } from './recordings/publish.ts';
import { CONTRACT_CHANGES } from './release-pages/contract-changes-page.ts';
import { addSampleReports } from './sample-report/sample-reports.ts';
import { searchFilesOf } from './search/search-files.ts';
import { CLIENT_REFERENCE, createSiteData } from './site-data.ts';
import { mountSpecifications } from './sources/mount.ts';
import { loadWholeContent } from './whole-content.ts';

export interface BuildResult {
  readonly pages: number;
  readonly files: number;
}

/**
 * Builds the site into a temporary folder and swaps it in, with the hash of its sources; on failure the earlier output
 * stays untouched.
 * @throws BuildFailure listing all problems of the content
 */
export async function buildSite(settings: Settings, stamp: string): Promise<BuildResult> {
  const { baseUrl } = settings;
  const output: Output = new Map();
  const problems: Problem[] = [];
  const addAsset = assetWriter(baseUrl, output);
  const font = await addFont(addAsset);
  const bundling = bundleAssets(baseUrl, output, font);
  // Awaited below; other problems may be found until then.
  bundling.catch(() => {});
  await loadParts();
  const references = allReferences();
  const places = referencePlaces();
  const content = loadWholeContent(settings.contentDir, problems);
  const editions = editionsOf(content, settings.docsReleases);
  const sidebars = compileSidebars(editions);
  const announcement = loadAnnouncement(settings.contentDir, baseUrl, problems);
  const dated = { ...settings, changes: lastChanges(settings.contentDir) };
  const written = compileContent(editions, sidebars, dated, problems);
  const specifications = mountSpecifications(settings.contentDir, problems);
  throwIfAny(problems);

  const searched = [
    ...written,
    ...references.map((model) => ({
      page: referencePage({ model, route: routeOfReference(model) }),
      html: '',
    })),
  ];
  const docsVersions = editions.map((edition): DocsVersion => {
    const { whole, tiers: search } = searchFilesOf(edition, searched, references, addAsset);
    output.set(...whole);
    const { name, label, path, isLast } = edition;
    return { name, label, path, main: mainDocument(edition, sidebars), isLast, search };
  });
  const assets = await bundling;
  const last = editions.find(({ isLast }) => isLast);
  const lastVersion = last?.name;
  const changes = changesPage(written, baseUrl, lastVersion);
  const olderReleases = editions
    .slice(editions.findIndex(({ isLast }) => isLast) + 1)
    .map(({ name }) => name);
  const documents = withDifferences([...written, ...categoryPages(editions, sidebars, baseUrl)], lastVersion);
  const next = editions.find((edition) => isNext(edition));
  const compiled = [
    ...(next !== undefined && last !== undefined ? withNextPage(documents, next, last, baseUrl) : documents),
    ...places.map((place) => {
      const guides =
        place.api === undefined ? new Map() : guidesTo(place.model, written, baseUrl, lastVersion);
      return compileReference(place, baseUrl, assets.interactive, guides, changes, olderReleases);
    }),
    searchPage(),
    offlinePage(),
    notFoundPage(),
  ];
  const sidebarUrls = addSidebars(sidebars, addAsset);
  const site = createSiteData({
    baseUrl,
    productUrl: settings.productUrl,
    hasPlatformReference: references.some((model) => model.area === 'platform'),
    hasTutorials: sidebars['tutorials'] !== undefined,
    hasConformance: sidebars[CONFORMANCE] !== undefined,
    hasClientReference: written.some(({ page }) => page.route === CLIENT_REFERENCE),
    announcement,
    colorMode: settings.colorMode,
    docsVersions,
    sidebars: sidebarUrls,
    buildId: shortHash(JSON.stringify([assets.identity, announcement, docsVersions, sidebarUrls])),
  });

  for (const { images } of compiled)
    for (const { name, content } of images) output.set(`assets/${name}`, content);
  await addRecordingFiles(output, settings.contentDir);
  addSampleReports(output, settings.contentDir);
  await addConsole(output, site, font);
  const built = compiled.map((page) => writePage(page, { site, sidebars, assets, settings, output }));
  addStaticFiles({ site, settings, compiled, places, specifications, assets, output });
  if (lastVersion !== undefined && lastVersion !== CURRENT_VERSION)
    addRedirects(output, compiled, { siteTitle: site.title, baseUrl, url: settings.url, last: lastVersion });
  problems.push(
    ...checkLinks({
      baseUrl,
      pages: built,
      files: new Set(output.keys()),
      entries: editions.map(({ path }) => path),
    }),
  );
  throwIfAny(problems);
  output.set(STAMP, stamp);
  await swapIn(settings.outDir, output);
  return { pages: compiled.length, files: output.size };
}

function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new BuildFailure(problems);
}

function addSidebars(sidebars: Sidebars, addAsset: AddAsset): Record<string, string> {
  const entries = Object.entries(sidebars).map(([name, items]) => {
    const content = JSON.stringify(items);
    return [name, addAsset(`sidebar-${name}-${shortHash(content)}.json`, content)] as const;
  });
  return Object.fromEntries(entries);
}

interface WriteContext {
  readonly site: SiteData;
  readonly sidebars: Sidebars;
  readonly assets: SiteAssets;
  readonly settings: Settings;
  readonly output: Output;
}

/** Writes a page into the output: its document and, for navigation in place, its fragment. */
function writePage({ page, html, source, links }: CompiledPage, context: WriteContext): BuiltPage {
  const { site, sidebars, assets, settings, output } = context;
  const sidebar = page.sidebar === null ? [] : openBranch(sidebars[page.sidebar] ?? [], page.route);
  const { document, parts } = renderPage({
    ...{ site, page, sidebar, html },
    assetsOf: (body) => assets.of(page.kind, body),
    url: settings.url,
  });
  const folder = page.route.slice(1);
  const file = page.kind === 'not-found' ? '404.html' : `${folder}index.html`;
  output.set(file, document);
  if (page.kind !== 'reference' && page.kind !== 'not-found') {
    const fragment: Fragment = { buildId: site.buildId, page: shownOf(page), ...parts };
    output.set(`${folder}page.json`, JSON.stringify(fragment));
  }
  return { route: page.route, output: file, html: document, source: source?.file ?? null, links };
}

/** Address of the page with the changes of every contract, in the newest release. */
function changesPage(
  written: readonly CompiledPage[],
  baseUrl: string,
  lastVersion: string | undefined,
): string | undefined {
  const found = written.find(
    ({ page, source }) => source?.id === CONTRACT_CHANGES && page.docs?.version === lastVersion,
  );
  return found && baseUrl + found.page.route.slice(1);
}

/** The unreleased version beside releases: only the pages that differ from the newest. */
function isNext({ name, isLast }: Edition): boolean {
  return name === CURRENT_VERSION && !isLast;
}

/** The document that a version begins with: the first one of its sidebar; the unreleased version begins with its changes. */
function mainDocument(edition: Edition, sidebars: Sidebars): string {
  if (isNext(edition)) return edition.path;
  return flattenSidebar(sidebars[edition.sidebar] ?? [])[0]?.to ?? edition.path;
}
