import { renderToStaticMarkup } from 'react-dom/server';
import type { Guides } from '../reference/static/guides.ts';
import { type InteractiveFiles, ReferencePage } from '../reference/static/ReferencePage.tsx';
import { reserveHeights } from '../reference/static/reserve-height.ts';
import type { Crumb, Page, PagerLink, SidebarItem, Sidebars } from '../shared/site.ts';
import { isSameRoute } from '../shared/urls.ts';
import type { Settings } from './config.ts';
import { LEADING_NAME } from './conformance/wording.ts';
import { titlesByRoute } from './content/distinct-titles.ts';
import { contractsOf } from './content/front-matter.ts';
import type { ContentImage } from './content/images.ts';
import type { Content, Source } from './content/load.ts';
import { createLinkResolver } from './content/resolve-link.ts';
import { breadcrumbsTo, buildSidebar, flattenSidebar } from './content/sidebar.ts';
import { type Edition, isIn, routeOfFolder } from './content/versions.ts';
import { writeOutContracts } from './contract-docs/plugin.ts';
import { type ReferencePlace, routeOfReference } from './contracts.ts';
import { GLOSSARY_ID, type Term } from './glossary/glossary.ts';
import { coveredMarkdown } from './guides.ts';
import { writeOutIncludes } from './markdown/include.ts';
import { type CodeSample, renderMarkdown, type SourceLink } from './markdown/render.ts';
import { bodyOfVersion } from './markdown/since.ts';
import { TabsError } from './markdown/tabs.ts';
import { escapeHtml } from './output/escape.ts';
import type { Problem } from './problems.ts';

/** One page with its article, before the shell is added. */
export interface CompiledPage {
  readonly page: Page;
  /** Article HTML, with the base URL in its links. */
  readonly html: string;
  readonly source: Source | null;
  readonly links: readonly SourceLink[];
  readonly samples: readonly CodeSample[];
  /** Pictures of the article. */
  readonly images: readonly ContentImage[];
  /** The Markdown source of the article, limited to this version. */
  readonly body: string;
  /** The address in the site for a link of the Markdown. */
  readonly resolve: (href: string) => string;
}

/** What pages need of the settings of the site, and the dates of the last changes of files, if they are known. */
type PageSettings = Pick<Settings, 'baseUrl' | 'editUrl'> & {
  readonly changes?: ReadonlyMap<string, string>;
  /** Leaves code and drawings out of the pages. */
  readonly withoutFigures?: boolean;
};

/** The data that all pages of one edition share. */
export interface EditionContext {
  readonly edition: Edition;
  /** By version: route of each document by its id. */
  readonly routes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly sidebars: Sidebars;
  readonly settings: PageSettings;
  readonly problems: Problem[];
}

/** The sidebars of all editions that have pages, by name. */
export function compileSidebars(editions: readonly Edition[]): Record<string, SidebarItem[]> {
  const entries = editions.flatMap(({ sidebar, content, hasEverything }) => [
    [sidebar, buildSidebar(content, 'docs')] as const,
    ...(hasEverything
      ? ['tutorials', 'conformance'].map((area) => [area, buildSidebar(content, area)] as const)
      : []),
  ]);
  return Object.fromEntries(entries.filter(([, items]) => items.length > 0));
}

/** Compiles every Markdown source of all editions to a page, or only the requested ones. */
export function compileContent(
  editions: readonly Edition[],
  sidebars: Sidebars,
  settings: PageSettings,
  problems: Problem[],
  isWanted: (source: Source) => boolean = () => true,
): CompiledPage[] {
  const routes = new Map(editions.map(({ name, content }) => [name, routesById(content)]));
  return editions.flatMap((edition) =>
    edition.content.sources
      .filter((source) => (isIn(edition, source) || isOutside(edition, source)) && isWanted(source))
      .flatMap((source) => compileSafely(source, { edition, routes, sidebars, settings, problems })),
  );
}

/** Pages outside the documentation are in one edition. */
function isOutside({ hasEverything }: Edition, { area }: Source): boolean {
  return hasEverything && area !== 'docs';
}

function routesById(content: Content): Map<string, string> {
  const docs = content.sources.filter((source) => source.area === 'docs');
  return new Map(docs.map((source) => [source.id, source.route]));
}

function compileSafely(source: Source, context: EditionContext): CompiledPage[] {
  try {
    return [compileSource(source, context)];
  } catch (error) {
    if (!(error instanceof TabsError))
      throw new Error(`${source.file} could not be rendered`, { cause: error });
    context.problems.push({ file: source.file, message: error.message });
    return [];
  }
}

/** A page of a reference, before its article is rendered. */
export function referencePage({ model, api, route }: ReferencePlace): Page {
  const shown = { ...emptyPage(), route, kind: 'reference' } as const;
  if (api === undefined)
    return { ...shown, title: model.title, description: firstSentence(model.description) };
  return {
    ...shown,
    title: api.title,
    description: firstSentence(api.summary),
    breadcrumbs: [{ label: model.title, to: routeOfReference(model) }, { label: api.title }],
  };
}

/** The same with its article. */
export function compileReference(
  place: ReferencePlace,
  baseUrl: string,
  interactive: InteractiveFiles,
  guides: Guides,
  changes?: string,
  olderReleases: readonly string[] = [],
): CompiledPage {
  const { model, api } = place;
  const markup = renderToStaticMarkup(
    <ReferencePage
      model={model}
      api={api}
      hrefOf={(other) => baseUrl + routeOfReference(model, other).slice(1)}
      specUrl={(name) => `${baseUrl}openapi/${name}`}
      interactive={interactive}
      guides={guides}
      changes={changes}
      olderReleases={olderReleases}
    />,
  );
  const page = referencePage(place);
  const html = reserveHeights(markup);
  return { page, html, source: null, links: [], samples: [], images: [], body: '', resolve: (href) => href };
}

/** The page that shows all results of a search. */
export function searchPage(): CompiledPage {
  const page: Page = {
    ...emptyPage(),
    route: '/search/',
    kind: 'search',
    title: 'Search the documentation',
    description: 'All results of a search through the documentation and the API references.',
  };
  return {
    page,
    html: '',
    source: null,
    links: [],
    samples: [],
    images: [],
    body: '',
    resolve: (href) => href,
  };
}

/** The page that the service worker shows offline in place of one that is not kept. */
export function offlinePage(): CompiledPage {
  const page: Page = {
    ...emptyPage(),
    route: '/offline/',
    kind: 'page',
    title: 'Not available offline',
    description: 'This page is not among those that your browser keeps for reading offline.',
    unlisted: true,
  };
  const body = [
    'You are offline, and this page is not among those that your browser keeps for reading offline.',
    'Kept are the pages of the newest release, the API references, the tutorials and the search. Not kept are other versions, the pages of single requirements, recordings and the interactive references.',
    'Reload this page when you are online again.',
  ];
  const html = [`<h1>${page.title}</h1>`, ...body.map((text) => `<p>${text}</p>`)].join('\n');
  return {
    ...{ page, html, source: null, links: [], samples: [], images: [] },
    body: `${body.join('\n\n')}\n`,
    resolve: (href) => href,
  };
}

/** The page for every unknown address. */
export function notFoundPage(): CompiledPage {
  const page: Page = {
    ...emptyPage(),
    route: '/404/',
    kind: 'not-found',
    title: 'Page Not Found',
    description: 'There is no page at this address.',
  };
  return {
    page,
    html: '',
    source: null,
    links: [],
    samples: [],
    images: [],
    body: '',
    resolve: (href) => href,
  };
}

function compileSource(
  source: Source,
  { edition, routes, sidebars, settings, problems }: EditionContext,
): CompiledPage {
  const { frontMatter } = source;
  const contracts = contractsOf(frontMatter);
  const body = source.body + coveredMarkdown(frontMatter.operations);
  const images = new Map<string, ContentImage>();
  const resolveLink = createLinkResolver(source, edition, settings.baseUrl, problems);
  const rendered = renderMarkdown({
    file: source.file,
    absolute: source.absolute,
    ...(source.root === undefined ? {} : { root: source.root }),
    body,
    bodyOffset: source.bodyOffset,
    version: edition.name,
    contracts,
    terms: termsFor(source, edition),
    document: source.id,
    resolveLink,
    addImage: (image) => {
      images.set(image.name, image);
      return `${settings.baseUrl}assets/${image.name}`;
    },
    problems,
    ...(settings.withoutFigures === undefined ? {} : { withoutFigures: settings.withoutFigures }),
  });
  const name = source.area === 'docs' ? edition.sidebar : source.area;
  const sidebar = sidebars[name] ? name : null;
  const items = sidebar === null ? [] : (sidebars[sidebar] ?? []);
  const order = readingOrder(items);
  const at = order.findIndex((link) => isSameRoute(link.to, source.route));
  const page: Page = {
    route: source.route,
    kind: frontMatter.layout ?? (sidebar === null ? 'page' : 'doc'),
    title: frontMatter.title,
    ...fullTitleOf(source, edition),
    description: frontMatter.description,
    toc: rendered.toc,
    breadcrumbs: breadcrumbsOf(source, items, edition),
    previous: at > 0 ? inFull(order[at - 1], edition) : null,
    next: at === -1 ? null : inFull(order[at + 1], edition),
    sidebar,
    hideToc: frontMatter.toc === false,
    unlisted: frontMatter.unlisted ?? false,
    updated: frontMatter.updated ?? settings.changes?.get(source.absolute) ?? null,
    editUrl: settings.editUrl === '' ? null : settings.editUrl + source.file,
    docs: source.area === 'docs' ? { version: edition.name, routes: routesOf(source, routes) } : null,
  };
  const heading = rendered.hasTitle ? '' : titleHtml(frontMatter.title);
  return {
    page,
    html: heading + rendered.html,
    source,
    links: rendered.links,
    samples: rendered.samples,
    images: [...images.values()],
    body: writeOutContracts(writeOutIncludes(bodyOfVersion(body, edition.name), source.absolute), contracts),
    resolve: (href) => resolveLink(href, 0),
  };
}

/** Pages of the documentation link terms; other pages and the glossary itself do not. */
function termsFor(source: Source, { content }: Edition): readonly Term[] {
  const isGlossary = source.area === 'docs' && source.id === GLOSSARY_ID;
  return isGlossary || !['docs', 'tutorials'].includes(source.area) ? [] : (content.terms ?? []);
}

/** A label of the sidebar, such as a version, is unclear without its folder: such pages use their title. */
function inFull(link: PagerLink | undefined, { content }: Edition): PagerLink | null {
  return link === undefined ? null : { ...link, label: titlesByRoute(content).get(link.to) ?? link.label };
}

const orders = new WeakMap<readonly SidebarItem[], readonly PagerLink[]>();

/** Cached for all pages of a sidebar. */
function readingOrder(items: readonly SidebarItem[]): readonly PagerLink[] {
  const known = orders.get(items);
  if (known) return known;
  const made = flattenSidebar(items);
  orders.set(items, made);
  return made;
}

function routesOf(source: Source, routes: EditionContext['routes']): Record<string, string> {
  const found = [...routes].flatMap(([version, byId]) => {
    const route = byId.get(source.id);
    return route === undefined ? [] : [[version, route] as const];
  });
  return Object.fromEntries(found);
}

/** With the folder where documents of one version have the same title, and with the version unless it is the newest. */
function fullTitleOf(
  { area, route, frontMatter: { title } }: Source,
  { content, isLast, label }: Edition,
): { fullTitle?: string } {
  if (area !== 'docs') return {};
  const distinct = titlesByRoute(content).get(route) ?? title;
  const fullTitle = isLast ? distinct : `${distinct} (${label})`;
  return fullTitle === title ? {} : { fullTitle };
}

/** Outside the documentation, the first page of a part of the site is the parent of its other pages. */
function breadcrumbsOf(source: Source, items: readonly SidebarItem[], edition: Edition): Crumb[] {
  if (items.length === 0) return [];
  const { content } = edition;
  const isDocument = source.area === 'docs';
  const found = breadcrumbsTo(
    items,
    source.route,
    isDocument ? (folder) => routeOfFolder(edition, folder) : undefined,
  );
  const crumbs = found.length > 0 ? found : [{ label: source.frontMatter.title }];
  if (isDocument) return crumbs;
  const root = `/${source.area}/`;
  const index = content.sources.find(({ route }) => route === root);
  if (index === undefined) return crumbs;
  const label = index.frontMatter.title;
  return source === index ? [{ label }] : [{ label, to: root }, ...crumbs];
}

/** What a page has unless it says otherwise. */
export function emptyPage(): Omit<Page, 'route' | 'kind' | 'title' | 'description'> {
  return {
    toc: [],
    breadcrumbs: [],
    previous: null,
    next: null,
    sidebar: null,
    hideToc: true,
    unlisted: false,
    updated: null,
    editUrl: null,
    docs: null,
  };
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.](?=\s|$)/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? text;
}

/** The title; the id of a requirement stands above what it requires. */
function titleHtml(title: string): string {
  const [, id, rest = title] = REQUIREMENT_TITLE.exec(title) ?? [];
  if (id === undefined) return `<h1>${escapeHtml(title)}</h1>\n`;
  const sentence = escapeHtml(rest).replace(LEADING_NAME, '<code>$&</code>');
  return `<h1><code class="eyebrow">${id}</code> ${sentence}</h1>\n`;
}

const REQUIREMENT_TITLE = /^([A-Z]{1,4}-\d+): (.*)$/;
