import { readFileSync } from 'node:fs';
import type { InteractiveFiles } from '../../reference/static/ReferencePage.tsx';
import type { PageKind } from '../../shared/site.ts';
import { allReferences, loadSpecFiles, REFERENCE_ROUTES } from '../contracts.ts';
import { shortHash } from '../hash.ts';
import { nameEveryType } from '../interactive-spec.ts';
import { prefillPathParameters } from '../prefill-parameters.ts';
import { tryContractOf } from '../try-contract.ts';
import { BLOCKS } from './blocks.ts';
import { type Bundle, clientBundle, makeBundles } from './client-bundle.ts';
import type { DocumentAssets } from './document.ts';
import { FAVICON_URL } from './favicon.ts';
import type { Font } from './font.ts';
import type { Output } from './output-folder.ts';

/** The bundles, and their addresses for pages. */
export interface SiteAssets {
  /** The links and inlined files of a page of this kind with this HTML. */
  of(kind: PageKind, html: string): DocumentAssets;
  /** Everything that pages inline, or that navigation in place adds: a change of it is a new build. */
  readonly identity: string;
  readonly interactive: InteractiveFiles;
  /** The service worker without the list of its cached files. */
  readonly serviceWorker: string;
}

/** Writes a file beside the bundles and returns its address. */
export type AddAsset = (name: string, content: string | Uint8Array) => string;

export function assetWriter(baseUrl: string, output: Output): AddAsset {
  return (name, content) => {
    output.set(`assets/${name}`, content);
    return assetUrl(baseUrl, name);
  };
}

function assetUrl(baseUrl: string, name: string): string {
  return `${baseUrl}assets/${name}`;
}

/** The class prefix of a block whose styles only pages with such a block contain. */
const BLOCK = new RegExp(`class="(${BLOCKS.join('|')})`, 'g');

/** Bundles all scripts and styles for the browser and puts them into the output. */
export async function bundleAssets(baseUrl: string, output: Output, font: Font): Promise<SiteAssets> {
  await makeBundles([
    ...(['shell', 'styles', 'reference', 'early', 'banner'] as const),
    ...(['interactive', 'offline', 'player', 'console'] as const),
  ]);
  const [shell, styles, reference, early, banner, interactive, offline] = await Promise.all([
    clientBundle('shell'),
    clientBundle('styles'),
    clientBundle('reference'),
    clientBundle('early'),
    clientBundle('banner'),
    clientBundle('interactive'),
    clientBundle('offline'),
  ]);
  addBundle(output, shell, 'assets');
  addBundle(output, reference, 'assets');
  addBundle(output, interactive, 'assets/interactive');
  const url = (name: string) => assetUrl(baseUrl, name);
  const entry = shell.entry('app/entry.tsx');
  const base: DocumentAssets = {
    early: readText(early, early.entry('app/early.ts').file),
    font,
    styles: [font.css + entry.css.map((file) => readText(shell, file)).join('')],
    script: url(entry.file),
    preloads: entry.imports.map(url),
    favicon: FAVICON_URL,
    modules: [],
  };
  const stylesOf = (name: string) => readText(styles, styles.entry(`theme/styles/${name}.css`).file);
  const withStyles = (name: string): DocumentAssets => ({
    ...base,
    styles: [...base.styles, stylesOf(name)],
  });
  const blocks = new Map(BLOCKS.map((name) => [name, stylesOf(`blocks/${name}`)]));
  const special: Partial<Record<PageKind, DocumentAssets>> = {
    home: {
      ...withStyles('home'),
      early: base.early + readText(banner, banner.entry('app/base-url-banner.ts').file),
    },
    search: withStyles('search-results'),
    'not-found': withStyles('not-found'),
    reference: {
      ...withStyles('reference'),
      modules: [url(reference.entry('reference/static/enhance.ts').file)],
    },
  };
  const client = interactive.entry('reference/interactive/entry.tsx');
  const add = assetWriter(baseUrl, output);
  const specs = Object.keys(REFERENCE_ROUTES).map((area) => {
    const content = JSON.stringify(
      nameEveryType(prefillPathParameters(JSON.parse(loadSpecFiles().get(`${area}.openapi.json`) ?? ''))),
    );
    return [area, add(`interactive/${area}-${shortHash(content)}.json`, content)] as const;
  });
  const requests = await Promise.all(
    allReferences().flatMap(({ apis }) =>
      apis.map(async (api) => {
        const content = JSON.stringify(await tryContractOf(api));
        return [api.id, add(`try/${api.id}-${shortHash(content)}.json`, content)] as const;
      }),
    ),
  );
  return {
    of(kind, html) {
      const assets = special[kind] ?? base;
      const [everywhere = '', ...own] = assets.styles;
      const held = new Set(Array.from(html.matchAll(BLOCK), ([, name = '']) => name));
      const css = [...blocks].flatMap(([name, text]) => (held.has(name) ? text : []));
      return { ...assets, styles: [everywhere + css.join(''), ...own] };
    },
    identity: JSON.stringify([base, special, ...blocks]),
    interactive: {
      script: url(`interactive/${client.file}`),
      styles: client.css.map((file) => url(`interactive/${file}`)),
      specs: Object.fromEntries(specs),
      requests: Object.fromEntries(requests),
      health: `${baseUrl}health`,
    },
    serviceWorker: readText(offline, offline.entry('offline/service-worker.ts').file),
  };
}

function addBundle(output: Output, bundle: Bundle, folder: string): void {
  for (const [name, file] of bundle.files) output.set(`${folder}/${name}`, readFileSync(file));
}

/** The text of one file of a bundle. */
export function readText(bundle: Bundle, name: string): string {
  const file = bundle.files.get(name);
  if (file === undefined) throw new Error(`The bundle has no file ${name}`);
  return readFileSync(file, 'utf8').trim();
}
