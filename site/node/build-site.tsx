import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { App } from '../app/App.tsx';
import type { Boot, DocsVersion, Fragment, PageKind, Sidebars, SiteData } from '../shared/site.ts';
import { loadParts } from '../theme/lazy-part.tsx';
import { type Settings, SITE_ROOT } from './config.ts';
import { loadAnnouncement } from './content/announcement.ts';
import { loadContent } from './content/load.ts';
import { flattenSidebar, openBranch } from './content/sidebar.ts';
import { type Edition, editionsOf } from './content/versions.ts';
import { CONTRACTS_ROOT, loadReferences, loadSpecFiles } from './contracts.ts';
import { hashFiles, shortHash } from './hash.ts';
import { type BuiltPage, checkLinks } from './output/check-links.ts';
import { type Bundle, clientBundle } from './output/client-bundle.ts';
import { type DocumentAssets, renderDocument } from './output/document.ts';
import { FAVICON_URL } from './output/favicon.ts';
import { renderRobots, renderSitemap } from './output/sitemap.ts';
import {
  type CompiledPage,
  compileContent,
  compileReference,
  compileSidebars,
  notFoundPage,
  searchPage,
} from './pages.tsx';
import { BuildFailure, type Problem } from './problems.ts';
import { searchFilesOf } from './search/search-files.ts';
import { createSiteData } from './site-data.ts';

export interface BuildResult {
  /** False when nothing had changed and the output was left alone. */
  readonly wasBuilt: boolean;
  readonly pages: number;
  readonly files: number;
}

/** Everything that is written, by its name in the output folder. */
type Output = Map<string, string | Uint8Array>;

const STAMP = '.stamp';
const SHELL_ENTRY = 'app/entry.tsx';

/**
 * Builds the site into a temporary folder and swaps it in; on failure the earlier output stays untouched.
 * @throws BuildFailure listing everything wrong with the content
 */
export async function buildSite(settings: Settings): Promise<BuildResult> {
  const stamp = stampOf(settings);
  if (!settings.force && readStamp(settings.outDir) === stamp) return { wasBuilt: false, pages: 0, files: 0 };

  const problems: Problem[] = [];
  const content = loadContent(settings.contentDir, problems);
  const editions = editionsOf(content, settings.docsReleases);
  const sidebars = compileSidebars(editions);
  const [shell, reference, early, interactive, references] = await Promise.all([
    clientBundle('shell'),
    clientBundle('reference'),
    clientBundle('early'),
    clientBundle('interactive'),
    loadReferences(),
    loadParts(),
  ]);
  const output: Output = new Map();
  addBundle(output, shell, 'assets');
  addBundle(output, reference, 'assets');
  addBundle(output, interactive, 'assets/interactive');
  const { baseUrl } = settings;
  const assetUrl = (name: string) => `${baseUrl}assets/${name}`;

  const interactiveEntry = interactive.entry('reference/interactive/entry.tsx');
  const interactiveFiles = {
    script: assetUrl(`interactive/${interactiveEntry.file}`),
    styles: interactiveEntry.css.map((file) => assetUrl(`interactive/${file}`)),
  };
  const compiled = [
    ...compileContent(editions, sidebars, baseUrl, problems),
    ...references.map((model) => compileReference(model, baseUrl, interactiveFiles)),
    searchPage(),
    notFoundPage(),
  ];
  const announcement = loadAnnouncement(settings.contentDir, baseUrl, problems);
  if (problems.length > 0) throw new BuildFailure(problems);

  const addAsset = (name: string, content: string): string => {
    output.set(`assets/${name}`, content);
    return assetUrl(name);
  };
  const sidebarUrls = Object.fromEntries(
    Object.entries(sidebars).map(([name, items]) => {
      const content = JSON.stringify(items);
      return [name, addAsset(`sidebar-${name}-${shortHash(content)}.json`, content)];
    }),
  );
  const docsVersions = editions.map((edition): DocsVersion => {
    const { whole, halves } = searchFilesOf(edition, compiled, references);
    output.set(...whole);
    const { name, label, path: route, isLast } = edition;
    const search = [addAsset(...halves[0]), addAsset(...halves[1])] as const;
    return { name, label, path: route, main: mainDocument(edition, sidebars), isLast, search };
  });
  const entry = shell.entry(SHELL_ENTRY);
  const assets: DocumentAssets = {
    early: readBundleText(early, early.entry('app/early.ts').file),
    css: entry.css.map((file) => readBundleText(shell, file)).join(''),
    script: assetUrl(entry.file),
    favicon: FAVICON_URL,
    styleSheets: [],
    modules: [],
  };
  const styled = (name: string): DocumentAssets => ({
    ...assets,
    css: assets.css + readBundleText(shell, shell.entry(`theme/styles/${name}.css`).file),
  });
  const assetsOf: Partial<Record<PageKind, DocumentAssets>> = {
    home: styled('home'),
    search: styled('search-results'),
    reference: {
      ...assets,
      styleSheets: [assetUrl(reference.entry('theme/styles/reference.css').file)],
      modules: [assetUrl(reference.entry('reference/static/enhance.ts').file)],
    },
  };
  const site = createSiteData({
    baseUrl,
    productUrl: settings.productUrl,
    hasPlatformReference: references.some((model) => model.area === 'platform'),
    hasTutorials: sidebars['tutorials'] !== undefined,
    announcement,
    docsVersions,
    sidebars: sidebarUrls,
    buildId: shortHash(
      [
        assets.script,
        assets.css,
        assets.early,
        JSON.stringify([announcement, docsVersions, sidebarUrls]),
      ].join('\n'),
    ),
  });

  const built: BuiltPage[] = [];
  for (const page of compiled) {
    built.push(writePage(page, site, sidebars, assetsOf[page.page.kind] ?? assets, settings, output));
  }
  for (const [name, text] of loadSpecFiles()) output.set(`openapi/${name}`, text);
  output.set('sitemap.xml', renderSitemap(settings.url + baseUrl, site, compiled));
  output.set('robots.txt', renderRobots(settings.url + baseUrl));

  problems.push(...checkLinks({ baseUrl, pages: built, files: new Set(output.keys()) }));
  if (problems.length > 0) throw new BuildFailure(problems);
  output.set(STAMP, stamp);
  swapIn(settings.outDir, output);
  return { wasBuilt: true, pages: compiled.length, files: output.size };
}

function writePage(
  compiled: CompiledPage,
  site: SiteData,
  sidebars: Sidebars,
  assets: DocumentAssets,
  settings: Settings,
  output: Output,
): BuiltPage {
  const { page, html } = compiled;
  const sidebar = page.sidebar === null ? [] : openBranch(sidebars[page.sidebar] ?? [], page.route);
  const boot: Boot = { site, page, sidebar };
  let body: string;
  try {
    body = renderToString(<App boot={boot} html={html} driver={null} />);
  } catch (cause) {
    throw new Error(`${page.route} could not be rendered`, { cause });
  }
  const isInteractive = page.kind === 'reference';
  const document = renderDocument({ boot, body, assets, url: settings.url, isInteractive });
  const folder = page.route.slice(1);
  const file = page.kind === 'not-found' ? '404.html' : `${folder}index.html`;
  output.set(file, document);
  if (!isInteractive && page.kind !== 'not-found') {
    const fragment: Fragment = { buildId: site.buildId, page, html };
    output.set(`${folder}page.json`, JSON.stringify(fragment));
  }
  return {
    route: page.route,
    output: file,
    html: document,
    source: compiled.source?.file ?? null,
    links: compiled.links,
  };
}

/** The document that a version begins with: the first one of its sidebar. */
function mainDocument(edition: Edition, sidebars: Sidebars): string {
  return flattenSidebar(sidebars[edition.sidebar] ?? [])[0]?.to ?? edition.path;
}

/** Everything that decides what the output is. */
function stampOf({ url, baseUrl, productUrl, contentDir, docsReleases }: Settings): string {
  const roots = [SITE_ROOT, contentDir, CONTRACTS_ROOT, path.join(SITE_ROOT, '..', 'package-lock.json')];
  return hashFiles(roots, JSON.stringify({ url, baseUrl, productUrl, docsReleases }));
}

function readStamp(outDir: string): string | null {
  const file = path.join(outDir, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function addBundle(output: Output, bundle: Bundle, folder: string): void {
  for (const [name, file] of bundle.files) output.set(`${folder}/${name}`, readFileSync(file));
}

function readBundleText(bundle: Bundle, name: string): string {
  const file = bundle.files.get(name);
  if (file === undefined) throw new Error(`The bundle has no file ${name}`);
  return readFileSync(file, 'utf8').trim();
}

function swapIn(outDir: string, output: ReadonlyMap<string, string | Uint8Array>): void {
  const fresh = `${outDir}.new-${process.pid}`;
  const old = `${outDir}.old-${process.pid}`;
  for (const [name, content] of output) {
    const file = path.join(fresh, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  mkdirSync(path.dirname(outDir), { recursive: true });
  if (existsSync(outDir)) renameSync(outDir, old);
  renameSync(fresh, outDir);
  rmSync(old, { recursive: true, force: true });
}
