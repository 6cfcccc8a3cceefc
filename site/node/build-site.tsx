import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReferenceModel } from '@tessera/contracts/vocabulary';
import { renderToString } from 'react-dom/server';
import { App } from '../app/App.tsx';
import { indexFileName } from '../shared/search/format.ts';
import type { Boot, Fragment, PageKind, Sidebars, SiteData } from '../shared/site.ts';
import { type Settings, SITE_ROOT } from './config.ts';
import { loadContent } from './content/load.ts';
import { openBranch } from './content/sidebar.ts';
import { CONTRACTS_ROOT, loadReferences, loadSpecFiles, REFERENCE_ROUTES } from './contracts.ts';
import { hashFiles, shortHash } from './hash.ts';
import { type BuiltPage, checkLinks } from './output/check-links.ts';
import { type Bundle, clientBundle } from './output/client-bundle.ts';
import { type DocumentAssets, renderDocument } from './output/document.ts';
import { FAVICON } from './output/favicon.ts';
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
import { buildSearchIndex } from './search/build-index.ts';
import { referenceEntries } from './search/reference-entries.ts';
import { createSiteData, FIRST_TIER_SIZE } from './site-data.ts';

export interface BuildResult {
  /** False when nothing had changed and the output was left alone. */
  readonly wasBuilt: boolean;
  readonly pages: number;
  readonly files: number;
}

const STAMP = '.stamp';
const INDEXED: ReadonlySet<PageKind> = new Set(['doc', 'reference']);
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
  const sidebars = compileSidebars(content);
  const [shell, reference, early, interactive, references] = await Promise.all([
    clientBundle('shell'),
    clientBundle('reference'),
    clientBundle('early'),
    clientBundle('interactive'),
    loadReferences(),
  ]);
  const output = new Map<string, string | Uint8Array>();
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
    ...compileContent(content, sidebars, baseUrl, problems),
    ...references.map((model) => compileReference(model, baseUrl, interactiveFiles)),
    searchPage(),
    notFoundPage(),
  ];
  if (problems.length > 0) throw new BuildFailure(problems);

  const sidebarsFile = `sidebars-${shortHash(JSON.stringify(sidebars))}.json`;
  output.set(`assets/${sidebarsFile}`, JSON.stringify(sidebars));
  const searchFiles = addSearchIndex(compiled, references, output).map(assetUrl);
  const favicon = `favicon-${shortHash(FAVICON)}.svg`;
  output.set(`assets/${favicon}`, FAVICON);
  const entry = shell.entry(SHELL_ENTRY);
  const assets: DocumentAssets = {
    early: readBundleText(early, early.entry('app/early.ts').file),
    css: entry.css.map((file) => readBundleText(shell, file)).join(''),
    script: assetUrl(entry.file),
    favicon: assetUrl(favicon),
    styleSheets: [],
    modules: [],
  };
  const referenceAssets: DocumentAssets = {
    ...assets,
    styleSheets: [assetUrl(reference.entry('theme/styles/reference.css').file)],
    modules: [assetUrl(reference.entry('reference/static/enhance.ts').file)],
  };
  const site = createSiteData({
    baseUrl,
    productUrl: settings.productUrl,
    hasPlatformReference: references.some((model) => model.area === 'platform'),
    hasTutorials: sidebars['tutorials'] !== undefined,
    sidebarsUrl: assetUrl(sidebarsFile),
    searchFiles: [searchFiles[0] ?? '', searchFiles[1] ?? ''],
    buildId: shortHash([assets.script, assets.css, assets.early, sidebarsFile, ...searchFiles].join('\n')),
  });

  const built: BuiltPage[] = [];
  for (const page of compiled) {
    const pageAssets = page.page.kind === 'reference' ? referenceAssets : assets;
    built.push(writePage(page, site, sidebars, pageAssets, settings, output));
  }
  for (const [name, text] of loadSpecFiles()) output.set(`openapi/${name}`, text);
  output.set('sitemap.xml', renderSitemap(settings.url + baseUrl, compiled));
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
  output: Map<string, string | Uint8Array>,
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

/** Writes the whole index for others and its two halves for the shell; returns the names of the halves. */
function addSearchIndex(
  compiled: readonly CompiledPage[],
  references: readonly ReferenceModel[],
  output: Map<string, string | Uint8Array>,
): [string, string] {
  const pages = compiled
    .filter(({ page }) => INDEXED.has(page.kind) && !page.unlisted)
    .map(({ page, html }) => {
      const model = references.find((candidate) => REFERENCE_ROUTES[candidate.area] === page.route);
      return model ? { page, html: '', entries: referenceEntries(model) } : { page, html, entries: [] };
    });
  const parts = buildSearchIndex(pages);
  output.set(indexFileName(''), JSON.stringify(parts));
  const halves = [parts.slice(0, FIRST_TIER_SIZE), parts.slice(FIRST_TIER_SIZE)].map((half) =>
    JSON.stringify(half),
  );
  const names = halves.map((half, index) => `search-${index + 1}-${shortHash(half)}.json`);
  for (const [index, name] of names.entries()) output.set(`assets/${name}`, halves[index] ?? '');
  return [names[0] ?? '', names[1] ?? ''];
}

/** Everything that decides what the output is. */
function stampOf({ url, baseUrl, productUrl, contentDir }: Settings): string {
  const roots = [SITE_ROOT, contentDir, CONTRACTS_ROOT, path.join(SITE_ROOT, '..', 'package-lock.json')];
  return hashFiles(roots, JSON.stringify({ url, baseUrl, productUrl }));
}

function readStamp(outDir: string): string | null {
  const file = path.join(outDir, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function addBundle(output: Map<string, string | Uint8Array>, bundle: Bundle, folder: string): void {
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
